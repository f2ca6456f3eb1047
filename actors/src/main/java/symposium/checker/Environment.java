package symposium.checker;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The environment of the processes, known to them or not, and how much of the fault budget is spent. Processes go by their places, sets
 * of them by a bit each; a pair of processes by one number, see {@link Environments#pair}.
 *
 * @param losses messages lost so far
 * @param duplications messages duplicated so far
 * @param crashes processes crashed so far
 * @param failures failures of links so far
 * @param recoveries recoveries of links so far
 * @param leaves processes asked to leave so far
 * @param present the processes that have been there
 * @param gone those of them that have crashed or left
 * @param left those of them that have left in good order
 * @param down the pairs whose link is down, ascending
 * @param side one side of the partition, or 0 before there is one
 * @param cutOff the processes that it cuts off
 */
@RecordBuilder
record Environment(
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
        long side,
        long cutOff)
        implements EnvironmentBuilder.With {

    boolean alive(int process) {
        return (live() & 1L << process) != 0;
    }

    long live() {
        return present & ~gone;
    }

    boolean gone(int process) {
        return (gone >>> process & 1) != 0;
    }

    boolean left(int process) {
        return (left >>> process & 1) != 0;
    }

    boolean across(int one, int other) {
        return (side >>> one & 1) != (side >>> other & 1);
    }

    /** All on the side of a process; all processes before there is a partition. */
    long sideOf(int process) {
        return (side >>> process & 1) != 0 ? side : ~side;
    }

    Environment leaving(int process) {
        return with(next -> next.gone(gone | 1L << process).left(left | 1L << process));
    }
}
