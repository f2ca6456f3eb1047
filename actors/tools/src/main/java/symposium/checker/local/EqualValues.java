package symposium.checker.local;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Values that are equal to others, and print differently: a sample. */
final class EqualValues<T> {

    private static final int SAMPLE = 1_000;

    private final AtomicInteger met = new AtomicInteger();
    private final Map<T, T> others = new ConcurrentHashMap<>();

    /** Takes a value that is equal to one that is kept. */
    void meets(T kept, T other) {
        if (kept != other && met.getAndIncrement() < SAMPLE && !kept.toString().equals(other.toString())) {
            others.putIfAbsent(kept, other);
        }
    }

    /** A value that is equal to this one and prints differently if one is known, or else this one. */
    T other(T kept) {
        return others.isEmpty() ? kept : others.getOrDefault(kept, kept);
    }
}
