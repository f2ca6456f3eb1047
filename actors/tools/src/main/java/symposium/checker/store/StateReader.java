package symposium.checker.store;

import java.util.Arrays;

/** Reads the states of a store; each thread has one of its own. */
public final class StateReader {

    /** Stands for a state that is stored. */
    public static final long KNOWN = -1;

    /** Stands for a state that is not stored, and neither is some part of it. */
    public static final long NEW_BELOW = -2;

    private static final int RECENT_BITS = 15;

    private final StateStore store;
    private final int words;
    private final int root;
    /** By node: the word or pair of the state copied last, and its number. */
    private final long[] known;

    private final int[] numbers;
    private final int[] found;
    /** A cache of states that are stored, by hash: their root plus one. */
    private long[] recent = new long[0];

    private long[] hashes = new long[0];
    private int[] places = new int[0];
    /** Written so that reading ahead is not optimized away. */
    private long touched;

    StateReader(StateStore store) {
        this.store = store;
        words = store.words();
        root = store.nodes() - 1;
        known = new long[store.nodes()];
        numbers = new int[store.nodes()];
        found = new int[store.nodes()];
        forget();
    }

    /** Forgets what it has read: the states have been packed in another layout. */
    void forget() {
        Arrays.fill(known, -1);
        Arrays.fill(recent, 0);
    }

    /** Copies a state into an array with as many words. */
    void copy(int state, long[] into) {
        numbers[root] = state;
        for (int node = root; node >= 0; node--) {
            long word = store.table(node).word(numbers[node]);
            known[node] = word;
            if (node < words) {
                into[node] = word;
            } else {
                numbers[store.left(node)] = (int) (word >>> Integer.SIZE);
                numbers[store.right(node)] = (int) word;
            }
        }
    }

    /** The number of a state, or -1. */
    int find(long[] rows, int at) {
        return below(rows, at) ? store.table(root).find(rootOf(rows, at)) : -1;
    }

    /**
     * Looks some states up. A thread that does not add may take some of those added last for new.
     *
     * @param roots receives for each {@link #KNOWN}, or what stands at its root, or {@link #NEW_BELOW}
     */
    void look(long[] rows, int count, long[] roots) {
        if (recent.length == 0) {
            recent = new long[1 << RECENT_BITS];
        }
        if (hashes.length < count) {
            hashes = new long[count * 2];
            places = new int[count * 2];
        }
        int sought = 0;
        for (int row = 0; row < count; row++) {
            if (!below(rows, row * words)) {
                roots[row] = NEW_BELOW;
                continue;
            }
            long key = rootOf(rows, row * words);
            long hash = WordTable.hash(key);
            if (recent[(int) (hash >>> Long.SIZE - RECENT_BITS)] == key + 1) {
                roots[row] = KNOWN;
            } else {
                roots[row] = key;
                hashes[sought] = hash;
                places[sought++] = row;
            }
        }
        WordTable table = store.table(root);
        touched = table.touch(hashes, 0, sought);
        for (int each = 0; each < sought; each++) {
            long key = roots[places[each]];
            if (table.find(key, hashes[each]) >= 0) {
                recent[(int) (hashes[each] >>> Long.SIZE - RECENT_BITS)] = key + 1;
                roots[places[each]] = KNOWN;
            }
        }
    }

    /** Finds the numbers of the nodes below the root. Returns whether all have one. */
    private boolean below(long[] rows, int at) {
        for (int node = 0; node < root; node++) {
            long word = node < words ? rows[at + node] : pair(node);
            found[node] =
                    word == known[node] ? numbers[node] : store.table(node).find(word);
            if (found[node] < 0) {
                return false;
            }
        }
        return true;
    }

    private long rootOf(long[] rows, int at) {
        return words == 1 ? rows[at] : pair(root);
    }

    private long pair(int node) {
        return StateStore.pair(found[store.left(node)], found[store.right(node)]);
    }
}
