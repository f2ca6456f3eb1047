package symposium.links;

import static symposium.links.LostWay.Rule.DEAF;
import static symposium.links.LostWay.Rule.LOST;
import static symposium.links.LostWay.Rule.SILENT;
import static symposium.links.LostWay.Rule.UNHEARD;
import static symposium.links.LostWay.Timer.LOSS;
import static symposium.links.LostWay.Timer.SILENCE;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Stream;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.composition.SubProtocol;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Shape;
import symposium.links.ReliableDelivery.Input;
import symposium.links.ReliableDelivery.Output;
import symposium.links.ReliableDelivery.User;

/**
 * Reliable links over a transport that may lose, from some moment on and for ever, all that comes to a process the
 * usual way, while its notifications and all other messages pass: Artery did where a path was compressed to an absent
 * actor. Each frame goes one of two ways, of which the second loses nothing for ever. An end that waits for an answer
 * may find the other silent, rightly or not. Then it sends to it the second way from then on, and tells it so; for it
 * may be this end to which the other's answers do not come. The other answers the second way, too.
 *
 * <p>It is a model for the checker, in no catalogue: the host of a process on a cluster has this second way
 * ({@code symposium.silence-timeout}).
 */
final class LostWay implements Protocol<LostWay.State, LostWay.Message, Input, Output> {

    /** The ways of a frame. */
    public enum Way {
        /** By a reference, which the transport may compress. */
        USUAL,
        /** By the root of the other actor system. */
        DETOUR
    }

    /** What processes send each other. */
    public sealed interface Message {}

    /** A frame of a link. */
    public record Framed(Way way, Frame<ReliableLink.Message> frame) implements Message {}

    /** The sender hears nothing from the recipient. It goes the second way. */
    public record Unheard() implements Message {}

    /**
     * A process.
     *
     * @param links its ends of its links
     * @param silent the processes that it sends to by the detour
     * @param deaf whether nothing reaches it the usual way any more
     */
    @RecordBuilder
    public record State(ReliableLink.State links, SortedSet<ProcessId> silent, boolean deaf)
            implements LostWayStateBuilder.With {

        /** The processes of which an answer is due. */
        private SortedSet<ProcessId> due() {
            return Sorted.set(links.links().entrySet().stream()
                    .filter(link -> link.getValue().insists())
                    .map(link -> link.getKey())
                    .toList());
        }
    }

    /** What happens besides what links do. */
    public enum Rule implements symposium.kernel.Rule {
        /** From now on nothing reaches this process the usual way. */
        LOST,
        /** A frame does not reach this process. */
        DEAF,
        /** No answer has come in time: the others are sent to by the detour, and notified. */
        SILENT,
        /** Another process hears nothing from this one: it is sent to by the detour. */
        UNHEARD
    }

    /** When something happens by itself. */
    public enum Timer implements symposium.kernel.Timer {
        /** The transport begins to lose, at any moment. */
        LOSS,
        /** An answer is due, and may have come or not. */
        SILENCE
    }

    private final SubProtocol<State, Message, Output, ReliableLink.State, Frame<ReliableLink.Message>, Input, Output>
            links;

    /** @param recovering whether links fail and recover */
    public LostWay(boolean recovering) {
        this.links = new SubProtocol<>(
                new ReliableLink(recovering, 1),
                State::links,
                State::withLinks,
                (whole, to, frame) -> whole.send(
                        to, new Framed(whole.state().silent().contains(to.id()) ? Way.DETOUR : Way.USUAL, frame)),
                Transition::tell);
    }

    @Override
    public List<? extends symposium.kernel.Rule> rules() {
        return Stream.concat(links.protocol().rules().stream(), Stream.of(Rule.values()))
                .toList();
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(links.protocol().initial(self, neighbours), Sorted.set(), false);
    }

    @Override
    public List<? extends symposium.kernel.Timer> initialTimers(State initial) {
        return List.of(LOSS);
    }

    @Override
    public boolean admits(State p, Neighbour from, Message message) {
        return !(message instanceof Framed framed)
                || lost(p, framed)
                || links.protocol().admits(p.links(), from, framed.frame());
    }

    private static boolean lost(State p, Framed framed) {
        return p.deaf() && framed.way() == Way.USUAL;
    }

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        return watched(p, step.run(links, new Event.Input<>(input)));
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        if (!(message instanceof Framed framed)) {
            return step.by(UNHEARD, p.withSilent(Sorted.with(p.silent(), from.id())));
        }
        return lost(p, framed)
                ? step.by(DEAF)
                : watched(p, step.run(links, new Event.Received<>(from, framed.frame())));
    }

    @Override
    public Transition<State, Message, Output> onNeighboursChanged(
            Neighbours neighbours, SortedSet<ProcessId> departed, State p, Transition<State, Message, Output> step) {
        return watched(p, step.run(links, new Event.NeighboursChanged<>(neighbours, departed)));
    }

    @Override
    public Transition<State, Message, Output> onTimeout(
            symposium.kernel.Timer timer, State p, Transition<State, Message, Output> step) {
        if (timer == LOSS) {
            return step.by(LOST, p.withDeaf(true));
        }
        if (timer == SILENCE) {
            return step.by(SILENT, p.withSilent(Sorted.union(p.silent(), p.due())))
                    .sendEach(p.due(), new Unheard())
                    .schedule(SILENCE);
        }
        return watched(p, step.run(links, new Event.Timeout<>(timer)));
    }

    /** The time runs exactly while an answer is due. */
    private static Transition<State, Message, Output> watched(State before, Transition<State, Message, Output> step) {
        boolean due = !step.state().due().isEmpty();
        if (due && before.due().isEmpty()) {
            step.schedule(SILENCE);
        } else if (!due && !before.due().isEmpty()) {
            step.cancel(SILENCE);
        }
        return step;
    }

    /** Its entry, for the checker. */
    public static final class Entry extends Algorithm<State, Message, User, Input, Output> {

        /** @param recovering whether links fail and recover */
        public Entry(boolean recovering) {
            super((recovering ? ReliableDelivery.RECOVERING : ReliableDelivery.LASTING)
                    .<State, Message>algorithm("reliable-link-lost-way", Message.class)
                    .withPaper(Paper.of("the links of this package, over a transport that loses one way")
                            .withCost("those of the links"))
                    .withSystem(SystemModel.of(Channels.COALESCING, Shape.COMPLETE)
                            .withAnyGraph(true)
                            .withAssumptions("the detour loses nothing for ever"))
                    .messages(sent -> sent.withArguments(ReliableLink.Message.class))
                    .withTimers(Stream.concat(Stream.of(ReliableLink.Timer.values()), Stream.of(Timer.values()))
                            .toList())
                    .withProtocol(start -> new LostWay(recovering)));
        }
    }
}
