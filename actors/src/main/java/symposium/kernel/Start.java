package symposium.kernel;

import java.util.SortedSet;

/**
 * How a run starts.
 *
 * @param processes every process there is at the start
 * @param holder the process at which the token starts
 */
public record Start(SortedSet<ProcessId> processes, ProcessId holder) {

    /** @throws IllegalArgumentException when there is no process, or the holder is not one of them */
    public Start {
        if (processes.isEmpty()) {
            throw new IllegalArgumentException("a run needs at least one process");
        }
        if (!processes.contains(holder)) {
            throw new IllegalArgumentException("the holder is one of the processes " + processes.first() + " to "
                    + processes.last() + ", not " + holder);
        }
    }

    /** Processes 0 to {@code processes} - 1, the token at {@code holder}. */
    public static Start of(int processes, int holder) {
        SortedSet<ProcessId> all = new java.util.TreeSet<>();
        for (int number = 0; number < processes; number++) {
            all.add(ProcessId.of(number));
        }
        return new Start(java.util.Collections.unmodifiableSortedSet(all), ProcessId.of(holder));
    }
}
