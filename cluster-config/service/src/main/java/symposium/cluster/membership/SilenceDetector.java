package symposium.cluster.membership;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Finds the other processes from which nothing has come for a stated time although an answer of theirs is due and the
 * cluster reaches them. Heartbeats of the cluster go another way than the messages of a link: a way on which every
 * message is lost is noticed here alone.
 *
 * @param <K> what the others are known by
 */
public final class SilenceDetector<K extends Comparable<K>> {

    private final long timeout;
    private final LongSupplier nanoTime;
    private final Map<K, Long> waitingSince = new HashMap<>();
    private final SortedSet<K> silent = new TreeSet<>();

    /**
     * @param timeout the longest time without a sign of life while an answer is due
     * @param nanoTime a clock, in nanoseconds
     */
    public SilenceDetector(Duration timeout, LongSupplier nanoTime) {
        this.timeout = timeout.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * Something has come from this process.
     *
     * @return whether it was silent
     */
    public boolean heard(K other) {
        waitingSince.remove(other);
        return silent.remove(other);
    }

    /**
     * An answer is due of these processes, which are reachable, and of no others.
     *
     * @return those that have been silent for the time-out, or for another one since they were last returned
     */
    public SortedSet<K> overdue(Set<K> due) {
        long now = nanoTime.getAsLong();
        waitingSince.keySet().retainAll(due);
        silent.retainAll(due);
        SortedSet<K> overdue = new TreeSet<>();
        for (K other : due) {
            if (now - waitingSince.computeIfAbsent(other, fresh -> now) >= timeout) {
                waitingSince.put(other, now);
                overdue.add(other);
            }
        }
        silent.addAll(overdue);
        return overdue;
    }

    /** Those that are silent now. */
    public SortedSet<K> silent() {
        return new TreeSet<>(silent);
    }
}
