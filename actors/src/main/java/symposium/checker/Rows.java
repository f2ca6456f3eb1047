package symposium.checker;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Global states as rows of numbers: how they are packed, those that have been found, and the one that is visited. A number that does not fit makes
 * the layout wider, and all states are packed again.
 */
final class Rows {

    /** In the place of a slot: none. */
    static final int NO_SLOT = -1;

    /** No number in a walk is greater. */
    private static final int WIDEST = (1 << 29) - 1;

    /** Whether this is for one walk, in which no state is remembered and every number has room from the start. */
    private final boolean walking;

    private RowLayout layout;
    private StateStore store;
    /** The state visited, unpacked. */
    private int[] row = new int[16];
    /** The same, packed. */
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

    /** The number in a slot of the state visited. */
    int number(int slot) {
        return row[slot];
    }

    /** The state visited, packed. */
    long[] visited() {
        return visited;
    }

    /** Makes room for this number of slots before any state is found. */
    void layOut(int slots) {
        layout = layout.widened(slots, NO_SLOT, walking ? WIDEST : 0, slot -> walking);
        store = emptyStore(layout.words());
    }

    /** Puts the initial state into the store, as number 0. */
    void begin(int[] initial) {
        long[] packed = new long[layout.words()];
        layout.pack(initial, initial.length, packed, 0);
        store.addAll(packed, 1, -1);
    }

    /** Visits a state of the store. */
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

    /** Visits the state that is packed there. */
    void follow(long[] packed) {
        System.arraycopy(packed, 0, visited, 0, visited.length);
        layout.unpack(visited, 0, row);
    }

    /** Makes the state visited, which is not in the store, fit into a layout that has become wider. */
    void refit() {
        if (row.length < layout.slots()) {
            row = Arrays.copyOf(row, layout.slots() * 2);
        }
        visited = new long[layout.words()];
        layout.pack(row, layout.slots(), visited, 0);
    }

    /** One number of a row in the making. */
    int read(long[] rows, int at, int slot) {
        return layout.read(rows, at, slot);
    }

    /** All numbers of a row in the making. */
    void unpack(long[] rows, int at, int[] into) {
        layout.unpack(rows, at, into);
    }

    /** Replaces one number of a row in the making by another that fits. */
    void replace(long[] rows, int at, int slot, int before, int after) {
        layout.replace(rows, at, slot, before, after);
    }

    /** Whether a number fits into a slot, and the slot is there. */
    boolean fits(int slot, int number) {
        return slot < layout.slots() && layout.fits(slot, number);
    }

    /** Makes room for {@code slots} slots, of which {@code slot} and all {@code alike} are wide enough for a number. */
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
