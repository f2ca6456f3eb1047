package symposium.links;

import static symposium.links.ReliableLink.Rule.BEGIN;
import static symposium.links.ReliableLink.Rule.NEIGHBOURS;
import static symposium.links.ReliableLink.Timer.ACKNOWLEDGEMENT;
import static symposium.links.ReliableLink.Timer.RETRANSMISSION;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Stream;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.topology.Shape;
import symposium.links.LinkEnd.LinkStep;
import symposium.links.ReliableDelivery.Acknowledged;
import symposium.links.ReliableDelivery.Delivered;
import symposium.links.ReliableDelivery.Input;
import symposium.links.ReliableDelivery.LinkIs;
import symposium.links.ReliableDelivery.Output;
import symposium.links.ReliableDelivery.Phase;
import symposium.links.ReliableDelivery.Submit;
import symposium.links.ReliableDelivery.Unlink;
import symposium.links.ReliableDelivery.User;

/**
 * A process with a {@link LinkEnd} for each of its neighbours.
 *
 * @param recovering whether links fail and recover, so that the ends agree on each incarnation; otherwise they have
 *     one
 * @param patience at which expiry of the timer a message that is not acknowledged is sent again
 */
public record ReliableLink(boolean recovering, int patience)
        implements Protocol<ReliableLink.State, Frame<ReliableLink.Message>, Input, Output> {

    /** What a link carries: the message of this number. */
    public record Message(int number) {
        @Override
        public String toString() {
            return "message " + number;
        }
    }

    /**
     * A process.
     *
     * @param wanted whether its user wants links
     * @param links its ends of its links, by other end
     */
    @RecordBuilder
    public record State(boolean wanted, SortedMap<ProcessId, LinkEnd<Message>> links)
            implements ReliableLinkStateBuilder.With {

        /** Whether an end has something to say again until the other end hears it. */
        boolean insists() {
            return links.values().stream().anyMatch(LinkEnd::insists);
        }

        boolean owesAck() {
            return links.values().stream().anyMatch(LinkEnd::owesAck);
        }

        State with(ProcessId other, LinkEnd<Message> end) {
            return withLinks(Sorted.with(links, other, end));
        }
    }

    /** What a process does besides what {@linkplain LinkRule its ends of links} do. */
    public enum Rule implements symposium.kernel.Rule {
        /** The links that last begin. */
        BEGIN,
        /** The links with the departed are gone; those with other new neighbours are there. */
        NEIGHBOURS
    }

    /** When a process acts by itself. */
    public enum Timer implements symposium.kernel.Timer {
        /** What has been taken is acknowledged. */
        ACKNOWLEDGEMENT,
        /** What may be lost is sent again. */
        RETRANSMISSION
    }

    @Override
    public List<? extends symposium.kernel.Rule> rules() {
        return Stream.concat(Stream.of(LinkRule.values()), Stream.of(Rule.values()))
                .toList();
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        SortedMap<ProcessId, LinkEnd<Message>> links = new TreeMap<>();
        neighbours.forEach(neighbour -> links.put(neighbour.id(), fresh()));
        return new State(false, Sorted.map(links));
    }

    private LinkEnd<Message> fresh() {
        return recovering ? LinkEnd.unwanted() : LinkEnd.lasting();
    }

    /** No link has begun before its user wants it. */
    @Override
    public boolean admits(State p, Neighbour from, Frame<Message> frame) {
        return recovering || p.wanted();
    }

    @Override
    public Transition<State, Frame<Message>, Output> onInput(
            Input input, State p, Transition<State, Frame<Message>, Output> step) {
        if (input instanceof Submit submit) {
            LinkEnd<Message> end = p.links().get(submit.to());
            LinkIncarnation told = end.incarnation().orElse(LinkIncarnation.NONE);
            at(submit.to(), end.send(told, new Message(submit.number())), step);
        } else if (recovering) {
            boolean wants = !(input instanceof Unlink);
            step.by(wants ? LinkRule.WANT : LinkRule.UNWANT, p.withWanted(wants));
            p.links().forEach((other, end) -> at(other, end.want(wants), step));
        } else {
            step.by(BEGIN, p.withWanted(true));
            p.links().keySet().forEach(other -> begins(other, step));
        }
        return schedule(p, Optional.empty(), step);
    }

    @Override
    public Transition<State, Frame<Message>, Output> onMessage(
            Neighbour from, Frame<Message> frame, State p, Transition<State, Frame<Message>, Output> step) {
        at(from.id(), p.links().get(from.id()).receive(frame), step);
        return schedule(p, Optional.empty(), step);
    }

    @Override
    public Transition<State, Frame<Message>, Output> onTimeout(
            symposium.kernel.Timer timer, State p, Transition<State, Frame<Message>, Output> step) {
        step.by(timer == RETRANSMISSION ? LinkRule.RESEND : LinkRule.ACKNOWLEDGE);
        p.links().forEach((other, end) -> {
            if (timer == RETRANSMISSION && end.insists()) {
                at(other, end.resend(patience), step);
            } else if (timer == ACKNOWLEDGEMENT && end.owesAck()) {
                at(other, end.acknowledge(), step);
            }
        });
        return schedule(p, Optional.of(timer), step);
    }

    @Override
    public Transition<State, Frame<Message>, Output> onNeighboursChanged(
            Neighbours neighbours,
            SortedSet<ProcessId> departed,
            State p,
            Transition<State, Frame<Message>, Output> step) {
        step.by(NEIGHBOURS, p.withLinks(Sorted.only(p.links(), other -> !departed.contains(other))));
        Sorted.only(p.links(), departed::contains)
                .keySet()
                .forEach(other -> step.tell(new LinkIs(other, Phase.CLOSED, LinkIncarnation.NONE)));
        for (Neighbour neighbour : neighbours) {
            if (!p.links().containsKey(neighbour.id())) {
                meet(neighbour.id(), step);
            }
        }
        return schedule(p, Optional.empty(), step.by(NEIGHBOURS));
    }

    private void meet(ProcessId other, Transition<State, Frame<Message>, Output> step) {
        State p = step.state();
        step.next(p.with(other, fresh()));
        if (recovering && p.wanted()) {
            at(other, LinkEnd.<Message>unwanted().want(true), step);
        } else if (p.wanted()) {
            begins(other, step);
        }
    }

    /** The user learns of a link that lasts. */
    private static void begins(ProcessId other, Transition<State, Frame<Message>, Output> step) {
        step.tell(new LinkIs(other, Phase.OPEN, LinkIncarnation.NONE));
    }

    /** Takes the step of one end, and tells the user what it means. */
    private static void at(ProcessId other, LinkStep<Message> taken, Transition<State, Frame<Message>, Output> step) {
        LinkEnd<Message> before = step.state().links().get(other);
        LinkEnd<Message> next = taken.next();
        step.by(taken.rule(), step.state().with(other, next));
        taken.frames().forEach(frame -> step.send(other, frame));
        boolean same = before.incarnation().equals(next.incarnation());
        if (!same || phase(before) != phase(next)) {
            step.tell(new LinkIs(other, phase(next), next.incarnation().orElse(LinkIncarnation.NONE)));
        }
        int acknowledged =
                before.unacknowledged().size() - next.unacknowledged().size();
        if (same && acknowledged > 0) {
            step.tell(new Acknowledged(
                    other, before.unacknowledged().get(acknowledged - 1).number()));
        }
        taken.delivered().ifPresent(message -> step.tell(new Delivered(other, message.number())));
    }

    private static Phase phase(LinkEnd<?> end) {
        if (end.open()) {
            return Phase.OPEN;
        }
        return end.wanted() ? Phase.OPENING : end.closing() ? Phase.CLOSING : Phase.CLOSED;
    }

    /** A timer runs exactly while there is something to do when it expires. */
    private static Transition<State, Frame<Message>, Output> schedule(
            State before, Optional<symposium.kernel.Timer> expired, Transition<State, Frame<Message>, Output> step) {
        State next = step.state();
        keep(RETRANSMISSION, before.insists() && !expired.equals(Optional.of(RETRANSMISSION)), next.insists(), step);
        keep(ACKNOWLEDGEMENT, before.owesAck() && !expired.equals(Optional.of(ACKNOWLEDGEMENT)), next.owesAck(), step);
        return step;
    }

    private static void keep(
            Timer timer, boolean runs, boolean wanted, Transition<State, Frame<Message>, Output> step) {
        if (wanted && !runs) {
            step.schedule(timer);
        } else if (runs && !wanted) {
            step.cancel(timer);
        }
    }

    /** The catalogue entry, over links that have one incarnation. */
    public static final class Entry extends Algorithm<State, Frame<Message>, User, Input, Output> {
        public Entry() {
            super(described(ReliableDelivery.LASTING, "reliable-link", "2 per message, and what is sent again")
                    .system(system -> system.withAssumptions("a process that returns is another process"))
                    .withProtocol(start -> new ReliableLink(false, 1))
                    .checks(checks -> checks.withInvariants(ReliableLinkChecks.invariants())
                            .withVariants(start -> ReliableLinkChecks.variants())
                            .unreachable(ReliableLinkChecks.ofHandshake().toArray(LinkRule[]::new))));
        }
    }

    /** The catalogue entry, over links that fail and recover. */
    public static final class HandshakeEntry extends Algorithm<State, Frame<Message>, User, Input, Output> {
        public HandshakeEntry() {
            super(described(
                            ReliableDelivery.RECOVERING,
                            "reliable-link-handshake",
                            "2 per message and 3 or 4 per incarnation, and what is sent again")
                    .system(system -> system.withAssumptions("a process that returns is another process"))
                    .withProtocol(start -> new ReliableLink(true, 1))
                    .checks(checks -> checks.withInvariants(ReliableLinkChecks.invariants())
                            .withVariants(start -> ReliableLinkChecks.handshakeVariants())));
        }
    }

    private static Algorithm.Descriptor<State, Frame<Message>, User, Input, Output> described(
            ReliableDelivery problem, String name, String cost) {
        return problem.<State, Frame<Message>>algorithm(name, Frame.class)
                .withPaper(Paper.of(
                                "A. Tanenbaum, Computer Networks, section 3.4, go back n; of the handshake, RFC 793, section 3.4")
                        .withCost(cost))
                .withSystem(SystemModel.onAnyGraph(Channels.DUPLICATING, Shape.COMPLETE)
                        .withTolerates(MembershipTolerance.DEPARTURES))
                .messages(sent -> sent.withArguments(Message.class))
                .withTimers(List.of(Timer.values()));
    }
}
