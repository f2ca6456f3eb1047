package symposium.checker.local;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Values that are equal to others and not the same objects: a sample.
 *
 * @param <U> a use of such a value
 */
final class EqualValues<T, U> {

    /** How many values have others, and how many uses are known. */
    private static final int SAMPLE = 1_000;

    /** How many others are taken for a value. */
    private static final int MOST_OTHERS = 16;

    /** @param differs whether it prints differently */
    private record Other<T>(T value, boolean differs, int count) {}

    private final Map<T, Other<T>> others = new ConcurrentHashMap<>();
    private final AtomicInteger used = new AtomicInteger();
    private final Map<T, List<U>> uses = new ConcurrentHashMap<>();

    /** A value that is kept has a use. */
    void uses(T kept, U use) {
        if (used.getAndIncrement() < SAMPLE) {
            uses.merge(kept, List.of(use), (some, more) -> Stream.concat(some.stream(), more.stream())
                    .toList());
        }
    }

    /**
     * Takes a value that is equal to one that is kept.
     *
     * @return the uses of that so far, if this is another object and in the sample
     */
    List<U> meets(T kept, T other) {
        Other<T> before = others.getOrDefault(kept, new Other<>(kept, false, 0));
        boolean full = before.count() == MOST_OTHERS || before.count() == 0 && others.size() >= SAMPLE;
        if (kept == other || full) {
            return List.of();
        }
        boolean differs = !kept.toString().equals(other.toString());
        int count = before.count() + 1;
        if (before.differs() && !differs) {
            others.put(kept, new Other<>(before.value(), true, count));
            return List.of();
        }
        others.put(kept, new Other<>(other, differs, count));
        return uses.getOrDefault(kept, List.of());
    }

    /** Another object that is equal to this one, one that prints differently if any is known, or else this one. */
    T other(T kept) {
        Other<T> known = others.get(kept);
        return known == null ? kept : known.value();
    }
}
