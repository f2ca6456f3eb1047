package symposium.checker.search;

import java.util.Arrays;
import symposium.checker.store.RowLayout;

/** The states that wait to be sent to one owner, without most of those that were sent shortly before. */
final class Outbox {

    private static final int REMEMBERED_BITS = 16;

    private final int most;
    private RowLayout layout;
    private long[] rows = new long[64];
    private int count;
    /** By hash: a row that was added. */
    private long[] remembered = new long[0];

    private boolean[] used = new boolean[0];

    /** @param most the most words that wait */
    Outbox(int most) {
        this.most = most;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Whether it holds as much as one batch may. */
    boolean full() {
        return count > 0 && (count + 1) * layout.words() > most;
    }

    /** Whether a row of this layout can be added. */
    boolean takes(RowLayout other) {
        return layout == other || count == 0;
    }

    /** Adds a state unless it was added before; not every repetition is noticed. */
    void add(RowLayout of, long hash, long[] from, int at) {
        int words = of.words();
        if (layout != of) {
            layout = of;
            remembered = new long[words << REMEMBERED_BITS];
            used = new boolean[1 << REMEMBERED_BITS];
        }
        int place = (int) (hash & (1 << REMEMBERED_BITS) - 1);
        int begin = place * words;
        if (used[place] && Arrays.equals(remembered, begin, begin + words, from, at, at + words)) {
            return;
        }
        used[place] = true;
        System.arraycopy(from, at, remembered, begin, words);
        if ((count + 1) * words > rows.length) {
            rows = Arrays.copyOf(rows, rows.length * 2 + words);
        }
        System.arraycopy(from, at, rows, count * words, words);
        count++;
    }

    /** Takes out what waits. */
    RowBatch take(int level, int journal) {
        RowBatch batch = new RowBatch(
                level, journal, layout.widths(), layout.word(), count, Arrays.copyOf(rows, count * layout.words()));
        count = 0;
        return batch;
    }
}
