package symposium.checker;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The position of each number of a row in the packed words. A row has a slot for each process and each link. A slot
 * is as wide as the largest number found for it needs, and crosses no word boundary.
 */
final class RowLayout {

    /** One bit stays unused, so that a packed word plus one is never zero. */
    private static final int BITS = 63;

    /** A number with at most this many bits is small. */
    private static final int SMALL = 4;

    private final int[] widths;
    private final int[] word;
    private final int[] shift;
    private final int words;

    RowLayout(int[] widths) {
        this.widths = widths.clone();
        word = new int[widths.length];
        shift = new int[widths.length];
        int at = 0;
        int used = 0;
        for (int slot = 0; slot < widths.length; slot++) {
            if (used + widths[slot] > BITS) {
                at++;
                used = 0;
            }
            word[slot] = at;
            shift[slot] = used;
            used += widths[slot];
        }
        words = at + 1;
    }

    int words() {
        return words;
    }

    int slots() {
        return widths.length;
    }

    boolean fits(int slot, int number) {
        return number >>> widths[slot] == 0;
    }

    /**
     * A layout with {@code slots} slots in which {@code slot} and all slots {@code alike} it have room for
     * {@code number}. Large numbers get spare room, because widening repacks every state.
     */
    RowLayout widened(int slots, int slot, int number, IntPredicate alike) {
        int[] wider = Arrays.copyOf(widths, slots);
        Arrays.fill(wider, widths.length, slots, 1);
        int needed = Integer.SIZE - Integer.numberOfLeadingZeros(number);
        for (int each = 0; each < slots; each++) {
            if (each == slot || alike.test(each)) {
                wider[each] = Math.max(wider[each], needed > SMALL ? needed + 2 : needed);
            }
        }
        return new RowLayout(wider);
    }

    /** Replaces one number of a packed row. */
    void replace(long[] rows, int at, int slot, int before, int after) {
        rows[at + word[slot]] ^= (long) (before ^ after) << shift[slot];
    }

    /** One number of a packed row. */
    int read(long[] rows, int at, int slot) {
        return (int) (rows[at + word[slot]] >>> shift[slot]) & (1 << widths[slot]) - 1;
    }

    void unpack(long[] rows, int at, int[] row) {
        for (int slot = 0; slot < widths.length; slot++) {
            row[slot] = (int) (rows[at + word[slot]] >>> shift[slot]) & (1 << widths[slot]) - 1;
        }
    }

    void pack(int[] row, long[] rows, int at) {
        Arrays.fill(rows, at, at + words, 0);
        for (int slot = 0; slot < widths.length; slot++) {
            rows[at + word[slot]] |= (long) row[slot] << shift[slot];
        }
    }

    /** The first rows of an array, packed in a wider layout; its additional slots are 0. */
    long[] repack(long[] rows, int count, RowLayout wider) {
        int[] row = new int[wider.slots()];
        long[] packed = new long[Math.max(rows.length, count * wider.words)];
        for (int each = 0; each < count; each++) {
            unpack(rows, each * words, row);
            wider.pack(row, packed, each * wider.words);
        }
        return packed;
    }
}
