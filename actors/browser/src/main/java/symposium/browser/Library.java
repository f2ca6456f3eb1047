package symposium.browser;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What {@link LibraryRepair} puts in the place of methods of Java's library. */
final class Library {

    private Library() {}

    /** The different elements. */
    static <T> Stream<T> distinct(Stream<T> some) {
        return some.filter(new HashSet<>()::add);
    }

    /** The same entries, which do not change. */
    @SuppressWarnings("unchecked") // an array of a generic type
    static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> some) {
        List<Map.Entry<K, V>> entries = new ArrayList<>();
        some.forEach((key, value) -> entries.add(Map.entry(key, value)));
        return entries.isEmpty()
                ? Map.of()
                : Map.ofEntries((Map.Entry<K, V>[]) entries.toArray(new Map.Entry<?, ?>[0]));
    }

    /** As near as an {@code int} comes. */
    static int clamped(long number) {
        return (int) Math.min(number, Integer.MAX_VALUE);
    }

    static String text(Optional<?> value) {
        return value.isPresent() ? "Optional[" + value.get() + "]" : "Optional.empty";
    }

    static String text(OptionalInt value) {
        return value.isPresent() ? "OptionalInt[" + value.getAsInt() + "]" : "OptionalInt.empty";
    }

    static String text(OptionalLong value) {
        return value.isPresent() ? "OptionalLong[" + value.getAsLong() + "]" : "OptionalLong.empty";
    }
}
