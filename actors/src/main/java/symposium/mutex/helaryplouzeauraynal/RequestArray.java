package symposium.mutex.helaryplouzeauraynal;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.ProcessId;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalState.Known;

/**
 * {@code req_array_i} as an immutable sorted map, equal to every map with the same entries.
 *
 * <p>Every process comes to know a request of every other, so that a network of n processes holds n² of them, and each request that
 * arrives makes a new map. The map is a tree by the digits of the origins' numbers; a new one shares with the former all but the way to what
 * is new, and what a process knows lies in arrays: about 20 bytes for each request.
 */
final class RequestArray extends AbstractMap<ProcessId, Known> implements SortedMap<ProcessId, Known> {

    /** The digits of a number: those of the leaves and those of the branches. */
    private static final int LEAF_BITS = 4;

    private static final int BRANCH_BITS = 5;

    private static final Leaf NOTHING = new Leaf(new ProcessId[0], new long[0], new ProcessId[0]);

    /** Nothing is known. */
    static final RequestArray EMPTY = new RequestArray(NOTHING, LEAF_BITS, 0);

    private interface Node {
        Leaf leaf(int number);

        Node with(ProcessId origin, long time, ProcessId via);

        void leaves(List<Leaf> into);
    }

    private final Node root;
    /** How many of the lowest bits of a number tell the origins of this tree apart. */
    private final int bits;

    private final int size;

    private RequestArray(Node root, int bits, int size) {
        this.root = root;
        this.bits = bits;
        this.size = size;
    }

    static RequestArray of(SortedMap<ProcessId, Known> map) {
        if (map instanceof RequestArray same) {
            return same;
        }
        RequestArray all = EMPTY;
        for (Entry<ProcessId, Known> each : map.entrySet()) {
            all = all.with(
                    each.getKey(), each.getValue().time(), each.getValue().via());
        }
        return all;
    }

    /** The same with the request of {@code origin} made at {@code time}, which came from {@code via}. */
    RequestArray with(ProcessId origin, long time, ProcessId via) {
        Node wide = root;
        int covered = bits;
        while (covered < Integer.SIZE && origin.number() >>> covered != 0) {
            wide = size == 0 ? new Branch(covered, 0, new Node[0]) : new Branch(covered, 1, new Node[] {wide});
            covered += BRANCH_BITS;
        }
        return new RequestArray(wide.with(origin, time, via), covered, containsKey(origin) ? size : size + 1);
    }

    @Override
    public Known get(Object key) {
        if (key instanceof ProcessId origin && (bits >= Integer.SIZE || origin.number() >>> bits == 0)) {
            Leaf leaf = root.leaf(origin.number());
            int place = leaf.place(origin);
            return place < 0 ? null : leaf.known(place);
        }
        return null;
    }

    @Override
    public boolean containsKey(Object key) {
        return get(key) != null;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Set<Entry<ProcessId, Known>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<ProcessId, Known>> iterator() {
                List<Entry<ProcessId, Known>> entries = new ArrayList<>(size);
                for (Leaf leaf : leaves()) {
                    for (int place = 0; place < leaf.origins.length; place++) {
                        entries.add(new SimpleImmutableEntry<>(leaf.origins[place], leaf.known(place)));
                    }
                }
                return List.copyOf(entries).iterator();
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    private List<Leaf> leaves() {
        List<Leaf> leaves = new ArrayList<>();
        root.leaves(leaves);
        return leaves;
    }

    @Override
    public boolean equals(Object other) {
        if (other instanceof RequestArray array && root instanceof Leaf here && array.root instanceof Leaf there) {
            return Arrays.equals(here.times, there.times)
                    && Arrays.equals(here.origins, there.origins)
                    && Arrays.equals(here.vias, there.vias);
        }
        return super.equals(other);
    }

    /** As {@link java.util.Map} demands it. */
    @Override
    public int hashCode() {
        int sum = 0;
        for (Leaf leaf : leaves()) {
            for (int place = 0; place < leaf.origins.length; place++) {
                sum += leaf.origins[place].hashCode() ^ leaf.known(place).hashCode();
            }
        }
        return sum;
    }

    // --- the tree

    /** The requests of origins whose numbers differ in the lowest digit, or not at all. */
    private static final class Leaf implements Node {
        private final ProcessId[] origins;
        private final long[] times;
        private final ProcessId[] vias;

        Leaf(ProcessId[] origins, long[] times, ProcessId[] vias) {
            this.origins = origins;
            this.times = times;
            this.vias = vias;
        }

        int place(ProcessId origin) {
            return Arrays.binarySearch(origins, origin);
        }

        Known known(int place) {
            return new Known(times[place], vias[place]);
        }

        @Override
        public Leaf leaf(int number) {
            return this;
        }

        @Override
        public Node with(ProcessId origin, long time, ProcessId via) {
            int place = place(origin);
            if (place >= 0) {
                long[] moreTimes = times.clone();
                ProcessId[] moreVias = vias.clone();
                moreTimes[place] = time;
                moreVias[place] = via;
                return new Leaf(origins, moreTimes, moreVias);
            }
            int at = -place - 1;
            long[] moreTimes = new long[times.length + 1];
            System.arraycopy(times, 0, moreTimes, 0, at);
            moreTimes[at] = time;
            System.arraycopy(times, at, moreTimes, at + 1, times.length - at);
            return new Leaf(inserted(origins, at, origin), moreTimes, inserted(vias, at, via));
        }

        private static ProcessId[] inserted(ProcessId[] all, int at, ProcessId one) {
            ProcessId[] more = new ProcessId[all.length + 1];
            System.arraycopy(all, 0, more, 0, at);
            more[at] = one;
            System.arraycopy(all, at, more, at + 1, all.length - at);
            return more;
        }

        @Override
        public void leaves(List<Leaf> into) {
            into.add(this);
        }
    }

    /** Those that differ in the digit above {@code shift} bits, or further below; only what is there takes room. */
    private static final class Branch implements Node {
        private final int shift;
        private final int present;
        private final Node[] children;

        Branch(int shift, int present, Node[] children) {
            this.shift = shift;
            this.present = present;
            this.children = children;
        }

        private int bit(int number) {
            return 1 << (number >>> shift & (1 << BRANCH_BITS) - 1);
        }

        private int place(int bit) {
            return Integer.bitCount(present & bit - 1);
        }

        @Override
        public Leaf leaf(int number) {
            int bit = bit(number);
            return (present & bit) == 0 ? NOTHING : children[place(bit)].leaf(number);
        }

        @Override
        public Node with(ProcessId origin, long time, ProcessId via) {
            int bit = bit(origin.number());
            int at = place(bit);
            if ((present & bit) != 0) {
                Node[] same = children.clone();
                same[at] = children[at].with(origin, time, via);
                return new Branch(shift, present, same);
            }
            Node[] more = new Node[children.length + 1];
            System.arraycopy(children, 0, more, 0, at);
            more[at] = below().with(origin, time, via);
            System.arraycopy(children, at, more, at + 1, children.length - at);
            return new Branch(shift, present | bit, more);
        }

        private Node below() {
            return shift == LEAF_BITS ? NOTHING : new Branch(shift - BRANCH_BITS, 0, new Node[0]);
        }

        @Override
        public void leaves(List<Leaf> into) {
            for (Node child : children) {
                child.leaves(into);
            }
        }
    }

    // --- what else a sorted map can do, on a copy

    @Override
    public Comparator<? super ProcessId> comparator() {
        return null;
    }

    @Override
    public SortedMap<ProcessId, Known> subMap(ProcessId from, ProcessId to) {
        return new TreeMap<>(this).subMap(from, to);
    }

    @Override
    public SortedMap<ProcessId, Known> headMap(ProcessId to) {
        return new TreeMap<>(this).headMap(to);
    }

    @Override
    public SortedMap<ProcessId, Known> tailMap(ProcessId from) {
        return new TreeMap<>(this).tailMap(from);
    }

    @Override
    public ProcessId firstKey() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return leaves().get(0).origins[0];
    }

    @Override
    public ProcessId lastKey() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        List<Leaf> leaves = leaves();
        ProcessId[] last = leaves.get(leaves.size() - 1).origins;
        return last[last.length - 1];
    }
}
