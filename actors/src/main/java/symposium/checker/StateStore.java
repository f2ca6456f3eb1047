package symposium.checker;

import java.util.Arrays;

/**
 * The distinct states found so far, in the order of discovery. Each is a fixed number of words, stored with the state
 * from which it was found. Exact: states are compared word by word.
 *
 * <p>States of one word, the common case for small models, are stored in the hash table itself, so that a look-up
 * touches one cache line.
 */
final class StateStore {

    private static final int RECENT_SHIFT = 64 - 17;

    private final int words;
    private long[] states;
    private int[] parents;
    private int count;
    /** Written so that reading ahead is not optimized away. */
    private long touched;

    /** Open addressing. A slot holds the state plus one if states have one word, and is unused otherwise. */
    private long[] keys;
    /**
     * A slot holds the number of the state plus one. With one-word states, built on first demand, and then
     * maintained.
     */
    private int[] numbers;

    /**
     * A cache of recently seen states plus one, by hash: most repeated states were seen recently, and this array fits
     * in cache.
     */
    private final long[] recent;

    private int mask;

    /** @param capacity the initial capacity, rounded up to a power of two, in states */
    StateStore(int words, int capacity) {
        this.words = words;
        this.recent = new long[words == 1 ? 1 << 64 - RECENT_SHIFT : 0];
        int rounded = Integer.highestOneBit(Math.max(capacity - 1, 1)) << 1;
        states = new long[rounded * words];
        parents = new int[rounded];
        allocateTable(rounded << 1);
    }

    private void allocateTable(int slots) {
        mask = slots - 1;
        if (words == 1) {
            keys = new long[slots];
            numbers = null;
        } else {
            numbers = new int[slots];
        }
    }

    int count() {
        return count;
    }

    int parent(int state) {
        return parents[state];
    }

    /** Copies a state into an array with as many words. */
    void copy(int state, long[] into) {
        if (words == 1) {
            into[0] = states[state];
        } else {
            System.arraycopy(states, state * words, into, 0, words);
        }
    }

    /**
     * Adds the new ones among {@code found} rows; the rows are in no particular order afterwards.
     *
     * @return the number of new states; they have the highest numbers
     */
    int addAll(long[] rows, int found, int parent) {
        if (count + found > parents.length) {
            grow(found);
        }
        int before = count;
        if (words == 1) {
            int fresh = 0;
            for (int row = 0; row < found; row++) {
                long state = rows[row];
                int place = (int) (mixed(state) >>> RECENT_SHIFT);
                if (recent[place] != state + 1) {
                    recent[place] = state + 1;
                    rows[fresh++] = state;
                }
            }
            // Reading every slot first lets the memory fetches overlap.
            long read = 0;
            for (int row = 0; row < fresh; row++) {
                read += keys[slot(rows[row])];
            }
            touched = read;
            for (int row = 0; row < fresh; row++) {
                addWord(rows[row], parent);
            }
        } else {
            for (int row = 0; row < found; row++) {
                addRow(rows, row * words, parent);
            }
        }
        return count - before;
    }

    private void addWord(long state, int parent) {
        int slot = slotOf(state);
        if (keys[slot] != 0) {
            return;
        }
        keys[slot] = state + 1;
        states[count] = state;
        parents[count] = parent;
        count++;
        if (numbers != null) {
            numbers[slot] = count;
        }
    }

    private void addRow(long[] rows, int at, int parent) {
        int slot = slotOf(rows, at);
        if (numbers[slot] != 0) {
            return;
        }
        System.arraycopy(rows, at, states, count * words, words);
        parents[count] = parent;
        count++;
        numbers[slot] = count;
    }

    /** The number of a state, or -1. */
    int find(long[] rows, int at) {
        if (words > 1) {
            return numbers[slotOf(rows, at)] - 1;
        }
        if (numbers == null) {
            numbers = new int[keys.length];
            for (int state = 0; state < count; state++) {
                numbers[slotOf(states[state])] = state + 1;
            }
        }
        return numbers[slotOf(rows[at])] - 1;
    }

    /** The slot of a state of one word, or the empty slot in which it belongs. */
    private int slotOf(long state) {
        int slot = slot(state);
        while (keys[slot] != 0 && keys[slot] != state + 1) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** The slot of a state of several words, or the empty slot in which it belongs. */
    private int slotOf(long[] rows, int at) {
        int slot = slot(rows, at);
        while (numbers[slot] != 0 && !same(rows, at, numbers[slot] - 1)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean same(long[] rows, int at, int state) {
        int from = state * words;
        for (int word = 0; word < words; word++) {
            if (states[from + word] != rows[at + word]) {
                return false;
            }
        }
        return true;
    }

    private static long mixed(long state) {
        return state * 0x9E3779B97F4A7C15L;
    }

    private int slot(long state) {
        long mixed = mixed(state);
        return (int) (mixed ^ mixed >>> 32) & mask;
    }

    private int slot(long[] rows, int at) {
        long mixed = 0;
        for (int word = 0; word < words; word++) {
            mixed = (mixed ^ rows[at + word]) * 0x9E3779B97F4A7C15L;
            mixed ^= mixed >>> 32;
        }
        return (int) mixed & mask;
    }

    private void grow(int by) {
        int capacity = Math.max(parents.length + (parents.length >> 1), count + by);
        if ((long) capacity * words > Integer.MAX_VALUE - 8) {
            throw new OutOfMemoryError("more states than an array can hold");
        }
        states = Arrays.copyOf(states, capacity * words);
        parents = Arrays.copyOf(parents, capacity);
        if (capacity > (mask + 1L) * 5 / 8) {
            rehash((mask + 1) << 1);
        }
    }

    private void rehash(int slots) {
        allocateTable(slots);
        for (int state = 0; state < count; state++) {
            if (words == 1) {
                keys[slotOf(states[state])] = states[state] + 1;
            } else {
                numbers[slotOf(states, state * words)] = state + 1;
            }
        }
    }
}
