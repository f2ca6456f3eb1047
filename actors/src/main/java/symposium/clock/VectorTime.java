package symposium.clock;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import symposium.kernel.ProcessId;

/**
 * For each process a number of its events; partially ordered, as causes and effects are. Immutable; equal when all numbers are.
 *
 * @param counts the numbers, 1 or more; who is not named counts 0
 */
public record VectorTime(SortedMap<ProcessId, Long> counts) {

    /** No event of anybody. */
    public static final VectorTime ZERO = new VectorTime(Collections.emptySortedMap());

    /** @throws IllegalArgumentException when a process is named with less than 1 */
    public VectorTime {
        for (Map.Entry<ProcessId, Long> count : counts.entrySet()) {
            if (count.getValue() < 1) {
                throw new IllegalArgumentException("a process that is named has at least one event, not " + count);
            }
        }
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    }

    /** How many events of this process. */
    public long of(ProcessId process) {
        return counts.getOrDefault(process, 0L);
    }

    /** One event of this process more. */
    public VectorTime plusOne(ProcessId process) {
        SortedMap<ProcessId, Long> more = new TreeMap<>(counts);
        more.merge(process, 1L, Long::sum);
        return new VectorTime(more);
    }

    /** The greater of both numbers, for each process. */
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

    /** Whether no number is greater than the other's, and one is smaller. */
    public boolean isBefore(VectorTime other) {
        return isAtMost(other) && !equals(other);
    }

    /** Whether neither is at most the other. */
    public boolean isBeside(VectorTime other) {
        return !isAtMost(other) && !other.isAtMost(this);
    }

    /** Process and number of each that is not 0: {@code [0:2 1:1]}. */
    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(count -> count.getKey() + ":" + count.getValue())
                .collect(Collectors.joining(" ", "[", "]"));
    }
}
