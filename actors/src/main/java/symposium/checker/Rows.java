package symposium.checker;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Global states as rows of numbers: their layout, the store of the states found, and the visited state. A number that
 * does not fit widens the layout, and all states are packed again.
 */
final class Rows {

    /** Placeholder for a slot: none. */
    static final int NO_SLOT = -1;

    /** The greatest number that may occur in a walk. */
    private static final int WIDEST = (1 << 29) - 1;

    /** Whether this serves one walk: no state is stored, and the initial layout has room for every number. */
    private final boolean walking;

    private RowLayout layout;
    private StateStore store;
    /** The visited state, unpacked. */
    private int[] row = new int[16];
    /** The visited state, packed. */
    private long[] visited = new long[1];

    Rows(int[] widths, boolean walking) {
        this.walking = walking;
        layout = new RowLayout(widths);
        store = emptyStore(layout.words());
    }

    private StateStore emptyStore(int words) {
        return walking ? StateStore.small(words) : new StateStore(words, store == null ? 0 : store.count());
    }

    boolean walking() {
        return walking;
    }

    StateStore store() {
        return store;
    }

    int words() {
        return layout.words();
    }

    int slots() {
        return layout.slots();
    }

    /** The number in a slot of the visited state. */
    int number(int slot) {
        return row[slot];
    }

    /** The visited state, packed. */
    long[] visited() {
        return visited;
    }

    /** Allocates this number of slots before any state is stored. */
    void layOut(int slots) {
        layout = layout.widened(slots, NO_SLOT, walking ? WIDEST : 0, slot -> walking);
        store = emptyStore(layout.words());
    }

    /** Stores the initial state, as number 0. */
    void begin(int[] initial) {
        long[] packed = new long[layout.words()];
        layout.pack(initial, initial.length, packed, 0);
        store.addAll(packed, 1, -1);
    }

    /** Visits a stored state. */
    void visit(int state) {
        if (row.length < layout.slots()) {
            row = new int[layout.slots() * 2];
        }
        if (visited.length != layout.words()) {
            visited = new long[layout.words()];
        }
        store.copy(state, visited);
        layout.unpack(visited, 0, row);
    }

    /** Visits the state of a packed row. */
    void follow(long[] packed) {
        System.arraycopy(packed, 0, visited, 0, visited.length);
        layout.unpack(visited, 0, row);
    }

    /** Repacks the visited state, which is not stored, after the layout was widened. */
    void refit() {
        if (row.length < layout.slots()) {
            row = Arrays.copyOf(row, layout.slots() * 2);
        }
        visited = new long[layout.words()];
        layout.pack(row, layout.slots(), visited, 0);
    }

    /** One number of a successor's row. */
    int read(long[] rows, int at, int slot) {
        return layout.read(rows, at, slot);
    }

    /** All numbers of a successor's row. */
    void unpack(long[] rows, int at, int[] into) {
        layout.unpack(rows, at, into);
    }

    /** Replaces one number of a successor's row by another that fits. */
    void replace(long[] rows, int at, int slot, int before, int after) {
        layout.replace(rows, at, slot, before, after);
    }

    /** Whether the slot exists and a number fits into it. */
    boolean fits(int slot, int number) {
        return slot < layout.slots() && layout.fits(slot, number);
    }

    /** Widens the layout to {@code slots} slots, of which {@code slot} and all {@code alike} have room for a number. */
    void widen(int slots, int slot, int number, IntPredicate alike) {
        RowLayout wider = layout.widened(slots, slot, walking ? WIDEST : number, each -> walking || alike.test(each));
        StateStore moved = emptyStore(wider.words());
        int[] numbers = new int[wider.slots()];
        long[] words = new long[wider.words()];
        for (int state = 0; state < store.count(); state++) {
            layout.unpack(store, state, numbers);
            wider.pack(numbers, layout.slots(), words, 0);
            moved.addAll(words, 1, store.parent(state));
        }
        layout = wider;
        store = moved;
    }
}
