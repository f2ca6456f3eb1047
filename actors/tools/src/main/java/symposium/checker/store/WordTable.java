package symposium.checker.store;

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
public final class WordTable {

    private static final int FIRST_SLOTS = 1 << 6;

    private final StoreMemory memory;
    /** By number: the inverted word. */
    private final LongSequence words;
    /**
     * By slot: part of the hash, and the number plus one. Null while other slots are allocated, and after an error
     * where memory has room neither for them nor any more for the former ones.
     */
    private Slots slots;

    public WordTable(StoreMemory memory) {
        this(memory, memory.words());
    }

    /** @param words by number: the {@linkplain #stored inverted} word; in the same memory */
    public WordTable(StoreMemory memory, LongSequence words) {
        this.memory = memory;
        this.words = words;
        int length = FIRST_SLOTS;
        while (count() > Slots.limit(length)) {
            length = Slots.larger(length);
        }
        slots = memory.slots(length);
        enter();
    }

    /** By number: the inverted word. */
    public LongSequence stored() {
        return words;
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
    public static long hash(long word) {
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
        Slots now = slots;
        long read = 0;
        if (now == null) {
            return read;
        }
        int mask = now.numberMask();
        for (int each = from; each < to; each++) {
            read += now.get(now.first(hashes[each]));
        }
        for (int each = from; each < to; each++) {
            int entry = now.get(now.first(hashes[each]));
            if (entry != 0 && (entry & ~mask) == ((int) hashes[each] & ~mask)) {
                read += words.peek((entry & mask) - 1);
            }
        }
        return read;
    }

    /** The number of a word, or -1; also for threads that do not add. */
    int find(long word) {
        return find(word, hash(word));
    }

    /** As {@link #find(long)}, with the hash of the word. */
    int find(long word, long hash) {
        Slots now = slots;
        if (now == null) {
            return -1;
        }
        int mask = now.numberMask();
        int part = (int) hash & ~mask;
        int slot = now.first(hash);
        for (int entry = now.get(slot); entry != 0; entry = now.get(slot)) {
            if ((entry & ~mask) == part && words.peek((entry & mask) - 1) == ~word) {
                return (entry & mask) - 1;
            }
            slot = now.after(slot);
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
        int entry = slots.get(slot);
        if (entry != 0) {
            return (entry & slots.numberMask()) - 1;
        }
        if (count() == slots.limit()) {
            grow();
            slot = slot(word, hash);
        }
        int number = count();
        words.add(~word);
        slots.set(slot, (int) hash & ~slots.numberMask() | number + 1);
        return number;
    }

    /** The slot of a word, or the empty slot in which it belongs. */
    private int slot(long word, long hash) {
        Slots now = slots;
        int mask = now.numberMask();
        int part = (int) hash & ~mask;
        int slot = now.first(hash);
        for (int entry = now.get(slot); entry != 0; entry = now.get(slot)) {
            if ((entry & ~mask) == part && words.get((entry & mask) - 1) == ~word) {
                return slot;
            }
            slot = now.after(slot);
        }
        return slot;
    }

    private void grow() {
        int former = slots.length();
        int wanted = Slots.larger(former);
        if (wanted == former) {
            throw new OutOfMemoryError("more states than an array has places for");
        }
        Slots extended = memory.extended(slots, wanted);
        if (extended != null) {
            slots = extended;
            enter();
            return;
        }
        // The former slots are given up first: both together would be the most that the table ever takes.
        slots = null;
        try {
            slots = memory.slots(wanted);
        } catch (OutOfMemoryError full) {
            slots = memory.slots(former);
            throw full;
        } finally {
            if (slots != null) {
                enter();
            }
        }
    }

    /** Enters all words into slots that are empty. */
    private void enter() {
        Slots now = slots;
        int mask = now.numberMask();
        for (long from = 0; from < now.length(); from += now.atOnce()) {
            for (int number = 0; number < count(); number++) {
                long hash = hash(word(number));
                int slot = now.first(hash);
                if (slot >= from && slot - from < now.atOnce()) {
                    while (now.get(slot) != 0) {
                        slot = now.after(slot);
                    }
                    now.set(slot, (int) hash & ~mask | number + 1);
                }
            }
        }
    }

    /** Replaces each word by another one; distinct words stay distinct, and keep their numbers. */
    void replaceAll(LongUnaryOperator replacement) {
        for (int number = 0; number < count(); number++) {
            words.set(number, ~replacement.applyAsLong(word(number)));
        }
        slots.clear();
        enter();
    }

    /** Gives back what is not in the heap: the table has been used for the last time. */
    void release() {
        words.release();
        slots.release();
    }

    /** The memory that it occupies, in bytes. */
    long bytes() {
        return words.bytes() + (slots == null ? 0 : slots.bytes());
    }
}
