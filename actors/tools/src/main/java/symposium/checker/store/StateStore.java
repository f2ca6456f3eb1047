package symposium.checker.store;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The distinct states found so far, in the order of discovery. Each is a fixed number of words, stored with the state
 * from which it was found. Exact: states are compared word by word.
 *
 * <p>States are compressed as in LTSmin's tree database: a state of several words is a binary tree, whose leaves number
 * the distinct words at one place, and whose inner nodes number the distinct pairs of numbers below them. What many
 * states have in common is stored once, and a state takes one pair at the root: 8 bytes, and some 5 to 8 for the hash
 * table and the parent.
 */
public final class StateStore {

    private static final int FEW_RECENT_BITS = 10;
    private static final int RECENT_BITS = 17;

    private final StoreMemory memory;
    private final int words;
    /** By node: its left and right child. The leaves come first, each child before its parent, the root last. */
    private final int[] left;

    private final int[] right;
    /** By node: the words, or the pairs of numbers. */
    private final WordTable[] tables;

    private final WordTable roots;
    private final ParentSequence parents;

    /** By node: the word or pair of the state added last, and its number. */
    private final long[] last;

    private final int[] numbers;

    /**
     * A cache of recently seen states plus one, by hash: most repeated states were seen recently, and this array fits
     * in cache.
     */
    private long[] recent = new long[1 << FEW_RECENT_BITS];

    private int recentShift = Long.SIZE - FEW_RECENT_BITS;

    private long[] keys = new long[16];
    private long[] hashes = new long[16];
    /** Written so that reading ahead is not optimized away. */
    private long touched;

    public StateStore(int words) {
        this(words, new StoreMemory());
    }

    /** @param memory where its arrays are allocated */
    public StateStore(int words, StoreMemory memory) {
        this(words, memory, new ParentSequence(memory));
    }

    /** @param tables by node: its words or pairs */
    public StateStore(List<WordTable> tables, StoreMemory memory, ParentSequence parents) {
        this((tables.size() + 1) / 2, memory, parents, tables.toArray(new WordTable[0]));
    }

    private StateStore(int words, StoreMemory memory, ParentSequence parents) {
        this(
                words,
                memory,
                parents,
                Stream.generate(() -> new WordTable(memory))
                        .limit(2L * words - 1)
                        .toArray(WordTable[]::new));
    }

    private StateStore(int words, StoreMemory memory, ParentSequence parents, WordTable[] tables) {
        int nodes = tables.length;
        this.memory = memory;
        this.words = words;
        this.parents = parents;
        left = new int[nodes];
        right = new int[nodes];
        this.tables = tables;
        int next = words;
        // Neighbours are joined, level by level.
        int[] level = new int[words];
        Arrays.setAll(level, leaf -> leaf);
        while (level.length > 1) {
            int[] above = new int[(level.length + 1) / 2];
            for (int pair = 0; pair < level.length / 2; pair++) {
                left[next] = level[2 * pair];
                right[next] = level[2 * pair + 1];
                above[pair] = next++;
            }
            if (level.length % 2 == 1) {
                above[above.length - 1] = level[level.length - 1];
            }
            level = above;
        }
        roots = tables[nodes - 1];
        last = new long[nodes];
        numbers = new int[nodes];
        Arrays.fill(last, -1);
    }

    /** An empty store for the states of this one in other words; the parents are those of this one. */
    StateStore emptied(int otherWords) {
        return new StateStore(otherWords, memory, parents);
    }

    /** Gives back what is not in the heap, but for the parents: another store has the states. */
    void release() {
        for (WordTable table : tables) {
            table.release();
        }
    }

    /** Where its arrays are allocated. */
    public StoreMemory memory() {
        return memory;
    }

    public int words() {
        return words;
    }

    /** The number of nodes of the tree of a state. */
    public int nodes() {
        return tables.length;
    }

    /** The words or pairs of a node; the leaves come first, each child before its parent, the root last. */
    public WordTable table(int node) {
        return tables[node];
    }

    int left(int node) {
        return left[node];
    }

    int right(int node) {
        return right[node];
    }

    public ParentSequence parents() {
        return parents;
    }

    public int count() {
        return roots.count();
    }

    public int parent(int state) {
        return parents.of(state);
    }

    /**
     * Adds the new ones among {@code found} rows.
     *
     * @param at where the rows begin
     * @param parent the state from which they were found, at least that of the call before
     * @return the number of new states; they have the highest numbers
     */
    public int addAll(long[] rows, int at, int found, int parent) {
        int before = count();
        if (before >= 1 << RECENT_BITS && recent.length < 1 << RECENT_BITS) {
            recent = new long[1 << RECENT_BITS];
            recentShift = Long.SIZE - RECENT_BITS;
        }
        if (found > keys.length) {
            keys = new long[found * 2];
            hashes = new long[found * 2];
        }
        int fresh = 0;
        for (int row = 0; row < found; row++) {
            long key = rootOf(rows, at + row * words);
            long hash = WordTable.hash(key);
            int place = (int) (hash >>> recentShift);
            if (recent[place] != key + 1) {
                recent[place] = key + 1;
                keys[fresh] = key;
                hashes[fresh++] = hash;
            }
        }
        touched = roots.touch(hashes, 0, fresh);
        addRoots(keys, hashes, 0, fresh, parent);
        return count() - before;
    }

    /** Reads what the addition of some states will read, see {@link WordTable#touch}. */
    public void touch(long[] hashesOfRoots, int from, int to) {
        touched = roots.touch(hashesOfRoots, from, to);
    }

    /** Adds the new ones among states found from one; their parts are stored. */
    public void addRoots(long[] some, long[] hashesOfRoots, int from, int to, int parent) {
        int before = count();
        try {
            for (int each = from; each < to; each++) {
                roots.add(some[each], hashesOfRoots[each]);
            }
        } finally {
            // Each state has a parent, also where memory is full.
            parents.add(parent, count() - before);
        }
    }

    /** Adds a state whose parent is known. */
    void add(long[] row) {
        roots.add(rootOf(row, 0));
    }

    /** The word or the pair of numbers at the root of a state, whose nodes below the root are added. */
    public long rootOf(long[] rows, int at) {
        if (words == 1) {
            return rows[at];
        }
        int root = tables.length - 1;
        for (int node = 0; node < root; node++) {
            long word = node < words ? rows[at + node] : pair(numbers[left[node]], numbers[right[node]]);
            if (word != last[node]) {
                last[node] = word;
                numbers[node] = tables[node].add(word);
            }
        }
        return pair(numbers[left[root]], numbers[right[root]]);
    }

    static long pair(int one, int other) {
        return (long) one << Integer.SIZE | other;
    }

    /** Packs all states again, in a layout in which each slot stays in its word. */
    void repack(RowLayout before, RowLayout wider) {
        for (int word = 0; word < words; word++) {
            int at = word;
            tables[word].replaceAll(packed -> before.repackWord(packed, at, wider));
        }
        Arrays.fill(last, -1);
        Arrays.fill(recent, 0);
    }

    /** The memory that the states occupy, in bytes. */
    public long bytes() {
        return Arrays.stream(tables).mapToLong(WordTable::bytes).sum() + parents.bytes();
    }
}
