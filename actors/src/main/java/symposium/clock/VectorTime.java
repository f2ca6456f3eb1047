package symposium.clock;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.Sorted;

/**
 * A number of events for each process, partially ordered like causality. Immutable; equal if all numbers are equal.
 *
 * @param counts the numbers, at least 1; a process without an entry has 0
 */
public record VectorTime(SortedMap<ProcessId, Long> counts) {

    /** No event of any process. */
    public static final VectorTime ZERO = new VectorTime(Sorted.map());

    /** @throws IllegalArgumentException if an entry is less than 1 */
    public VectorTime {
        for (Map.Entry<ProcessId, Long> count : counts.entrySet()) {
            Require.that(count.getValue() >= 1, "an entry must be at least 1, not " + count);
        }
        counts = Sorted.map(counts);
    }

    /** The number of events of this process. */
    public long of(ProcessId process) {
        return counts.getOrDefault(process, 0L);
    }

    /** This time with one more event of this process. */
    public VectorTime plusOne(ProcessId process) {
        SortedMap<ProcessId, Long> more = new TreeMap<>(counts);
        more.merge(process, 1L, Long::sum);
        return new VectorTime(more);
    }

    /** The greater number for each process. */
    public VectorTime max(VectorTime other) {
        if (other.isAtMost(this)) {
            return this;
        }
        SortedMap<ProcessId, Long> greater = new TreeMap<>(counts);
        other.counts.forEach((process, count) -> greater.merge(process, count, Math::max));
        return new VectorTime(greater);
    }

    /** Whether no number is greater than the other's. */
    public boolean isAtMost(VectorTime other) {
        return counts.entrySet().stream().allMatch(count -> count.getValue() <= other.of(count.getKey()));
    }

    /** Whether no number is greater than the other's, and at least one is smaller. */
    public boolean isBefore(VectorTime other) {
        return isAtMost(other) && !equals(other);
    }

    /** The process and number of each non-zero entry: {@code [0:2 1:1]}. */
    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(count -> count.getKey() + ":" + count.getValue())
                .collect(Collectors.joining(" ", "[", "]"));
    }
}
