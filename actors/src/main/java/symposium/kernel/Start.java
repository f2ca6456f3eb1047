package symposium.kernel;

import java.util.SortedSet;

/**
 * How a run starts.
 *
 * @param processes every process there is at the start
 * @param holder the process at which the token starts
 * @param quorum how many processes must agree where an algorithm that stands crashes asks for agreement
 */
public record Start(SortedSet<ProcessId> processes, ProcessId holder, int quorum) {

    /** @throws IllegalArgumentException when there is no process, the holder is not one of them, or the quorum is not a number of them */
    public Start {
        if (processes.isEmpty()) {
            throw new IllegalArgumentException("a run needs at least one process");
        }
        if (!processes.contains(holder)) {
            throw new IllegalArgumentException("the holder is one of the processes " + processes.first() + " to "
                    + processes.last() + ", not " + holder);
        }
        if (quorum < 1 || quorum > processes.size()) {
            throw new IllegalArgumentException(
                    "a quorum of " + processes.size() + " processes is from 1 to as many, not " + quorum);
        }
    }

    /** Processes 0 to {@code processes} - 1, the token at {@code holder}, a majority as quorum. */
    public static Start of(int processes, int holder) {
        SortedSet<ProcessId> all = new java.util.TreeSet<>();
        for (int number = 0; number < processes; number++) {
            all.add(ProcessId.of(number));
        }
        return new Start(java.util.Collections.unmodifiableSortedSet(all), ProcessId.of(holder), processes / 2 + 1);
    }

    /** The same with another quorum. */
    public Start withQuorum(int other) {
        return new Start(processes, holder, other);
    }
}
