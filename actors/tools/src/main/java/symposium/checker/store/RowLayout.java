package symposium.checker.store;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The position of each number of a row in the packed words. A row has a slot for each process and each link. A slot
 * is as wide as the largest number found for it needs, and crosses no word boundary.
 *
 * <p>Where one word is too small there are two, four, eight and so on, as the tree of the {@link StateStore} has
 * leaves. They are filled evenly, and what belongs to one process stands together: then both halves of a row vary much
 * less than the whole.
 */
public final class RowLayout {

    /** One bit stays unused, so that a packed word plus one is never zero. */
    private static final int BITS = 63;

    /** The bits of a word that are filled at most, on average, where one word is too small. */
    private static final int FILLED = 50;

    /** A number with at most this many bits is small. */
    private static final int SMALL = 4;

    private final int[] widths;
    /** By slot: the process to which it belongs. */
    private final int[] owners;

    private final int[] word;
    private final int[] shift;
    private final int words;

    /** @param owners by slot: the process to which it belongs */
    public RowLayout(int[] widths, int[] owners) {
        this(widths, owners, divided(widths, owners));
    }

    /** @param word by slot: the number of its word */
    public RowLayout(int[] widths, int[] owners, int[] word) {
        this.widths = widths.clone();
        this.owners = owners.clone();
        this.word = word;
        words = Integer.highestOneBit(Arrays.stream(word).max().orElse(0) * 2 + 1);
        shift = new int[widths.length];
        int[] used = new int[words];
        for (int slot = 0; slot < widths.length; slot++) {
            shift[slot] = used[word[slot]];
            used[word[slot]] += widths[slot];
        }
    }

    /** The word of each slot. */
    private static int[] divided(int[] widths, int[] owners) {
        int bits = Arrays.stream(widths).sum();
        int words = 1;
        while (bits > (words == 1 ? BITS : words * FILLED)) {
            words *= 2;
        }
        int[] slots = IntStream.range(0, widths.length)
                .boxed()
                .sorted(Comparator.comparing(slot -> owners[slot]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] word = new int[widths.length];
        while (!divide(widths, slots, word, (double) bits / words)) {
            words *= 2;
        }
        return word;
    }

    /** Gives each slot its word, so that each word has about {@code bits} bits. Returns whether each is wide enough. */
    private static boolean divide(int[] widths, int[] slots, int[] word, double bits) {
        int before = 0;
        int at = 0;
        int used = 0;
        for (int slot : slots) {
            if (used > 0 && before + widths[slot] / 2.0 > (at + 1) * bits) {
                at++;
                used = 0;
            }
            word[slot] = at;
            used += widths[slot];
            before += widths[slot];
            if (used > BITS) {
                return false;
            }
        }
        return true;
    }

    public int[] widths() {
        return widths.clone();
    }

    public int[] owners() {
        return owners.clone();
    }

    /** The word of each slot. */
    public int[] word() {
        return word.clone();
    }

    public int words() {
        return words;
    }

    public int slots() {
        return widths.length;
    }

    boolean fits(int slot, int number) {
        return number >>> widths[slot] == 0;
    }

    /**
     * A layout with {@code slots} slots in which {@code slot} and all slots {@code alike} it have room for
     * {@code number}. Large numbers get spare room, because widening repacks every state.
     *
     * @param owner the process to which a new slot belongs
     */
    RowLayout widened(int slots, int slot, int number, IntPredicate alike, IntUnaryOperator owner) {
        int[] wider = Arrays.copyOf(widths, slots);
        Arrays.fill(wider, widths.length, slots, 1);
        int needed = Integer.SIZE - Integer.numberOfLeadingZeros(number);
        for (int each = 0; each < slots; each++) {
            if (each == slot || alike.test(each)) {
                wider[each] = Math.max(wider[each], needed > SMALL ? needed + 2 : needed);
            }
        }
        int[] owned = Arrays.copyOf(owners, slots);
        for (int each = owners.length; each < slots; each++) {
            owned[each] = owner.applyAsInt(each);
        }
        int[] same = Arrays.copyOf(word, slots);
        Arrays.fill(same, widths.length, slots, words - 1);
        return fit(wider, same) ? new RowLayout(wider, owned, same) : new RowLayout(wider, owned);
    }

    private boolean fit(int[] wider, int[] same) {
        int[] used = new int[words];
        for (int slot = 0; slot < wider.length; slot++) {
            used[same[slot]] += wider[slot];
        }
        return Arrays.stream(used).allMatch(each -> each <= BITS);
    }

    /** Whether each slot of this layout is in the same word of a wider one, which has no more words. */
    boolean keepsWords(RowLayout wider) {
        return words == wider.words && Arrays.equals(word, 0, word.length, wider.word, 0, word.length);
    }

    /** One word of a packed row, packed in a wider layout that keeps the words. */
    long repackWord(long packed, int at, RowLayout wider) {
        long again = 0;
        for (int slot = 0; slot < widths.length; slot++) {
            if (word[slot] == at) {
                again |= (packed >>> shift[slot] & (1L << widths[slot]) - 1) << wider.shift[slot];
            }
        }
        return again;
    }

    /** Replaces one number of a packed row. */
    public void replace(long[] rows, int at, int slot, int before, int after) {
        rows[at + word[slot]] ^= (long) (before ^ after) << shift[slot];
    }

    /** One number of a packed row. */
    public int read(long[] rows, int at, int slot) {
        return (int) (rows[at + word[slot]] >>> shift[slot]) & (1 << widths[slot]) - 1;
    }

    public void unpack(long[] rows, int at, int[] row) {
        for (int slot = 0; slot < widths.length; slot++) {
            row[slot] = (int) (rows[at + word[slot]] >>> shift[slot]) & (1 << widths[slot]) - 1;
        }
    }

    /** Packs a row; where it is longer than this layout, the rest is 0. */
    public void pack(int[] row, long[] rows, int at) {
        Arrays.fill(rows, at, at + words, 0);
        for (int slot = 0; slot < Math.min(widths.length, row.length); slot++) {
            rows[at + word[slot]] |= (long) row[slot] << shift[slot];
        }
    }

    /** The first rows of an array, packed in a wider layout; its additional slots are 0. */
    public long[] repack(long[] rows, int count, RowLayout wider) {
        int[] row = new int[wider.slots()];
        long[] packed = new long[Math.max(rows.length, count * wider.words)];
        for (int each = 0; each < count; each++) {
            unpack(rows, each * words, row);
            wider.pack(row, packed, each * wider.words);
        }
        return packed;
    }
}
