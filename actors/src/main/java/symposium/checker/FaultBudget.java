package symposium.checker;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Fault;
import symposium.kernel.ProcessId;
import symposium.kernel.Scenario;

/**
 * Which faults and changes an exploration lets happen, at any moment and in any combination. Each number is a budget for the whole run.
 *
 * <p>Nobody learns of a change at the moment at which it happens. Every process is told at a later moment of its own, of one thing at a
 * time and in any order, by {@code NeighboursChanged}; that it is told, and that what comes back comes back, is owed: it happens in the
 * end. What a process is told of is the difference between what it knows and what is so, and so what has changed back before it was told
 * is not told.
 *
 * <dl>
 *   <dt>Loss, doubling
 *   <dd>A message under way vanishes, or arrives and stays under way.
 *   <dt>Crash
 *   <dd>The process stops. What is under way to it, and what is sent to it later, vanishes. What it has sent arrives until the recipient is
 *       told of the departure, and vanishes then.
 *   <dt>Link failure
 *   <dd>The link between two neighbours that are alive fails in both directions. What is under way on it, and what is sent into it
 *       later, comes back to its sender as {@code Undeliverable}, each message at a moment of its own; of one direction in the order of
 *       sending over FIFO channels, in any order over unordered ones; before or after the sender is told that the link has failed. Each
 *       end is told: its neighbours are then those of before without the other, and the departed are those of before. What was coming
 *       back to a process that crashes or leaves vanishes; what was to go to one comes back all the same.
 *   <dt>Link recovery
 *   <dd>Possible once both ends have been told that the link failed, and everything on it has come back. Each end is told; what is sent to an
 *       end that has not been told yet waits until it has been. A link may fail again before its ends have been told of the recovery; who has not
 *       been told by then is told of neither. A recovery is owed while the links that are down separate processes that are alive, for then
 *       nobody can do without it; elsewhere it may never come.
 *   <dt>Joining
 *   <dd>One of the processes that are not there at the start comes: see {@link Model#arriving}. It starts with the neighbours that it has
 *       then, the dead left out, or cut off where the model {@linkplain Model#startingCutOff says so}. The others are told later; what it
 *       sends to one that has not been told yet waits until it has been. A later incarnation of a process comes once the earlier one is dead,
 *       and whoever knows the earlier one is told of its departure before it is told of the later one.
 *   <dt>Leaving
 *   <dd>A process is asked, by {@code Leave}, and goes on taking part until it says by {@code Left} that it has handed over. Then it takes no
 *       step any more. There is a phase of shutting down: what it has sent still arrives; what is under way to it, and what is sent to it by
 *       those who have not been told, comes back to its sender as {@code Undeliverable}; and a process is told of the departure only when
 *       nothing is under way between the two in either direction. Whoever is asked to leave has to get away in the end: as long as it has not,
 *       it counts as one who waits.
 *   <dt>Partition
 *   <dd>Once, at one moment, all links between the processes of one side and all others fail for good. Unlike with a single link, nothing
 *       comes back: what is under way across, what is sent across later, and what was coming back over such a link, vanishes. A side on which
 *       fewer processes are alive at that moment than the {@linkplain Model#quorum quorum} is cut off: each of its processes is told so by
 *       {@code NeighboursChanged} without any neighbour, and is told nothing else afterwards. The processes of a side that has a quorum are told,
 *       one by one, that those of the other have departed, which is not so. All of this in any order. Nobody joins a side that is cut off.
 *       The user of a process that has been told that it is cut off is promised nothing, and does not count as one who waits.
 * </dl>
 *
 * @param losses how many messages may be lost in all
 * @param duplications how many messages may be delivered twice in all
 * @param crashes how many processes may crash in all
 * @param linkFailures how often a link may fail, in all
 * @param linkRecoveries how often a link that has failed may recover, in all
 * @param joins how many of the processes that are not there at the start may come
 * @param leaves how many processes may be asked to leave
 * @param partitions the partitions of which one may happen, each by the processes of one side; empty for none
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
        List<SortedSet<ProcessId>> partitions)
        implements FaultBudgetBuilder.With {

    /** No faults. */
    public static final FaultBudget NONE = new FaultBudget(0, 0, 0, 0, 0, 0, 0, List.of());

    /** @throws IllegalArgumentException when a number is negative, or a side of a partition is empty */
    public FaultBudget {
        if (losses < 0
                || duplications < 0
                || crashes < 0
                || linkFailures < 0
                || linkRecoveries < 0
                || joins < 0
                || leaves < 0) {
            throw new IllegalArgumentException("faults are counted from 0");
        }
        List<SortedSet<ProcessId>> sides = new ArrayList<>();
        for (SortedSet<ProcessId> side : partitions) {
            if (side.isEmpty()) {
                throw new IllegalArgumentException("a side of a partition has at least one process");
            }
            sides.add(Collections.unmodifiableSortedSet(new TreeSet<>(side)));
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
                scenario.partition().isEmpty() ? List.of() : List.of(scenario.partition()));
    }

    /** Up to {@code losses} messages are lost. */
    public static FaultBudget losses(int losses) {
        return NONE.withLosses(losses);
    }

    /** Up to {@code crashes} processes crash. */
    public static FaultBudget crashes(int crashes) {
        return NONE.withCrashes(crashes);
    }

    /** Up to {@code failures} times a link fails. */
    public static FaultBudget linkFailures(int failures) {
        return NONE.withLinkFailures(failures);
    }

    /** Up to {@code joins} processes come. */
    public static FaultBudget joins(int joins) {
        return NONE.withJoins(joins);
    }

    /** Up to {@code leaves} processes are asked to leave. */
    public static FaultBudget leaves(int leaves) {
        return NONE.withLeaves(leaves);
    }

    /** The processes of one side are separated from all others. */
    public static FaultBudget partition(Set<ProcessId> side) {
        return NONE.withPartition(side);
    }

    /** The same with this partition and no other. */
    public FaultBudget withPartition(Set<ProcessId> side) {
        return withPartitions(List.of(new TreeSet<>(side)));
    }

    /** Every way to divide these processes into two sides, each by the side without the first of them. */
    public static List<SortedSet<ProcessId>> everyPartition(SortedSet<ProcessId> processes) {
        List<ProcessId> others = List.copyOf(processes).subList(1, processes.size());
        List<SortedSet<ProcessId>> sides = new ArrayList<>();
        for (long chosen = 1; chosen < 1L << others.size(); chosen++) {
            SortedSet<ProcessId> side = new TreeSet<>();
            for (int place = 0; place < others.size(); place++) {
                if ((chosen >>> place & 1) != 0) {
                    side.add(others.get(place));
                }
            }
            sides.add(side);
        }
        return sides;
    }

    /** Whether anything but a message is affected. */
    boolean changes() {
        return crashes + linkFailures + joins + leaves + partitions.size() > 0;
    }
}
