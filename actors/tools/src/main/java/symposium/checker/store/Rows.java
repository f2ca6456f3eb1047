package symposium.checker.store;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Global states as rows of numbers: their layout, and the store of the states found. A number that does not fit widens
 * the layout, and all stored states are packed again.
 */
public final class Rows {

    /** Placeholder for a slot: none. */
    public static final int NO_SLOT = -1;

    /** The greatest number that may occur in a walk. */
    private static final int WIDEST = (1 << 29) - 1;

    /** The layout has no room for a number, and only the rows from which these are a view can widen it. */
    public static final class LayoutTooNarrow extends RuntimeException {
        private static final long serialVersionUID = 1;

        LayoutTooNarrow() {
            super("the layout is too narrow", null, false, false);
        }
    }

    /** The rows of which these are a view, or null. */
    private final Rows origin;

    /** Whether this serves one walk: no state is stored, and the initial layout has room for every number. */
    private final boolean walking;

    private final IntUnaryOperator owner;
    private final int firstLink;
    private RowLayout layout;
    private StateStore store;
    private StateReader reader;

    /**
     * @param widths the widths of the slots before those of links, of which the last two are the environment's and the
     * observer's
     * @param owner the process to which a slot belongs; one of a link, as soon as the link has one
     */
    public Rows(int[] widths, IntUnaryOperator owner, boolean walking) {
        this.origin = null;
        this.owner = owner;
        this.walking = walking;
        firstLink = widths.length;
        RowLayout narrow =
                new RowLayout(widths, IntStream.range(0, firstLink).map(owner).toArray());
        layOut(narrow, new StateStore(narrow.words()));
    }

    /** Another reader of the states of some rows, which one thread adds to and widens. */
    public Rows(Rows origin) {
        this.origin = origin;
        this.owner = origin.owner;
        this.walking = false;
        this.firstLink = origin.firstLink;
        layOut(origin.layout, origin.store);
    }

    /** Adopts the layout of the rows of which these are a view. */
    public void adopt() {
        if (layout != origin.layout) {
            layOut(origin.layout, origin.store);
        }
    }

    public boolean walking() {
        return walking;
    }

    public StateStore store() {
        return store;
    }

    public RowLayout layout() {
        return layout;
    }

    public int words() {
        return layout.words();
    }

    public int slots() {
        return layout.slots();
    }

    /** The slot of the first link. */
    public int firstLink() {
        return firstLink;
    }

    /** Stores the initial state, as number 0. */
    public void begin(int[] initial) {
        long[] packed = new long[layout.words()];
        layout.pack(initial, packed, 0);
        store.addAll(packed, 0, 1, -1);
    }

    /** A stored state. */
    public GlobalState state(int number) {
        long[] words = new long[layout.words()];
        reader.copy(number, words);
        return new GlobalState(layout, words);
    }

    /** The state of a packed row. */
    public GlobalState state(long[] packed, int at) {
        return new GlobalState(layout, Arrays.copyOfRange(packed, at, at + layout.words()));
    }

    /** Copies a state into a packed row. */
    public void copy(GlobalState state, long[] packed, int at) {
        state.copy(layout, packed, at);
    }

    /** The number of the state of a packed row, or -1. */
    public int find(long[] packed, int at) {
        return reader.find(packed, at);
    }

    /** Looks the states of packed rows up, see {@link StateReader#look}. */
    public void look(long[] packed, int count, long[] roots) {
        reader.look(packed, count, roots);
    }

    /** Whether the slot exists and a number fits into it. */
    public boolean fits(int slot, int number) {
        return slot < layout.slots() && layout.fits(slot, number);
    }

    /**
     * Widens the layout to {@code slots} slots, of which {@code slot} and all {@code alike} have room for a number.
     * Packs the stored states again.
     */
    public void widen(int slots, int slot, int number, IntPredicate alike) {
        if (origin != null) {
            throw new LayoutTooNarrow();
        }
        RowLayout wider =
                layout.widened(slots, slot, walking ? WIDEST : number, each -> walking || alike.test(each), owner);
        if (layout.keepsWords(wider)) {
            store.repack(layout, wider);
            layOut(wider, store);
            return;
        }
        StateStore moved = store.emptied(wider.words());
        long[] before = new long[layout.words()];
        for (int state = 0; state < store.count(); state++) {
            reader.copy(state, before);
            moved.add(layout.repack(before, 1, wider));
        }
        store.release();
        layOut(wider, moved);
    }

    /** Stores the states in other memory; called before there are any. */
    public void storeIn(StoreMemory memory) {
        layOut(layout, new StateStore(layout.words(), memory));
    }

    /** Takes the states of another exploration of the same model. */
    public void restore(RowLayout restored, StateStore states) {
        layOut(restored, states);
    }

    private void layOut(RowLayout wider, StateStore states) {
        layout = wider;
        if (reader == null || store != states) {
            reader = new StateReader(states);
        } else {
            reader.forget();
        }
        store = states;
    }
}
