package symposium.checker.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Scenario;

/**
 * The faults and changes that an exploration admits, at any time and in any combination. Each number is a budget for
 * the whole run.
 *
 * <p>Processes learn of a change by notifications ({@code NeighboursChanged}). Each process is notified separately,
 * later, of one change at a time, in any order. Every notification is owed: it happens in the end. A notification
 * tells the difference between what the process knows and the current environment. So a process is not notified of a
 * change that was reversed before the notification.
 *
 * <dl>
 *   <dt>Loss, duplication
 *   <dd>A message in transit vanishes, or arrives and stays in transit.
 *   <dt>Crash
 *   <dd>The process stops. Messages in transit to it, and those sent to it later, vanish. Its own messages arrive
 *       until the recipient is notified of the departure, and vanish then.
 *   <dt>Link failure
 *   <dd>The link between two neighbours that are alive fails in both directions. Messages in transit on it, and those
 *       sent into it later, return to their sender as {@code Undeliverable}, each at a time of its own. Over FIFO
 *       channels they return in the order of sending, over unordered ones in any order. They may return before or
 *       after the sender is notified of the failure. Each end is notified: it loses the other as a neighbour, and its
 *       departed processes stay the same. Messages on their way back to a process that crashes or leaves vanish.
 *       Messages that were sent to such a process return all the same.
 *   <dt>Link recovery
 *   <dd>Possible once both ends have been notified of the failure, and all messages on the link have returned. Each
 *       end is notified of the recovery; messages to an end wait until it has been notified. The link may fail again
 *       earlier; an end not yet notified of the recovery is then notified of neither. A recovery is owed while the
 *       failed links separate processes that are alive; otherwise it may never happen.
 *   <dt>Join
 *   <dd>One of the processes that are absent at the start joins: see {@link Model#arriving}. It starts with its
 *       neighbours at that time, dead processes excluded, or cut off if the model
 *       {@linkplain Model#startingCutOff says so}. The others are notified later; a message from the new process
 *       waits until its recipient has been notified. A later incarnation of a process joins only after the earlier
 *       one is dead. A process that knows the earlier incarnation is notified of its departure first.
 *   <dt>Leave
 *   <dd>A process is asked to leave, by {@code Leave}, and keeps taking part until it outputs {@code Left}. Then it
 *       takes no step any more. What it has sent still arrives. Messages in transit to it, and messages from
 *       processes not yet notified, return to their sender as {@code Undeliverable}. A process is notified of the
 *       departure only when no message is in transit between the two in either direction. A process that was asked to
 *       leave counts as waiting until it has left.
 *   <dt>False departure
 *   <dd>A live process is notified that another live process has departed: one that it knows, that is on its side of a
 *       partition, and that may have been asked to leave. The notified process alone learns it. From then on, for the
 *       rest of the run, it does not have the other as a neighbour, and is notified of no later change of the other.
 *       What it sends to the other vanishes. What the other has sent to it, or sends later, vanishes, except messages
 *       on their way back over a failed link, which return to the other. Messages in transit from the notified process
 *       to the other arrive. The other process is not notified, has the notified process as a neighbour as before, and
 *       goes on sending to it. A link between the two that fails does not recover.
 *       <p>Where false departures are admitted, each process that was notified of a departure and knows of fewer
 *       living processes than the {@linkplain Model#quorum quorum}, itself included, has no neighbours: it is cut off
 *       as a node of a cluster is that sees no majority. It has neighbours again when processes join that make the
 *       quorum up. Its former neighbours that have not departed for it are not notified, and it receives their
 *       messages.
 *       <p>Such a run promises no progress, so deadlock and starvation are not judged: for what the other asks it may
 *       wait in vain. This is what a cluster does: the host of a node drops what arrives from a process that the node's
 *       membership reports as removed, and repeats nothing to it; what was sent before may have arrived. That these
 *       last messages are lost too is a loss besides.
 *   <dt>Partition
 *   <dd>Once, at one time, all links between the processes of one side and all others fail for good. Unlike with a
 *       single link, nothing returns: messages across the partition, in transit or sent later, and those on their way
 *       back, vanish. A side is cut off if fewer processes than the {@linkplain Model#quorum quorum} are alive on it
 *       at that time. Each process of such a side is notified by {@code NeighboursChanged} without neighbours, and of
 *       nothing afterwards. The processes of a side with a quorum are notified, one by one and wrongly, that those of
 *       the other side have departed. The notifications come in any order. No process joins a side that is cut off.
 *       The user of a process that knows that it is cut off does not count as waiting, nor does that of one that
 *       started cut off and has not been admitted: an admission may need processes that never join.
 * </dl>
 *
 * @param losses the most messages lost in the whole run
 * @param duplications the most messages delivered twice
 * @param crashes the most processes that crash
 * @param linkFailures the most failures of links
 * @param linkRecoveries the most recoveries of failed links
 * @param joins the most processes, absent at the start, that join
 * @param leaves the most processes asked to leave
 * @param falseDepartures the most notifications of the departure of a live process
 * @param partitions the partitions of which at most one happens, each given by the processes of one side; empty for
 *     none
 */
@RecordBuilder
public record FaultBudget(
        int losses,
        int duplications,
        int crashes,
        int linkFailures,
        int linkRecoveries,
        int joins,
        int leaves,
        int falseDepartures,
        List<SortedSet<ProcessId>> partitions)
        implements FaultBudgetBuilder.With {

    /** No faults. */
    public static final FaultBudget NONE = new FaultBudget(0, 0, 0, 0, 0, 0, 0, 0, List.of());

    /** @throws IllegalArgumentException if a number is negative, or a side of a partition is empty */
    public FaultBudget {
        Require.that(
                IntStream.of(
                                losses,
                                duplications,
                                crashes,
                                linkFailures,
                                linkRecoveries,
                                joins,
                                leaves,
                                falseDepartures)
                        .allMatch(number -> number >= 0),
                "the number of faults must not be negative");
        List<SortedSet<ProcessId>> sides = new ArrayList<>();
        for (SortedSet<ProcessId> side : partitions) {
            Require.that(!side.isEmpty(), "a side of a partition must not be empty");
            sides.add(Sorted.set(side));
        }
        partitions = List.copyOf(sides);
    }

    /** The faults and changes of a scenario. */
    public static FaultBudget of(Scenario scenario) {
        return new FaultBudget(
                scenario.times(Fault.LOSS),
                scenario.times(Fault.DUPLICATE),
                scenario.times(Fault.CRASH),
                scenario.times(Fault.LINK_FAILURE),
                scenario.times(Fault.LINK_RECOVERY),
                scenario.times(Fault.JOIN),
                scenario.times(Fault.LEAVE),
                scenario.times(Fault.FALSE_DEPARTURE),
                scenario.partition().isEmpty() ? List.of() : List.of(scenario.partition()));
    }

    /** This budget with this partition and no other. */
    public FaultBudget withPartition(Set<ProcessId> side) {
        return withPartitions(List.of(new TreeSet<>(side)));
    }

    /** Whether the budget admits anything that affects processes or links, not only messages. */
    boolean changes() {
        return crashes + linkFailures + joins + leaves + falseDepartures + partitions.size() > 0;
    }
}
