package symposium.checker;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Numbers distinct words of 63 bits from 0, in the order in which they were added. Exact: words are compared in full.
 *
 * <p>The words stand in the order of their numbers. A hash table with open addressing holds their numbers, one int a
 * slot. The bits of the int that no number needs hold a part of the hash, so that most comparisons with another word
 * end without a look at it. A small table is at most half full, for speed; a large one grows by half when four fifths
 * are full, to save memory: it takes 13 to 16 bytes for each word.
 *
 * <p>One thread adds; others may look for words meanwhile without any lock. They may miss a word that is being added,
 * and never find a wrong one, since they compare it with the word that stands there, or with 0 where they see none: all
 * words are stored inverted, and none of these is 0.
 */
final class WordTable {

    private static final int FIRST_SLOTS = 1 << 6;
    /** Tables with more slots than this one save memory. */
    private static final int LARGE = 1 << 20;

    /** The most words: an array has no more slots. */
    private static final int MOST_SLOTS = Integer.MAX_VALUE - 8;

    /** By number: the inverted word. */
    private final LongSequence words;
    /** By slot: part of the hash, and the number plus one in the bits of {@link #numberMask}; 0 for none. */
    private int[] slots;

    private int numberMask;
    /** The number of words that makes the table grow. */
    private int limit;

    WordTable() {
        words = new LongSequence();
        slots = new int[FIRST_SLOTS];
        allocated();
    }

    /** @param words by number: the {@linkplain #stored inverted} word */
    WordTable(LongSequence words) {
        this.words = words;
        slots = new int[FIRST_SLOTS];
        allocated();
        while (count() > limit) {
            slots = new int[larger()];
            allocated();
        }
        enter();
    }

    /** By number: the inverted word. */
    LongSequence stored() {
        return words;
    }

    private void allocated() {
        limit = (int) (slots.length < LARGE ? slots.length / 2L : slots.length * 4L / 5);
        numberMask = (Integer.highestOneBit(limit) << 1) - 1;
    }

    /** The number of words. */
    int count() {
        return (int) words.size();
    }

    /** The word with a number. */
    long word(int number) {
        return ~words.get(number);
    }

    /** The hash of a word: its upper half chooses the slot, the lower is partly kept. */
    static long hash(long word) {
        long mixed = word * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 32;
        mixed *= 0xD6E8FEB86659FD93L;
        return mixed ^ mixed >>> 32;
    }

    /**
     * Reads where the searches for some hashes begin, and the words that probably end them, so that they are in the
     * cache for what follows: memory is read for all of them at the same time.
     *
     * @return nothing of use
     */
    long touch(long[] hashes, int from, int to) {
        int[] now = slots;
        int mask = numberMask;
        long read = 0;
        if (now == null) {
            return read;
        }
        for (int each = from; each < to; each++) {
            read += now[(int) ((hashes[each] >>> 32) * now.length >>> 32)];
        }
        for (int each = from; each < to; each++) {
            int entry = now[(int) ((hashes[each] >>> 32) * now.length >>> 32)];
            if (entry != 0 && (entry & ~mask) == ((int) hashes[each] & ~mask)) {
                read += words.peek((entry & mask) - 1);
            }
        }
        return read;
    }

    private int first(long hash) {
        return (int) ((hash >>> 32) * slots.length >>> 32);
    }

    /** The number of a word, or -1; also for threads that do not add. */
    int find(long word) {
        return find(word, hash(word));
    }

    /** As {@link #find(long)}, with the hash of the word. */
    int find(long word, long hash) {
        int[] now = slots;
        int mask = numberMask;
        if (now == null) {
            return -1;
        }
        int part = (int) hash & ~mask;
        int slot = (int) ((hash >>> 32) * now.length >>> 32);
        for (int entry = now[slot]; entry != 0; entry = now[slot]) {
            if ((entry & ~mask) == part && words.peek((entry & mask) - 1) == ~word) {
                return (entry & mask) - 1;
            }
            slot = slot + 1 == now.length ? 0 : slot + 1;
        }
        return -1;
    }

    /** The number of a word; a new one gets the next number. */
    int add(long word) {
        return add(word, hash(word));
    }

    /** As {@link #add(long)}, with the hash of the word. */
    int add(long word, long hash) {
        int slot = slot(word, hash);
        if (slots[slot] != 0) {
            return (slots[slot] & numberMask) - 1;
        }
        if (count() == limit) {
            grow();
            slot = slot(word, hash);
        }
        int number = count();
        words.add(~word);
        slots[slot] = (int) hash & ~numberMask | number + 1;
        return number;
    }

    /** The slot of a word, or the empty slot in which it belongs. */
    private int slot(long word, long hash) {
        int slot = first(hash);
        int part = (int) hash & ~numberMask;
        for (int entry = slots[slot]; entry != 0; entry = slots[slot]) {
            if ((entry & ~numberMask) == part && words.get((entry & numberMask) - 1) == ~word) {
                return slot;
            }
            slot = slot + 1 == slots.length ? 0 : slot + 1;
        }
        return slot;
    }

    private void grow() {
        if (slots.length == MOST_SLOTS) {
            throw new OutOfMemoryError("more states than an array has places for");
        }
        int former = slots.length;
        int wanted = larger();
        // The former slots are given up first: both together would be the most that the table ever takes.
        slots = null;
        try {
            slots = new int[wanted];
        } catch (OutOfMemoryError full) {
            slots = new int[former];
            throw full;
        } finally {
            if (slots != null) {
                allocated();
                enter();
            }
        }
    }

    private int larger() {
        long wanted = slots.length < LARGE ? slots.length * 2L : slots.length + slots.length / 2L;
        return (int) Math.min(wanted, MOST_SLOTS);
    }

    private void enter() {
        for (int number = 0; number < count(); number++) {
            long hash = hash(word(number));
            int slot = first(hash);
            while (slots[slot] != 0) {
                slot = slot + 1 == slots.length ? 0 : slot + 1;
            }
            slots[slot] = (int) hash & ~numberMask | number + 1;
        }
    }

    /** Replaces each word by another one; distinct words stay distinct, and keep their numbers. */
    void replaceAll(LongUnaryOperator replacement) {
        for (int number = 0; number < count(); number++) {
            words.set(number, ~replacement.applyAsLong(word(number)));
        }
        Arrays.fill(slots, 0);
        enter();
    }

    /** The memory that it occupies, in bytes. */
    long bytes() {
        return words.bytes() + (long) slots.length * Integer.BYTES;
    }
}
