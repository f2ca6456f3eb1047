package symposium.kernel;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * An immutable sorted map. A version with one entry more or less shares all nodes except one path with the previous
 * version. The map is a B-tree of immutable nodes with all entries in its leaves (D. Comer, The Ubiquitous B-Tree,
 * Computing Surveys 11 (2), 1979). A node has up to {@value #MOST} entries or children, so a search visits only a few
 * nodes.
 *
 * <p>If two adjacent children of a node together have no more entries or children than one node can have, the next
 * removal from either merges them.
 */
final class SortedTree<K extends Comparable<K>, V> extends AbstractMap<K, V> implements SortedMap<K, V> {

    private static final int MOST = 16;

    /**
     * A leaf, or a node with children.
     *
     * @param ranks the ranks of the keys, or null if the keys have none
     * @param keys the keys of a leaf, or otherwise the first key of each child
     * @param below the values of a leaf, or otherwise the children
     * @param size the number of entries
     * @param height the height, which is 1 for a leaf
     */
    private record Node(long[] ranks, Object[] keys, Object[] below, int size, int height) {

        static final Node EMPTY = leaf(null, new Object[0], new Object[0]);

        static Node leaf(long[] ranks, Object[] keys, Object[] values) {
            return new Node(ranks, keys, values, keys.length, 1);
        }

        static Node leaf(Object[] keys, Object[] values) {
            return leaf(ranks(keys), keys, values);
        }

        static Node parent(Object[] children) {
            Object[] firsts = new Object[children.length];
            int size = 0;
            for (int at = 0; at < children.length; at++) {
                Node child = (Node) children[at];
                firsts[at] = child.keys[0];
                size += child.size;
            }
            return new Node(ranks(firsts), firsts, children, size, 1 + ((Node) children[0]).height);
        }

        private static long[] ranks(Object[] keys) {
            if (keys.length == 0 || !ranked(keys[0])) {
                return null;
            }
            long[] ranks = new long[keys.length];
            for (int at = 0; at < keys.length; at++) {
                ranks[at] = rank(keys[at]);
            }
            return ranks;
        }

        boolean isLeaf() {
            return height == 1;
        }

        Node child(int at) {
            return (Node) below[at];
        }

        /** Returns the position of the last key that is not greater, or -1 if all are greater. */
        <K extends Comparable<K>> int floor(K key, long rank) {
            int low = 0;
            int high = keys.length - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                if (compare(middle, key, rank) <= 0) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return high;
        }

        /** Returns the position of a key, or -1 if it is absent. */
        <K extends Comparable<K>> int find(K key, long rank) {
            int floor = floor(key, rank);
            return floor >= 0 && compare(floor, key, rank) == 0 ? floor : -1;
        }

        /** Compares the key at this position with another: by their ranks, if these differ. */
        @SuppressWarnings("unchecked") // a key of another type is a ClassCastException
        <K extends Comparable<K>> int compare(int at, K key, long rank) {
            if (ranks != null && ranks[at] != rank) {
                return ranks[at] < rank ? -1 : 1;
            }
            return ((K) keys[at]).compareTo(key);
        }

        Node withValue(int at, Object value) {
            return new Node(ranks, keys, with(below, at, value), size, height);
        }

        Node withChild(int at, Node child) {
            int now = size + child.size - child(at).size;
            Object first = child.keys[0];
            if (first == keys[at]) {
                return new Node(ranks, keys, with(below, at, child), now, height);
            }
            Object[] firsts = with(keys, at, first);
            long[] its = ranks == null ? null : ranks.clone();
            if (its != null) {
                its[at] = rank(first);
            }
            return new Node(its, firsts, with(below, at, child), now, height);
        }

        private static Object[] with(Object[] all, int at, Object one) {
            Object[] now = all.clone();
            now[at] = one;
            return now;
        }

        private Node part(int from, int to) {
            return isLeaf()
                    ? leaf(
                            ranks == null ? null : Arrays.copyOfRange(ranks, from, to),
                            Arrays.copyOfRange(keys, from, to),
                            Arrays.copyOfRange(below, from, to))
                    : parent(Arrays.copyOfRange(below, from, to));
        }

        /** Returns this node and the next one, joined. */
        private Node joined(Node next) {
            return isLeaf()
                    ? leaf(joined(keys, next.keys), joined(below, next.below))
                    : parent(joined(below, next.below));
        }

        private static Object[] joined(Object[] some, Object[] others) {
            Object[] all = Arrays.copyOf(some, some.length + others.length);
            System.arraycopy(others, 0, all, some.length, others.length);
            return all;
        }
    }

    /**
     * Returns whether keys like this one have ranks. These are numbers in the same order as the keys, and are compared
     * first.
     */
    private static boolean ranked(Object key) {
        return key instanceof Integer || key instanceof Long;
    }

    private static long rank(Object key) {
        return key instanceof Integer number ? number : key instanceof Long number ? number : 0;
    }

    private final Node root;

    private SortedTree(Node root) {
        this.root = root;
    }

    /** Returns the map itself if it is such a tree, or a copy. */
    static <K extends Comparable<K>, V> SortedTree<K, V> of(SortedMap<K, V> some) {
        return some instanceof SortedTree<K, V> tree ? tree : of(List.copyOf(some.entrySet()));
    }

    /** Returns the map of these entries, which are in the order of their keys. */
    private static <K extends Comparable<K>, V> SortedTree<K, V> of(List<? extends Entry<K, V>> entries) {
        if (entries.isEmpty()) {
            return new SortedTree<>(Node.EMPTY);
        }
        List<Object> nodes = new ArrayList<>();
        for (List<? extends Entry<K, V>> some : even(entries)) {
            nodes.add(Node.leaf(
                    some.stream().map(Entry::getKey).toArray(),
                    some.stream().map(Entry::getValue).toArray()));
        }
        while (nodes.size() > 1) {
            List<Object> parents = new ArrayList<>();
            even(nodes).forEach(some -> parents.add(Node.parent(some.toArray())));
            nodes = parents;
        }
        return new SortedTree<>((Node) nodes.get(0));
    }

    /** Divides a list into as few parts as possible, of almost equal length. */
    private static <T> List<List<T>> even(List<T> all) {
        int count = (all.size() + MOST - 1) / MOST;
        List<List<T>> parts = new ArrayList<>();
        for (int part = 0; part < count; part++) {
            parts.add(all.subList(
                    (int) ((long) all.size() * part / count), (int) ((long) all.size() * (part + 1) / count)));
        }
        return parts;
    }

    // --- versions with one entry more or less

    /** Returns the map with {@code key} mapped to {@code value}. */
    SortedTree<K, V> with(K key, V value) {
        Node now = with(root, key, rank(key), value);
        return new SortedTree<>(now.keys.length <= MOST ? now : Node.parent(halves(now)));
    }

    /** Returns the node with a key mapped to a value. The result may have one entry, or one child, too many. */
    private static <K extends Comparable<K>> Node with(Node at, K key, long rank, Object value) {
        int floor = at.floor(key, rank);
        if (!at.isLeaf()) {
            int there = Math.max(floor, 0);
            Node child = with(at.child(there), key, rank, value);
            if (child.keys.length > MOST) {
                return Node.parent(replaced(at.below, there, 1, halves(child)));
            }
            return at.withChild(there, child);
        }
        if (floor >= 0 && at.compare(floor, key, rank) == 0) {
            return at.withValue(floor, value);
        }
        Object[] keys = replaced(at.keys, floor + 1, 0, key);
        return Node.leaf(
                at.ranks == null ? Node.ranks(keys) : inserted(at.ranks, floor + 1, rank),
                keys,
                replaced(at.below, floor + 1, 0, value));
    }

    private static Object[] halves(Node node) {
        int middle = node.keys.length / 2;
        return new Object[] {node.part(0, middle), node.part(middle, node.keys.length)};
    }

    private static long[] inserted(long[] all, int at, long one) {
        long[] more = new long[all.length + 1];
        System.arraycopy(all, 0, more, 0, at);
        more[at] = one;
        System.arraycopy(all, at, more, at + 1, all.length - at);
        return more;
    }

    private static long[] removed(long[] all, int at) {
        long[] fewer = new long[all.length - 1];
        System.arraycopy(all, 0, fewer, 0, at);
        System.arraycopy(all, at + 1, fewer, at, fewer.length - at);
        return fewer;
    }

    /** Returns an array with these elements in place of a number of others. */
    private static Object[] replaced(Object[] all, int at, int number, Object... some) {
        Object[] now = new Object[all.length - number + some.length];
        System.arraycopy(all, 0, now, 0, at);
        System.arraycopy(some, 0, now, at, some.length);
        System.arraycopy(all, at + number, now, at + some.length, all.length - at - number);
        return now;
    }

    /** Returns the map without {@code key}, if it is present. */
    SortedTree<K, V> without(K key) {
        Node now = without(root, key, rank(key));
        while (!now.isLeaf() && now.keys.length == 1) {
            now = now.child(0);
        }
        return now == root ? this : new SortedTree<>(now);
    }

    /**
     * Returns the node without a key, or the same node if the key is absent. The result may have no entry, or only one
     * child.
     */
    private static <K extends Comparable<K>> Node without(Node at, K key, long rank) {
        int floor = at.floor(key, rank);
        if (floor < 0) {
            return at;
        }
        if (at.isLeaf()) {
            return at.compare(floor, key, rank) != 0
                    ? at
                    : Node.leaf(
                            at.ranks == null ? null : removed(at.ranks, floor),
                            replaced(at.keys, floor, 1),
                            replaced(at.below, floor, 1));
        }
        Node before = at.child(floor);
        Node child = without(before, key, rank);
        if (child == before) {
            return at;
        }
        if (child.size == 0) {
            return at.keys.length == 1 ? Node.EMPTY : Node.parent(replaced(at.below, floor, 1));
        }
        if (floor > 0 && at.child(floor - 1).keys.length + child.keys.length <= MOST) {
            return Node.parent(
                    replaced(at.below, floor - 1, 2, at.child(floor - 1).joined(child)));
        }
        if (floor + 1 < at.keys.length && at.child(floor + 1).keys.length + child.keys.length <= MOST) {
            return Node.parent(replaced(at.below, floor, 2, child.joined(at.child(floor + 1))));
        }
        return at.withChild(floor, child);
    }

    /** Returns the entries with keys that satisfy a condition. */
    SortedTree<K, V> only(Predicate<? super K> condition) {
        List<Entry<K, V>> kept = new ArrayList<>();
        for (Entry<K, V> entry : entrySet()) {
            if (condition.test(entry.getKey())) {
                kept.add(entry);
            }
        }
        return kept.size() == size() ? this : of(kept);
    }

    /** Returns the length of the longest path from the root. */
    int height() {
        return root.height;
    }

    // --- what it holds

    @Override
    public int size() {
        return root.size;
    }

    @Override
    public boolean isEmpty() {
        return root.size == 0;
    }

    /** Returns the leaf that has a key, if there is one. */
    private Node leaf(K key, long rank) {
        Node at = root;
        while (!at.isLeaf()) {
            int floor = at.floor(key, rank);
            if (floor < 0) {
                return Node.EMPTY;
            }
            at = at.child(floor);
        }
        return at;
    }

    @Override
    @SuppressWarnings("unchecked") // a key of another type is not there, or a ClassCastException
    public boolean containsKey(Object key) {
        long rank = rank(key);
        return leaf((K) key, rank).find((K) key, rank) >= 0;
    }

    @Override
    @SuppressWarnings("unchecked")
    public V get(Object key) {
        long rank = rank(key);
        Node leaf = leaf((K) key, rank);
        int at = leaf.find((K) key, rank);
        return at < 0 ? null : (V) leaf.below[at];
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<K, V>> iterator() {
                return new InOrder<>(root, null);
            }

            @Override
            public int size() {
                return SortedTree.this.size();
            }
        };
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        for (InOrder<K, V> each = new InOrder<>(root, null); each.hasNext(); each.advance()) {
            action.accept(each.key(), each.value());
        }
    }

    /** Iterates from the first key that is not less than a bound. */
    private static final class InOrder<K extends Comparable<K>, V> implements Iterator<Entry<K, V>> {
        private final Node[] path;
        private final int[] at;

        InOrder(Node root, K from) {
            path = new Node[root.height];
            at = new int[root.height];
            path[0] = root;
            long rank = rank(from);
            for (int depth = 0; depth < path.length; depth++) {
                Node node = path[depth];
                int floor = from == null ? 0 : node.floor(from, rank);
                if (node.isLeaf()) {
                    at[depth] = from == null || floor >= 0 && node.compare(floor, from, rank) == 0 ? floor : floor + 1;
                } else {
                    at[depth] = Math.max(floor, 0);
                    path[depth + 1] = node.child(at[depth]);
                }
            }
            nextLeaf();
        }

        /** Advances to the next leaf, if this one is at its end. */
        private void nextLeaf() {
            int depth = path.length - 1;
            while (depth > 0 && at[depth] == path[depth].keys.length) {
                depth--;
                at[depth]++;
            }
            while (depth < path.length - 1 && at[depth] < path[depth].keys.length) {
                path[depth + 1] = path[depth].child(at[depth]);
                depth++;
                at[depth] = 0;
            }
        }

        @Override
        public boolean hasNext() {
            return at[0] < path[0].keys.length;
        }

        @SuppressWarnings("unchecked")
        K key() {
            return (K) path[path.length - 1].keys[at[path.length - 1]];
        }

        @SuppressWarnings("unchecked")
        V value() {
            return (V) path[path.length - 1].below[at[path.length - 1]];
        }

        void advance() {
            at[path.length - 1]++;
            nextLeaf();
        }

        @Override
        public Entry<K, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException("there is no other entry");
            }
            Entry<K, V> next = new SimpleImmutableEntry<>(key(), value());
            advance();
            return next;
        }
    }

    @Override
    public Comparator<? super K> comparator() {
        return null;
    }

    @Override
    public SortedMap<K, V> subMap(K from, K to) {
        return range(from, to);
    }

    @Override
    public SortedMap<K, V> headMap(K to) {
        return range(null, to);
    }

    @Override
    public SortedMap<K, V> tailMap(K from) {
        return range(from, null);
    }

    /** Returns a separate map, which takes time proportional to its size. */
    private SortedMap<K, V> range(K from, K to) {
        List<Entry<K, V>> inside = new ArrayList<>();
        for (Iterator<Entry<K, V>> each = new InOrder<>(root, from); each.hasNext(); ) {
            Entry<K, V> entry = each.next();
            if (to != null && entry.getKey().compareTo(to) >= 0) {
                break;
            }
            inside.add(entry);
        }
        return of(inside);
    }

    @Override
    @SuppressWarnings("unchecked")
    public K firstKey() {
        if (isEmpty()) {
            throw new NoSuchElementException("the map is empty");
        }
        return (K) root.keys[0];
    }

    @Override
    @SuppressWarnings("unchecked")
    public K lastKey() {
        if (isEmpty()) {
            throw new NoSuchElementException("the map is empty");
        }
        Node last = root;
        while (!last.isLeaf()) {
            last = last.child(last.keys.length - 1);
        }
        return (K) last.keys[last.keys.length - 1];
    }

    /** Returns the greatest key that is less than a bound, if there is one. */
    @SuppressWarnings("unchecked")
    Optional<K> before(K bound) {
        long rank = rank(bound);
        Node at = root;
        while (true) {
            int before = at.floor(bound, rank);
            if (before >= 0 && at.compare(before, bound, rank) == 0) {
                before--;
            }
            if (before < 0) {
                return Optional.empty();
            }
            if (at.isLeaf()) {
                return Optional.of((K) at.keys[before]);
            }
            at = at.child(before);
        }
    }

    /** Returns the least key that is greater than a bound, if there is one. */
    @SuppressWarnings("unchecked")
    Optional<K> after(K bound) {
        long rank = rank(bound);
        Optional<K> after = Optional.empty();
        Node at = root;
        while (true) {
            int floor = at.floor(bound, rank);
            if (floor + 1 < at.keys.length) {
                after = Optional.of((K) at.keys[floor + 1]);
            }
            if (at.isLeaf() || floor < 0) {
                return after;
            }
            at = at.child(floor);
        }
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof SortedTree<?, ?> tree ? root == tree.root || same(tree) : super.equals(other));
    }

    /** Compares two maps in the same order, entry by entry. */
    private boolean same(SortedTree<?, ?> other) {
        if (size() != other.size()) {
            return false;
        }
        InOrder<?, ?> its = new InOrder<>(other.root, null);
        for (InOrder<K, V> each = new InOrder<>(root, null); each.hasNext(); each.advance()) {
            if (!each.key().equals(its.key()) || !Objects.equals(each.value(), its.value())) {
                return false;
            }
            its.advance();
        }
        return true;
    }

    /** Returns the hash code as {@link Map#hashCode()} defines it. */
    @Override
    public int hashCode() {
        int hash = 0;
        for (InOrder<K, V> each = new InOrder<>(root, null); each.hasNext(); each.advance()) {
            hash += each.key().hashCode() ^ Objects.hashCode(each.value());
        }
        return hash;
    }
}
