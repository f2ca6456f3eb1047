package symposium.kernel;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * An immutable sorted map, of which a version with one entry more or less shares all but a path with the one before: a
 * height-balanced binary tree (G. M. Adelson-Velsky and E. M. Landis, 1962), whose nodes never change.
 */
final class SortedTree<K extends Comparable<K>, V> extends AbstractMap<K, V> implements SortedMap<K, V> {

    private static final class Node<K, V> extends SimpleImmutableEntry<K, V> {
        private static final long serialVersionUID = 1L;

        private final transient Node<K, V> left;
        private final transient Node<K, V> right;
        private final transient int height;
        private final transient int size;

        Node(Entry<K, V> entry, Node<K, V> left, Node<K, V> right) {
            super(entry);
            this.left = left;
            this.right = right;
            this.height = 1 + Math.max(height(left), height(right));
            this.size = 1 + size(left) + size(right);
        }
    }

    private final Node<K, V> root;

    private SortedTree(Node<K, V> root) {
        this.root = root;
    }

    /** The map itself if it is such a tree, or a copy. */
    static <K extends Comparable<K>, V> SortedTree<K, V> of(SortedMap<K, V> some) {
        return some instanceof SortedTree<K, V> tree ? tree : new SortedTree<>(balanced(List.copyOf(some.entrySet())));
    }

    private static <K, V> Node<K, V> balanced(List<Entry<K, V>> entries) {
        if (entries.isEmpty()) {
            return null;
        }
        int middle = entries.size() / 2;
        return new Node<>(
                entries.get(middle),
                balanced(entries.subList(0, middle)),
                balanced(entries.subList(middle + 1, entries.size())));
    }

    // --- versions with one entry more or less

    /** With {@code key} mapped to {@code value}. */
    SortedTree<K, V> with(K key, V value) {
        return new SortedTree<>(with(root, new SimpleImmutableEntry<>(key, value)));
    }

    private static <K extends Comparable<K>, V> Node<K, V> with(Node<K, V> at, Entry<K, V> entry) {
        if (at == null) {
            return new Node<>(entry, null, null);
        }
        int side = entry.getKey().compareTo(at.getKey());
        return side == 0
                ? new Node<>(entry, at.left, at.right)
                : side < 0 ? balance(at, with(at.left, entry), at.right) : balance(at, at.left, with(at.right, entry));
    }

    /** Without {@code key}, if it is there. */
    SortedTree<K, V> without(K key) {
        return containsKey(key) ? new SortedTree<>(without(root, key)) : this;
    }

    private static <K extends Comparable<K>, V> Node<K, V> without(Node<K, V> at, K key) {
        int side = key.compareTo(at.getKey());
        if (side < 0) {
            return balance(at, without(at.left, key), at.right);
        }
        if (side > 0) {
            return balance(at, at.left, without(at.right, key));
        }
        if (at.left == null || at.right == null) {
            return at.left == null ? at.right : at.left;
        }
        Node<K, V> next = first(at.right);
        return balance(next, at.left, without(at.right, next.getKey()));
    }

    /** The entries whose keys satisfy a condition. */
    SortedTree<K, V> only(Predicate<? super K> condition) {
        List<Entry<K, V>> kept = new ArrayList<>();
        for (Entry<K, V> entry : entrySet()) {
            if (condition.test(entry.getKey())) {
                kept.add(entry);
            }
        }
        return kept.size() == size() ? this : new SortedTree<>(balanced(kept));
    }

    private static <K, V> Node<K, V> balance(Entry<K, V> entry, Node<K, V> left, Node<K, V> right) {
        if (height(left) > height(right) + 1) {
            return height(left.left) >= height(left.right)
                    ? new Node<>(left, left.left, new Node<>(entry, left.right, right))
                    : new Node<>(
                            left.right,
                            new Node<>(left, left.left, left.right.left),
                            new Node<>(entry, left.right.right, right));
        }
        if (height(right) > height(left) + 1) {
            return height(right.right) >= height(right.left)
                    ? new Node<>(right, new Node<>(entry, left, right.left), right.right)
                    : new Node<>(
                            right.left,
                            new Node<>(entry, left, right.left.left),
                            new Node<>(right, right.left.right, right.right));
        }
        return new Node<>(entry, left, right);
    }

    /** The length of the longest path from the root. */
    int height() {
        return height(root);
    }

    private static int height(Node<?, ?> at) {
        return at == null ? 0 : at.height;
    }

    private static int size(Node<?, ?> at) {
        return at == null ? 0 : at.size;
    }

    private static <K, V> Node<K, V> first(Node<K, V> at) {
        Node<K, V> first = at;
        while (first.left != null) {
            first = first.left;
        }
        return first;
    }

    // --- what it holds

    @Override
    public int size() {
        return size(root);
    }

    private Node<K, V> find(Object key) {
        @SuppressWarnings("unchecked") // as in TreeMap: a key of another type is a ClassCastException
        K wanted = (K) key;
        Node<K, V> at = root;
        while (at != null) {
            int side = wanted.compareTo(at.getKey());
            if (side == 0) {
                return at;
            }
            at = side < 0 ? at.left : at.right;
        }
        return null;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public V get(Object key) {
        Node<K, V> found = find(key);
        return found == null ? null : found.getValue();
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

    /** From the first key on that is not less than a bound. */
    private static final class InOrder<K extends Comparable<K>, V> implements Iterator<Entry<K, V>> {
        private final Deque<Node<K, V>> ahead = new ArrayDeque<>();

        InOrder(Node<K, V> root, K from) {
            Node<K, V> at = root;
            while (at != null) {
                if (from != null && at.getKey().compareTo(from) < 0) {
                    at = at.right;
                } else {
                    ahead.push(at);
                    at = at.left;
                }
            }
        }

        @Override
        public boolean hasNext() {
            return !ahead.isEmpty();
        }

        @Override
        public Entry<K, V> next() {
            Node<K, V> next = ahead.pop();
            for (Node<K, V> at = next.right; at != null; at = at.left) {
                ahead.push(at);
            }
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

    /** A map of its own, made in time proportional to its size. */
    private SortedMap<K, V> range(K from, K to) {
        List<Entry<K, V>> inside = new ArrayList<>();
        for (Iterator<Entry<K, V>> each = new InOrder<>(root, from); each.hasNext(); ) {
            Entry<K, V> entry = each.next();
            if (to != null && entry.getKey().compareTo(to) >= 0) {
                break;
            }
            inside.add(entry);
        }
        return new SortedTree<>(balanced(Collections.unmodifiableList(inside)));
    }

    @Override
    public K firstKey() {
        if (root == null) {
            throw new NoSuchElementException("the map is empty");
        }
        return first(root).getKey();
    }

    @Override
    public K lastKey() {
        if (root == null) {
            throw new NoSuchElementException("the map is empty");
        }
        Node<K, V> last = root;
        while (last.right != null) {
            last = last.right;
        }
        return last.getKey();
    }

    /** The greatest key that is less than a bound, if there is one. */
    Optional<K> before(K bound) {
        Optional<K> before = Optional.empty();
        Node<K, V> at = root;
        while (at != null) {
            boolean less = at.getKey().compareTo(bound) < 0;
            before = less ? Optional.of(at.getKey()) : before;
            at = less ? at.right : at.left;
        }
        return before;
    }

    /** The least key that is greater than a bound, if there is one. */
    Optional<K> after(K bound) {
        Optional<K> after = Optional.empty();
        Node<K, V> at = root;
        while (at != null) {
            boolean greater = at.getKey().compareTo(bound) > 0;
            after = greater ? Optional.of(at.getKey()) : after;
            at = greater ? at.left : at.right;
        }
        return after;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof SortedTree<?, ?> tree ? root == tree.root || same(tree) : super.equals(other));
    }

    /** Two maps in the same order: side by side. */
    private boolean same(SortedTree<?, ?> other) {
        if (size() != other.size()) {
            return false;
        }
        Iterator<? extends Map.Entry<?, ?>> others = other.entrySet().iterator();
        for (Entry<K, V> each : entrySet()) {
            if (!each.equals(others.next())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
