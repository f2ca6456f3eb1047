package symposium.checker.local;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The environment of the processes: faults, changes of the membership, and the spent part of the fault budget. A
 * process is denoted by its index, a set of processes by a bit mask, and a pair of processes by one number, see
 * {@link Environments#pair}.
 *
 * @param losses messages lost so far
 * @param duplications messages duplicated so far
 * @param crashes processes crashed so far
 * @param failures failures of links so far
 * @param recoveries recoveries of links so far
 * @param leaves processes asked to leave so far
 * @param present all processes that have joined, departed ones included
 * @param gone processes that have crashed or left
 * @param left processes that have left in good order
 * @param down the pairs whose link is down, ascending
 * @param unheard the links whose recipient was notified of a departure of the live sender, ascending, see
 *     {@link Environments#link}
 * @param side one side of the partition, or 0 before a partition
 * @param cutOff the processes that the partition cuts off
 */
@RecordBuilder
public record Environment(
        int losses,
        int duplications,
        int crashes,
        int failures,
        int recoveries,
        int leaves,
        long present,
        long gone,
        long left,
        List<Integer> down,
        List<Integer> unheard,
        long side,
        long cutOff)
        implements EnvironmentBuilder.With {

    public boolean alive(int process) {
        return (live() & 1L << process) != 0;
    }

    long live() {
        return present & ~gone;
    }

    boolean gone(int process) {
        return (gone >>> process & 1) != 0;
    }

    public boolean left(int process) {
        return (left >>> process & 1) != 0;
    }

    boolean across(int one, int other) {
        return (side >>> one & 1) != (side >>> other & 1);
    }

    /** The processes on the same side as {@code process}; all processes before a partition. */
    long sideOf(int process) {
        return (side >>> process & 1) != 0 ? side : ~side;
    }
}
