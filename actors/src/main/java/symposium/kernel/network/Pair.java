package symposium.kernel.network;

import java.util.List;
import symposium.kernel.ProcessId;

/**
 * The ends of a link between two processes, in the order of their names.
 *
 * @param one the first
 * @param other the second
 */
public record Pair(ProcessId one, ProcessId other) {

    /** Returns the pair of these two, in either order. */
    public static Pair of(ProcessId one, ProcessId other) {
        return one.compareTo(other) < 0 ? new Pair(one, other) : new Pair(other, one);
    }

    /** Returns both ends. */
    public List<ProcessId> ends() {
        return List.of(one, other);
    }

    /** Returns the end that is not this one. */
    public ProcessId otherThan(ProcessId end) {
        return end.equals(one) ? other : one;
    }
}
