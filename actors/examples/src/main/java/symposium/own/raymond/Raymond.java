package symposium.own.raymond;

import static symposium.own.raymond.Raymond.Rule.EXIT;
import static symposium.own.raymond.Raymond.Rule.INITIALIZE;
import static symposium.own.raymond.Raymond.Rule.INITIALIZED;
import static symposium.own.raymond.Raymond.Rule.PRIVILEGE;
import static symposium.own.raymond.Raymond.Rule.REQUEST;
import static symposium.own.raymond.Raymond.Rule.WISH;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Timer;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/**
 * One node of Raymond's tree: the events and procedures of section 2.
 *
 * @param firstHolder the node at which the privilege starts
 */
public record Raymond(ProcessId firstHolder) implements Protocol<Raymond.State, Raymond.Message, Input, Output> {

    /** What travels along the edges of the tree. */
    public sealed interface Message extends Printable {}

    /** Sent once over each edge, away from the first holder: the sender lies towards it. */
    public record Initialize() implements Message {}

    /** Sent towards the privilege: the sender wants it, for itself or for a node behind it. */
    public record Request() implements Message {}

    /** The node that has it may enter. */
    public record Privilege() implements Message {}

    /**
     * A node of the tree, with the paper's variables, section 2.3.
     *
     * @param self its name
     * @param neighbours the nodes that it shares an edge with
     * @param holder HOLDER: in which direction the privilege lies, {@code self} when it is here; empty until the node
     *     has been initialized
     * @param using USING: whether the node is in its critical section
     * @param queue REQUEST_Q: which of {@code self} and the neighbours want the privilege from here, the oldest first
     * @param asked ASKED: whether this node has sent a request to its holder and not got the privilege since
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            Neighbours neighbours,
            Optional<ProcessId> holder,
            boolean using,
            List<ProcessId> queue,
            boolean asked)
            implements RaymondStateBuilder.With {

        /** Whether the privilege is here. */
        public boolean privileged() {
            return holder.equals(Optional.of(self));
        }
    }

    /** When a node acts by itself. */
    public enum Flood implements Timer {
        /** Runs from the start, at the first holder alone. */
        INITIALIZE
    }

    /** The events for which the paper says what a node does, section 2.4, and the two that initialize it. */
    public enum Rule implements symposium.kernel.Rule {
        /** The first holder tells its neighbours that the privilege is there. */
        INITIALIZE,
        /** A node learns where the privilege lies. */
        INITIALIZED,
        /** The node wishes to enter the critical section. */
        WISH,
        /** The node receives a request. */
        REQUEST,
        /** The node receives the privilege. */
        PRIVILEGE,
        /** The node exits the critical section. */
        EXIT
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, Optional.of(self).filter(firstHolder::equals), false, List.of(), false);
    }

    @Override
    public List<Flood> initialTimers(State initial) {
        return initial.privileged() ? List.of(Flood.INITIALIZE) : List.of();
    }

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        return input == Input.ENTER
                ? served(step.by(WISH, enqueued(p.self(), p)))
                : served(step.by(EXIT, p.withUsing(false)));
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour x, Message message, State p, Transition<State, Message, Output> step) {
        if (message instanceof Request) {
            return served(step.by(REQUEST, enqueued(x.id(), p)));
        }
        return message instanceof Privilege
                ? served(step.by(PRIVILEGE, p.with(next -> next.holder(p.self()))))
                : served(initialize(x, step.by(INITIALIZED, p.with(next -> next.holder(x.id())))));
    }

    @Override
    public Transition<State, Message, Output> onTimeout(Timer timer, State p, Transition<State, Message, Output> step) {
        return initialize(Neighbour.of(p.self()), step.by(INITIALIZE));
    }

    private static State enqueued(ProcessId last, State p) {
        return p.withQueue(Stream.concat(p.queue().stream(), Stream.of(last)).toList());
    }

    /** ASSIGN_PRIVILEGE; MAKE_REQUEST: the end of whatever a node does. */
    private static Transition<State, Message, Output> served(Transition<State, Message, Output> step) {
        return makeRequest(assignPrivilege(step));
    }

    /** if HOLDER = self and not USING and REQUEST_Q is not empty then give the privilege to the first of it */
    private static Transition<State, Message, Output> assignPrivilege(Transition<State, Message, Output> step) {
        State p = step.state();
        if (!p.privileged() || p.using() || p.queue().isEmpty()) {
            return step;
        }
        ProcessId first = p.queue().get(0);
        boolean own = first.equals(p.self());
        List<ProcessId> others = p.queue().stream().skip(1).toList();
        step.next(p.with(next -> next.holder(first).using(own).queue(others).asked(false)));
        return own ? step.tell(new Output.Granted()) : step.send(first, new Privilege());
    }

    /** if HOLDER is not self and REQUEST_Q is not empty and not ASKED then send a request to HOLDER */
    private static Transition<State, Message, Output> makeRequest(Transition<State, Message, Output> step) {
        State p = step.state();
        return p.holder().isEmpty() || p.privileged() || p.queue().isEmpty() || p.asked()
                ? step
                : step.next(p.withAsked(true)).send(p.holder().get(), new Request());
    }

    /** Tells the neighbours in which direction the privilege lies, except x, which has told this node. */
    private static Transition<State, Message, Output> initialize(Neighbour x, Transition<State, Message, Output> step) {
        Stream<Neighbour> others = step.state().neighbours().all().stream().filter(each -> !each.equals(x));
        return step.sendAll(others.toList(), new Initialize());
    }

    /** Raymond's tree in the catalogue. */
    public static final class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            super(MutexAlgorithm.<State, Message>of("raymond", Message.class)
                    .withPaper(Paper.of(
                                    "K. Raymond, A tree-based algorithm for distributed mutual exclusion, ACM TOCS 7(1), 1989")
                            .withCost(
                                    "at most 2d per entry, d the distance of requester and privilege, when nobody else asks;"
                                            + " n-1 to initialize"))
                    .withSystem(SystemModel.of(Channels.UNORDERED, Shape.TREE, Shape.LINE, Shape.STAR)
                            .withAssumptions("no losses and no crashes; order does not matter; the links form a tree"))
                    .withTimers(List.of(Flood.values()))
                    .withProtocol(start -> new Raymond(start.holder()))
                    .checks(checks -> checks.withInvariants(RaymondChecks.invariants())
                            .withVariants(RaymondChecks::variants)
                            // a node alone has no other to tell, to ask or to hear from
                            .reachableAlone(INITIALIZE, WISH, EXIT)));
        }
    }
}
