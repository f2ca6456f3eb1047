package symposium.checker;

import java.util.List;

/**
 * What is so around the processes, known to them or not, and how much of the budget of faults is spent. Processes go by their places, sets
 * of them by a bit each; a pair of processes by one number, see {@link Environments#pair}.
 *
 * @param losses messages lost so far
 * @param duplications messages doubled so far
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

    Environment losing() {
        return new Environment(
                losses + 1,
                duplications,
                crashes,
                failures,
                recoveries,
                leaves,
                present,
                gone,
                left,
                down,
                side,
                cutOff);
    }

    Environment duplication() {
        return new Environment(
                losses,
                duplications + 1,
                crashes,
                failures,
                recoveries,
                leaves,
                present,
                gone,
                left,
                down,
                side,
                cutOff);
    }

    Environment crashing(int process) {
        return new Environment(
                losses,
                duplications,
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

    Environment failing(List<Integer> nowDown) {
        return new Environment(
                losses,
                duplications,
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

    Environment recovering(List<Integer> nowDown) {
        return new Environment(
                losses,
                duplications,
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

    Environment asking() {
        return new Environment(
                losses,
                duplications,
                crashes,
                failures,
                recoveries,
                leaves + 1,
                present,
                gone,
                left,
                down,
                side,
                cutOff);
    }

    Environment leaving(int process) {
        return new Environment(
                losses,
                duplications,
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

    Environment joining(int process) {
        return new Environment(
                losses,
                duplications,
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

    Environment parted(long one, long without) {
        return new Environment(
                losses, duplications, crashes, failures, recoveries, leaves, present, gone, left, down, one, without);
    }
}
