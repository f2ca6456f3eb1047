package symposium.mutex.coordinator;

import static symposium.mutex.coordinator.Coordinator.Rule.ASKS;
import static symposium.mutex.coordinator.Coordinator.Rule.ENTERS;
import static symposium.mutex.coordinator.Coordinator.Rule.LEAVES;
import static symposium.mutex.coordinator.Coordinator.Rule.QUEUES;
import static symposium.mutex.coordinator.Coordinator.Rule.RESTS;
import static symposium.mutex.coordinator.Coordinator.Rule.SERVES;
import static symposium.mutex.coordinator.Coordinator.Rule.SERVES_NEXT;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.Output.Granted;
import symposium.mutex.MutualExclusion.User;

/**
 * One process of a centralized algorithm (Raynal, section 5.1): a single co-ordinating process serves the others, one
 * at a time, in the order in which their requests arrive.
 *
 * <p>The co-ordinating process has a user, too, whose requests are no messages.
 *
 * @param coordinator the co-ordinating process
 */
public record Coordinator(ProcessId coordinator)
        implements Protocol<Coordinator.State, Coordinator.Message, Input, Output> {

    /** "The messages serving only to convey the requests for service and the results obtained." */
    public sealed interface Message extends Printable {}

    /** Asks the co-ordinating process for the critical section. */
    public record Request() implements Message {}

    /** The result: the sender of the request may enter. */
    public record Grant() implements Message {}

    /** The sender has left the critical section. */
    public record Release() implements Message {}

    /**
     * A process.
     *
     * @param self its name
     * @param coordinates whether it is the co-ordinating process
     * @param user the state of its user
     * @param queue at the co-ordinating process, those that have asked; the first is being served
     */
    @RecordBuilder
    public record State(ProcessId self, boolean coordinates, User user, List<ProcessId> queue)
            implements CoordinatorStateBuilder.With {
        public State {
            queue = List.copyOf(queue);
        }
    }

    /** The rules; the text has no labels. */
    public enum Rule implements symposium.kernel.Rule {
        /** A user wants the critical section: its process asks. */
        ASKS,
        /** A request arrives while no process is being served. */
        SERVES,
        /** A request arrives while another process is being served. */
        QUEUES,
        /** The grant arrives. */
        ENTERS,
        /** A user leaves the critical section: its process says so. */
        LEAVES,
        /** The process that was being served has left, and others wait: the next one is served. */
        SERVES_NEXT,
        /** The process that was being served has left, and no other waits. */
        RESTS
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, self.equals(coordinator), User.IDLE, List.of());
    }

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        if (input == Input.ENTER) {
            step.require(p.user() == User.IDLE, "a process that asks is outside");
            step.next(p.withUser(User.WAITING));
            return p.coordinates() ? onRequest(p.self(), step) : step.by(ASKS).send(coordinator, new Request());
        }
        step.require(p.user() == User.CRITICAL, "a process that leaves is inside");
        step.next(p.withUser(User.IDLE));
        return p.coordinates() ? onRelease(p.self(), step) : step.by(LEAVES).send(coordinator, new Release());
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        if (message instanceof Grant) {
            step.require(p.user() == User.WAITING, "a process that is granted waits");
            return step.by(ENTERS, p.withUser(User.CRITICAL)).tell(new Granted());
        }
        return message instanceof Request ? onRequest(from.id(), step) : onRelease(from.id(), step);
    }

    // --- the co-ordinating process

    private Transition<State, Message, Output> onRequest(ProcessId client, Transition<State, Message, Output> step) {
        State p = step.state();
        List<ProcessId> queue = new ArrayList<>(p.queue());
        queue.add(client);
        step.next(p.withQueue(queue));
        return p.queue().isEmpty() ? serve(client, step.by(SERVES)) : step.by(QUEUES);
    }

    private Transition<State, Message, Output> onRelease(ProcessId client, Transition<State, Message, Output> step) {
        State p = step.state();
        step.require(
                !p.queue().isEmpty() && p.queue().get(0).equals(client), "the process that leaves is being served");
        List<ProcessId> left = p.queue().subList(1, p.queue().size());
        step.next(p.withQueue(left));
        return left.isEmpty() ? step.by(RESTS) : serve(left.get(0), step.by(SERVES_NEXT));
    }

    private Transition<State, Message, Output> serve(ProcessId client, Transition<State, Message, Output> step) {
        return client.equals(coordinator)
                ? step.next(step.state().withUser(User.CRITICAL)).tell(new Granted())
                : step.send(client, new Grant());
    }

    /**
     * As a specification it has one process more, the co-ordinating one, which has no user. Then no request is granted
     * before it could have arrived, and none is preferred.
     */
    private static Start withoutUser(Start start) {
        int processes = start.processes().size();
        return Start.of(processes + 1, processes);
    }

    /** The catalogue entry. The process at which tokens start is the co-ordinating one. */
    public static final class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            super(MutexAlgorithm.<State, Message>of("coordinator", Message.class)
                    .withPaper(Paper.of("the centralized form of an algorithm, after Raynal, section 5.1")
                            .withCost("3 per entry: request, grant and release; none at the co-ordinating process"))
                    .withSystem(SystemModel.of(Channels.FIFO, Shape.COMPLETE)
                            .withAssumptions("no losses, links keep order; \"a failure of the co-ordinating process"
                                    + " results in the failure of the algorithm as a whole\""))
                    .withProtocol(start -> new Coordinator(start.holder()))
                    .checks(checks -> checks.withInvariants(CoordinatorChecks.invariants())
                            .withVariants(CoordinatorChecks::variants)
                            .withFiniteStateSpace(true)
                            .withSpecification(Coordinator::withoutUser)
                            .reachableAlone(SERVES, RESTS)));
        }
    }
}
