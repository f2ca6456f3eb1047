package symposium.kernel;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Predicate;
import org.pcollections.TreePMap;
import org.pcollections.TreePSet;

/**
 * Immutable sorted sets and maps, for the states of processes. A set or map with one entry more or less than another
 * made here takes time and space logarithmic in their size; everything else takes linear time.
 */
public final class Sorted {

    private static final TreePSet<?> NO_ELEMENT = TreePSet.<Integer>empty();
    private static final TreePMap<?, ?> NO_ENTRY = TreePMap.<Integer, Object>empty();

    private Sorted() {}

    /** Returns the empty set. */
    @SuppressWarnings("unchecked")
    public static <T> SortedSet<T> set() {
        return (SortedSet<T>) NO_ELEMENT;
    }

    /** Returns the set of these elements, in their natural order. */
    public static <T extends Comparable<T>> SortedSet<T> set(Collection<? extends T> some) {
        return TreePSet.from(some);
    }

    /** Returns the processes at the other ends of these links. */
    public static SortedSet<ProcessId> ids(Neighbours neighbours) {
        return set(neighbours.all().stream().map(Neighbour::id).toList());
    }

    /** Returns the set with one more element. */
    public static <T extends Comparable<T>> SortedSet<T> with(SortedSet<T> some, T one) {
        return tree(some).plus(one);
    }

    /** Returns the union of two sets. */
    public static <T extends Comparable<T>> SortedSet<T> union(SortedSet<T> some, Collection<? extends T> others) {
        return tree(some).plusAll(others);
    }

    /** Returns the set without an element. */
    public static <T extends Comparable<T>> SortedSet<T> without(SortedSet<T> some, T one) {
        return tree(some).minus(one);
    }

    /** Returns the difference of two sets. */
    public static <T extends Comparable<T>> SortedSet<T> without(SortedSet<T> some, Collection<? extends T> those) {
        return tree(some).minusAll(those);
    }

    /** Returns the elements that satisfy a condition. */
    public static <T extends Comparable<T>> SortedSet<T> only(SortedSet<T> some, Predicate<? super T> condition) {
        return tree(some).minusAll(except(some, condition));
    }

    /** Returns the empty map. */
    @SuppressWarnings("unchecked")
    public static <K, V> SortedMap<K, V> map() {
        return (SortedMap<K, V>) NO_ENTRY;
    }

    /** Returns the map of these entries, in the natural order of keys. */
    public static <K extends Comparable<K>, V> SortedMap<K, V> map(Map<? extends K, ? extends V> some) {
        return TreePMap.from(some);
    }

    /** Returns the map with {@code key} mapped to {@code value}. */
    public static <K extends Comparable<K>, V> SortedMap<K, V> with(SortedMap<K, V> some, K key, V value) {
        return tree(some).plus(key, value);
    }

    /** Returns the map without a key. */
    public static <K extends Comparable<K>, V> SortedMap<K, V> without(SortedMap<K, V> some, K key) {
        return tree(some).minus(key);
    }

    /** Returns the entries with keys that satisfy a condition. */
    public static <K extends Comparable<K>, V> SortedMap<K, V> only(
            SortedMap<K, V> some, Predicate<? super K> condition) {
        return tree(some).minusAll(except(some.keySet(), condition));
    }

    /** Returns the greatest key that is less than a bound, if there is one. */
    public static <K extends Comparable<K>, V> Optional<K> before(SortedMap<K, V> some, K bound) {
        return Optional.ofNullable(tree(some).lowerKey(bound));
    }

    /** Returns the least key that is greater than a bound, if there is one. */
    public static <K extends Comparable<K>, V> Optional<K> after(SortedMap<K, V> some, K bound) {
        return Optional.ofNullable(tree(some).higherKey(bound));
    }

    private static <T> List<T> except(Collection<T> some, Predicate<? super T> condition) {
        return some.stream().filter(condition.negate()).toList();
    }

    /** Returns the set itself if it is made here, or a copy. */
    private static <T extends Comparable<T>> TreePSet<T> tree(SortedSet<T> some) {
        return TreePSet.fromSortedSet(some);
    }

    /** Returns the map itself if it is made here, or a copy. */
    private static <K extends Comparable<K>, V> TreePMap<K, V> tree(SortedMap<K, V> some) {
        return TreePMap.fromSortedMap(some);
    }
}
