package symposium.checker;

import java.util.List;

/**
 * What is so around the processes, known to them or not, and how much of the budget of faults is spent. Processes go by their places, sets
 * of them by a bit each; a pair of processes by one number, see {@link Worlds#pair}.
 *
 * @param losses messages lost so far
 * @param doublings messages doubled so far
 * @param crashes processes crashed so far
 * @param failures failures of links so far
 * @param recoveries recoveries of links so far
 * @param leaves processes asked to leave so far
 * @param present who is there, or was
 * @param gone who of those is dead
 * @param left who of those has left in good order
 * @param down between whom the link is down, ascending
 * @param side one side of the partition, or 0 before there is one
 * @param cutOff who is cut off by it
 */
record World(
        int losses,
        int doublings,
        int crashes,
        int failures,
        int recoveries,
        int leaves,
        long present,
        long gone,
        long left,
        List<Integer> down,
        long side,
        long cutOff) {

    boolean alive(int process) {
        return (present & ~gone & 1L << process) != 0;
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

    /** All on the side of a process; everyone before there is a partition. */
    long sideOf(int process) {
        return (side >>> process & 1) != 0 ? side : ~side;
    }

    World losing() {
        return new World(
                losses + 1, doublings, crashes, failures, recoveries, leaves, present, gone, left, down, side, cutOff);
    }

    World doubling() {
        return new World(
                losses, doublings + 1, crashes, failures, recoveries, leaves, present, gone, left, down, side, cutOff);
    }

    World crashing(int process) {
        return new World(
                losses,
                doublings,
                crashes + 1,
                failures,
                recoveries,
                leaves,
                present,
                gone | 1L << process,
                left,
                down,
                side,
                cutOff);
    }

    World failing(List<Integer> nowDown) {
        return new World(
                losses,
                doublings,
                crashes,
                failures + 1,
                recoveries,
                leaves,
                present,
                gone,
                left,
                nowDown,
                side,
                cutOff);
    }

    World recovering(List<Integer> nowDown) {
        return new World(
                losses,
                doublings,
                crashes,
                failures,
                recoveries + 1,
                leaves,
                present,
                gone,
                left,
                nowDown,
                side,
                cutOff);
    }

    World asking() {
        return new World(
                losses, doublings, crashes, failures, recoveries, leaves + 1, present, gone, left, down, side, cutOff);
    }

    World leaving(int process) {
        return new World(
                losses,
                doublings,
                crashes,
                failures,
                recoveries,
                leaves,
                present,
                gone | 1L << process,
                left | 1L << process,
                down,
                side,
                cutOff);
    }

    World joining(int process) {
        return new World(
                losses,
                doublings,
                crashes,
                failures,
                recoveries,
                leaves,
                present | 1L << process,
                gone,
                left,
                down,
                side,
                cutOff);
    }

    World parted(long one, long without) {
        return new World(
                losses, doublings, crashes, failures, recoveries, leaves, present, gone, left, down, one, without);
    }
}
