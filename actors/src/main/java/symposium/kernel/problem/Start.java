package symposium.kernel.problem;

import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.Sorted;

/**
 * The start of a run.
 *
 * @param processes the processes that are present at the start
 * @param holder the process at which the token starts
 * @param quorum the number of processes that must agree, in an algorithm that tolerates crashes by agreement
 */
public record Start(SortedSet<ProcessId> processes, ProcessId holder, int quorum) {

    /**
     * @throws IllegalArgumentException if there is no process, the holder is not one of the processes, or the quorum
     *     is too small or too large
     */
    public Start {
        Require.that(!processes.isEmpty(), "a run needs at least one process");
        Require.that(
                processes.contains(holder),
                "the holder is one of the processes " + processes.first() + " to " + processes.last() + ", not "
                        + holder);
        Require.that(
                quorum >= 1 && quorum <= processes.size(),
                "a quorum of " + processes.size() + " processes is from 1 to as many, not " + quorum);
    }

    /**
     * Returns the start of processes 0 to {@code processes} - 1, with the token at {@code holder} and a majority as
     * quorum.
     */
    public static Start of(int processes, int holder) {
        SortedSet<ProcessId> all =
                IntStream.range(0, processes).mapToObj(ProcessId::of).collect(Collectors.toCollection(TreeSet::new));
        return new Start(Sorted.set(all), ProcessId.of(holder), processes / 2 + 1);
    }

    /** Returns a copy with another quorum. */
    public Start withQuorum(int other) {
        return new Start(processes, holder, other);
    }
}
