package symposium.simulation;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.problem.Fault;

/**
 * A fault of processes or links at a tick, of which others hear some ticks later, with the meaning of
 * {@code symposium.checker.model.FaultBudget}. No process hears of a fault that is over.
 *
 * <dl>
 *   <dt>{@link Fault#CRASH}
 *   <dd>A process crashes. What it has sent still arrives, until the recipient hears of the crash.
 *   <dt>{@link Fault#LEAVE}
 *   <dd>A process is asked to leave. When it says that it has, it takes no further step, and messages to it return to
 *       their sender. Another hears of it some ticks later, but not while a message between the two is in transit.
 *   <dt>{@link Fault#LINK_FAILURE}
 *   <dd>A link between two processes that are present fails; ignored if it is down. Messages that wait on it return at
 *       once. Messages in transit over it, and those sent over it until it recovers, return at the tick at which they
 *       would have arrived.
 *   <dt>{@link Fault#LINK_RECOVERY}
 *   <dd>A link that is down works again, as soon as both ends have heard of its failure and no message is in transit
 *       over it; ignored if it is not down, or once one end takes the other for departed.
 *   <dt>{@link Fault#JOIN}
 *   <dd>A process that is absent from the start joins, with the processes that are present then as its members.
 *       Another that hears first of its departure, or of the failure of a link with it, hears of the join right before
 *       that.
 *   <dt>{@link Fault#FALSE_DEPARTURE}
 *   <dd>The first of two processes is notified at this tick that the second has departed, which lives; ignored unless
 *       it knows the second to be there. What either sends to the other vanishes from then on, or returns if their link
 *       is down. In a run of processes that {@linkplain Simulation#cutOff start cut off}, a process that knows of a
 *       departure and of fewer living processes than the quorum has no neighbours.
 * </dl>
 *
 * @param kind one of these
 * @param at the tick, 0 or more
 * @param heard after how many ticks each of the others, or each end of the link, hears of it; drawn for each. Not used
 *     for a false departure
 * @param processes the process, the two at the ends of the link, or the process notified and the one that lives
 */
public record ScheduledFault(Fault kind, long at, Durations heard, List<ProcessId> processes) {

    /** After how many ticks others hear of it, when they never do. */
    public static final Durations NEVER = Durations.exactly(Long.MAX_VALUE);

    private static final Map<Fault, Integer> CONCERNED = Map.of(
            Fault.CRASH,
            1,
            Fault.LEAVE,
            1,
            Fault.JOIN,
            1,
            Fault.LINK_FAILURE,
            2,
            Fault.LINK_RECOVERY,
            2,
            Fault.FALSE_DEPARTURE,
            2);

    /** @throws IllegalArgumentException when no such fault happens to that many processes */
    public ScheduledFault {
        processes = List.copyOf(processes);
        Require.that(processes.size() == CONCERNED.getOrDefault(kind, 0), "no " + kind + " happens to " + processes);
    }

    /** The processes that join by some of these, and are absent before. */
    static SortedSet<ProcessId> arriving(List<ScheduledFault> faults) {
        return faults.stream()
                .filter(fault -> fault.kind == Fault.JOIN)
                .flatMap(fault -> fault.processes.stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A fault of these processes. */
    public static ScheduledFault of(Fault kind, long at, Durations heard, ProcessId... processes) {
        return new ScheduledFault(kind, at, heard, List.of(processes));
    }
}
