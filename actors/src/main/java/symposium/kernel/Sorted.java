package symposium.kernel;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Immutable sorted sets and maps, for the states of processes. A map with one entry more or less than another made
 * here takes time and space logarithmic in their size; everything else takes linear time.
 */
public final class Sorted {

    private static final SortedSet<?> NO_ELEMENT = Platform.unmodifiable(new TreeSet<>());
    private static final SortedMap<?, ?> NO_ENTRY = Platform.unmodifiable(new TreeMap<>());

    private Sorted() {}

    /** Returns the empty set. */
    @SuppressWarnings("unchecked")
    public static <T> SortedSet<T> set() {
        return (SortedSet<T>) NO_ELEMENT;
    }

    /** Returns the set of these elements, in their natural order. */
    public static <T extends Comparable<T>> SortedSet<T> set(Collection<? extends T> some) {
        return Platform.unmodifiable(new TreeSet<T>(some));
    }

    /** Returns the processes at the other ends of these links. */
    public static SortedSet<ProcessId> ids(Neighbours neighbours) {
        return set(neighbours.all().stream().map(Neighbour::id).toList());
    }

    /** Returns the set with one more element. */
    public static <T extends Comparable<T>> SortedSet<T> with(SortedSet<T> some, T one) {
        return union(some, List.of(one));
    }

    /** Returns the union of two sets. */
    public static <T extends Comparable<T>> SortedSet<T> union(SortedSet<T> some, Collection<? extends T> others) {
        TreeSet<T> more = new TreeSet<>(some);
        more.addAll(others);
        return Platform.unmodifiable(more);
    }

    /** Returns the set without an element. */
    public static <T extends Comparable<T>> SortedSet<T> without(SortedSet<T> some, T one) {
        return only(some, each -> !each.equals(one));
    }

    /** Returns the difference of two sets. */
    public static <T extends Comparable<T>> SortedSet<T> without(SortedSet<T> some, Collection<? extends T> those) {
        return only(some, each -> !those.contains(each));
    }

    /** Returns the elements that satisfy a condition. */
    public static <T extends Comparable<T>> SortedSet<T> only(SortedSet<T> some, Predicate<? super T> condition) {
        TreeSet<T> fewer = new TreeSet<>(some);
        fewer.removeIf(condition.negate());
        return Platform.unmodifiable(fewer);
    }

    /** Returns the empty map. */
    @SuppressWarnings("unchecked")
    public static <K, V> SortedMap<K, V> map() {
        return (SortedMap<K, V>) NO_ENTRY;
    }

    /** Returns the map of these entries, in the natural order of keys. */
    public static <K extends Comparable<K>, V> SortedMap<K, V> map(Map<? extends K, ? extends V> some) {
        return Platform.unmodifiable(new TreeMap<K, V>(some));
    }

    /** Returns the map with {@code key} mapped to {@code value}. */
    public static <K extends Comparable<K>, V> SortedMap<K, V> with(SortedMap<K, V> some, K key, V value) {
        return SortedTree.of(some).with(key, value);
    }

    /** Returns the map without a key. */
    public static <K extends Comparable<K>, V> SortedMap<K, V> without(SortedMap<K, V> some, K key) {
        return SortedTree.of(some).without(key);
    }

    /** Returns the entries with keys that satisfy a condition. */
    public static <K extends Comparable<K>, V> SortedMap<K, V> only(
            SortedMap<K, V> some, Predicate<? super K> condition) {
        return SortedTree.of(some).only(condition);
    }

    /** Returns the greatest key that is less than a bound, if there is one. */
    public static <K extends Comparable<K>, V> Optional<K> before(SortedMap<K, V> some, K bound) {
        return SortedTree.of(some).before(bound);
    }

    /** Returns the least key that is greater than a bound, if there is one. */
    public static <K extends Comparable<K>, V> Optional<K> after(SortedMap<K, V> some, K bound) {
        return SortedTree.of(some).after(bound);
    }
}
