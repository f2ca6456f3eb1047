package symposium.mutex.lamport;

import static symposium.mutex.lamport.Lamport.Rule.ACKNOWLEDGED;
import static symposium.mutex.lamport.Lamport.Rule.ACKNOWLEDGED_ENTER;
import static symposium.mutex.lamport.Lamport.Rule.DEPARTED;
import static symposium.mutex.lamport.Lamport.Rule.DEPARTED_ENTER;
import static symposium.mutex.lamport.Lamport.Rule.LOST;
import static symposium.mutex.lamport.Lamport.Rule.RELEASE;
import static symposium.mutex.lamport.Lamport.Rule.RELEASED;
import static symposium.mutex.lamport.Lamport.Rule.RELEASED_ENTER;
import static symposium.mutex.lamport.Lamport.Rule.RELEASE_AFTER_LOSS;
import static symposium.mutex.lamport.Lamport.Rule.REQUEST;
import static symposium.mutex.lamport.Lamport.Rule.REQUESTED;
import static symposium.mutex.lamport.Lamport.Rule.REQUESTED_ENTER;
import static symposium.mutex.lamport.Lamport.Rule.REQUEST_ALONE;
import static symposium.mutex.lamport.Lamport.Rule.UNDELIVERABLE;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import symposium.clock.Timestamp;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.PermissionBased;

/** One process P_i of Lamport's algorithm: the paper's five rules. */
public class Lamport extends PermissionBased<Lamport.State, Lamport.Message> {

    /** The messages between processes; each carries a timestamp. */
    public sealed interface Message extends Printable {

        /** The sender's clock when it sent the message, with the sender's name. */
        Timestamp stamp();
    }

    /** "T_m : P_i requests resource". */
    public record Request(Timestamp stamp) implements Message {}

    /** "a (timestamped) acknowledgment message" of a request. */
    public record Acknowledgement(Timestamp stamp) implements Message {}

    /** "a (timestamped) P_i releases resource message". */
    public record Release(Timestamp stamp) implements Message {}

    /**
     * A process.
     *
     * @param self i
     * @param neighbours all other processes that have not departed
     * @param quorum how many processes, this one included, must be left for any request to be granted
     * @param clock its logical clock: the least value that it may still use for a request
     * @param queue its request queue, its own request included
     * @param unheard while it waits: the processes from which it has received no message stamped later than its request
     * @param critical whether the resource is granted to it
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            Neighbours neighbours,
            int quorum,
            long clock,
            SortedSet<Timestamp> queue,
            SortedSet<ProcessId> unheard,
            boolean critical)
            implements PermissionBased.State, LamportStateBuilder.With {

        @Override
        public Optional<Timestamp> request() {
            return requestOf(self);
        }

        /** The request of a process on this queue. */
        Optional<Timestamp> requestOf(ProcessId process) {
            return queue.stream().filter(each -> each.name().equals(process)).findFirst();
        }

        Timestamp stamp() {
            return new Timestamp(clock, self);
        }

        State queueing(Timestamp request) {
            return withQueue(Sorted.with(queue, request));
        }

        State removing(Set<ProcessId> processes) {
            return withQueue(Sorted.only(queue, each -> !processes.contains(each.name())));
        }
    }

    /**
     * The paper's five rules. By the fifth the resource is granted in that step by one of the others after which its
     * two conditions hold: the label of such a step ends in {@code +5}.
     */
    public enum Rule implements symposium.kernel.Rule {
        /** Rule 1: the process puts its request on its own queue and sends it to every other process. */
        REQUEST("1"),
        /** Rules 1 and 5: there is no other process. */
        REQUEST_ALONE("1+5"),
        /** Rule 2: a request comes; the process puts it on its queue and acknowledges it. */
        REQUESTED("2"),
        /** Rules 2 and 5: the request is later than its own, and was the last message that it waited for. */
        REQUESTED_ENTER("2+5"),
        /** An acknowledgement comes; for the paper it is only a message with a timestamp. */
        ACKNOWLEDGED("ack"),
        /** The same, and rule 5: it was the last message that the process waited for. */
        ACKNOWLEDGED_ENTER("ack+5"),
        /** Rule 3: the process removes its request from its own queue and sends a release to every other process. */
        RELEASE("3"),
        /** Rule 4: a release comes; the process removes the sender's request from its queue. */
        RELEASED("4"),
        /** Rules 4 and 5: that was the last request before its own. */
        RELEASED_ENTER("4+5"),
        /** Processes have departed: their requests are removed, and no message from them is waited for. */
        DEPARTED("m.0"),
        /** The same, and rule 5: nothing else was lacking. */
        DEPARTED_ENTER("m.0+5"),
        /** Processes have departed, and too few are left: the critical section is lost, and rule 3 follows. */
        LOST("m.1"),
        /** The user leaves a critical section before it has heard of its loss. */
        RELEASE_AFTER_LOSS("m.2"),
        /** A message has come back; the news that its recipient has departed follows. */
        UNDELIVERABLE("m.3");

        private final String label;

        Rule(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /** @param start its quorum is how many processes must be left for any request to be granted */
    public Lamport(Start start) {
        super(start, new Rules(RELEASE, DEPARTED, DEPARTED_ENTER, LOST, RELEASE_AFTER_LOSS, UNDELIVERABLE));
    }

    /**
     * No process has asked: the queues are empty, where the paper grants the resource to one process from the start.
     */
    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, quorum, 0, Sorted.set(), Sorted.set(), false);
    }

    /** Rule 1. */
    @Override
    protected Transition<State, Message, Output> request(State i, Transition<State, Message, Output> step) {
        Timestamp t = i.stamp();
        State asking = i.queueing(t).with(next -> next.clock(i.clock() + 1).unheard(Sorted.ids(i.neighbours())));
        return granting(REQUEST, REQUEST_ALONE, asking, step).sendAll(i.neighbours(), new Request(t));
    }

    /** Rules 2 and 4, and IR2(b) before them. */
    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State before, Transition<State, Message, Output> step) {
        State i = heard(message.stamp(), before);
        if (message instanceof Request request) {
            return granting(REQUESTED, REQUESTED_ENTER, i.queueing(request.stamp()), step)
                    .send(from, new Acknowledgement(i.stamp()));
        }
        return message instanceof Release
                ? granting(RELEASED, RELEASED_ENTER, i.removing(Set.of(from.id())), step)
                : granting(ACKNOWLEDGED, ACKNOWLEDGED_ENTER, i, step);
    }

    /** Advances the clock, and notes for rule 5(ii) that a message stamped later than the own request has come. */
    private State heard(Timestamp t, State i) {
        boolean later = i.waiting() && precedes(i.request().orElseThrow(), t);
        // IR2(b): "greater than or equal to its present value and greater than T_m"
        return i.with(next -> next.clock(Math.max(i.clock(), t.clock() + 1))
                .unheard(later ? Sorted.without(i.unheard(), t.name()) : i.unheard()));
    }

    /** Rule 3. */
    @Override
    protected Transition<State, Message, Output> exit(State i, Transition<State, Message, Output> step) {
        return step.next(i.removing(Set.of(i.self())).withCritical(false))
                .sendAll(i.neighbours(), new Release(i.stamp()));
    }

    /**
     * Rule 5: "(i) There is a T_m : P_i requests resource in its request queue which is ordered before any other
     * request in its queue ... (ii) P_i has received a message from every other process timestamped later than T_m".
     */
    @Override
    protected boolean permitted(State i) {
        return isFirst(i) && i.unheard().isEmpty();
    }

    /** Rule 5, condition (i). */
    boolean isFirst(State i) {
        Timestamp own = i.request().orElseThrow();
        return i.queue().stream().allMatch(each -> each.equals(own) || precedes(own, each));
    }

    /** The relation {@code =>} between timestamps: the clocks are compared first. */
    boolean precedes(Timestamp one, Timestamp other) {
        return one.isBefore(other);
    }

    @Override
    protected State entering(State i) {
        return i.with(next -> next.critical(true).unheard(Sorted.set()));
    }

    @Override
    protected State without(SortedSet<ProcessId> departed, Neighbours left, State i) {
        return i.removing(departed).with(next -> next.neighbours(left).unheard(Sorted.without(i.unheard(), departed)));
    }

    /** The catalogue entry. */
    public static final class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            super(PermissionBased.<State, Message>algorithm("lamport", Message.class, Channels.FIFO)
                    .withPaper(Paper.of(
                                    "L. Lamport, Time, clocks, and the ordering of events in a distributed system, 1978,"
                                            + " as cited in M. Raynal's chapter, section 3.1")
                            .withCost("3(n-1) per entry: n-1 requests, n-1 acknowledgements, n-1 releases"))
                    .system(system -> system.withAssumptions(
                            "no losses, and order is kept: without it neither exclusion nor progress;"
                                    + " of crashes the others are told"))
                    .withProtocol(start -> new Lamport(start))
                    .checks(checks -> checks.withInvariants(LamportChecks.invariants())
                            .withQuotient(Optional.of(LamportChecks.clocks()))
                            .withVariants(LamportChecks::variants)
                            .unreachable(REQUEST_ALONE)
                            .reachableAlone(REQUEST_ALONE, RELEASE)));
        }
    }
}
