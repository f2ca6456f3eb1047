package symposium.checker.store;

import java.util.Arrays;

/**
 * The slots of a hash table. Each holds part of a hash, and in the bits of {@link #numberMask} a number plus one; 0 if
 * it is empty. Without slots in files this is the only class of its kind, so the compiler inlines its methods.
 */
public class Slots {

    /** Tables with more slots than this one save memory. */
    private static final int LARGE = 1 << 20;

    /** The most slots: an array has no more. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    /** The entries, unless they are elsewhere. */
    private final int[] entries;

    private final int length;
    private final int numberMask;
    private final int limit;

    Slots(int length) {
        this(new int[length], length);
    }

    /** @param entries the entries, or null if they are elsewhere */
    Slots(int[] entries, int length) {
        this.entries = entries;
        this.length = length;
        limit = limit(length);
        numberMask = (Integer.highestOneBit(limit) << 1) - 1;
    }

    final int length() {
        return length;
    }

    /** The number of words that makes the table grow. */
    final int limit() {
        return limit;
    }

    /** The number of words that makes a table with that number of slots grow. */
    static int limit(int length) {
        return (int) (length < LARGE ? length / 2L : length * 4L / 5);
    }

    final int numberMask() {
        return numberMask;
    }

    /** Where the search for a hash begins. */
    final int first(long hash) {
        return (int) ((hash >>> 32) * length >>> 32);
    }

    /** Where the search goes on after a slot. */
    final int after(int slot) {
        return slot + 1 == length ? 0 : slot + 1;
    }

    /** How many slots the table has when it has grown; as many as now if it cannot grow. */
    static int larger(int length) {
        long wanted = length < LARGE ? length * 2L : length + length / 2L;
        return (int) Math.min(wanted, MOST);
    }

    int get(int slot) {
        return entries[slot];
    }

    void set(int slot, int entry) {
        entries[slot] = entry;
    }

    /** Empties all. */
    void clear() {
        Arrays.fill(entries, 0);
    }

    /** How many neighbouring slots are best filled before the next ones. */
    int atOnce() {
        return length;
    }

    /** Gives back what is not in the heap. */
    void release() {}

    /** The memory that they occupy, in bytes. */
    long bytes() {
        return (long) length * Integer.BYTES;
    }
}
