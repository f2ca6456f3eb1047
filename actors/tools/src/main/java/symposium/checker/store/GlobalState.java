package symposium.checker.store;

/**
 * A global state: a row of numbers, one for each slot, packed. It is a value, and stays what it is when the layout of
 * the states widens.
 */
public final class GlobalState {

    private final RowLayout layout;
    private final long[] words;
    private final int[] numbers;

    GlobalState(RowLayout layout, long[] words) {
        this.layout = layout;
        this.words = words;
        this.numbers = new int[layout.slots()];
        layout.unpack(words, 0, numbers);
    }

    /** The number in a slot, 0 in one that the row does not have. */
    public int number(int slot) {
        return slot < numbers.length ? numbers[slot] : 0;
    }

    /** The number of slots. */
    public int slots() {
        return numbers.length;
    }

    /** All numbers. */
    public int[] numbers() {
        return numbers.clone();
    }

    /** Copies the row, packed in this layout, which is the state's own or wider. */
    void copy(RowLayout now, long[] rows, int at) {
        long[] packed = now == layout ? words : layout.repack(words, 1, now);
        System.arraycopy(packed, 0, rows, at, now.words());
    }
}
