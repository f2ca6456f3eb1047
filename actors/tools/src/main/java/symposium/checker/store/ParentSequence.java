package symposium.checker.store;

/**
 * The state from which each state was found, in some two bits a state. States are found in the order of those that are
 * expanded, so the sequence never falls: a one stands for each state found, and before it a zero for each step up to
 * the number of its parent.
 */
public final class ParentSequence {

    /** The position of one in this number of ones is kept. */
    private static final int STRIDE = 256;

    private final LongSequence bits;
    private final LongSequence positions = new LongSequence();
    private long length;
    private long states;
    private int last = -1;

    public ParentSequence(StoreMemory memory) {
        bits = memory.words();
    }

    /** @param bits the {@link #bits} of the first states of another sequence */
    public ParentSequence(LongSequence bits, long length) {
        this.bits = bits;
        this.length = length;
        for (long at = 0; at < length; at++) {
            if ((bits.get(at / Long.SIZE) >>> at & 1) == 0) {
                last++;
            } else if (states++ % STRIDE == 0) {
                positions.add(at);
            }
        }
    }

    public LongSequence bits() {
        return bits;
    }

    /** The number of bits. */
    public long length() {
        return length;
    }

    /** Appends states with the same parent, which is at least the one before, and at least -1. */
    void add(int parent, int children) {
        for (; last < parent; last++) {
            append(0);
        }
        for (int child = 0; child < children; child++) {
            if (states % STRIDE == 0) {
                positions.add(length);
            }
            states++;
            append(1);
        }
    }

    private void append(long bit) {
        if (length % Long.SIZE == 0) {
            bits.add(0);
        }
        if (bit != 0) {
            bits.set(bits.size() - 1, bits.get(bits.size() - 1) | 1L << length);
        }
        length++;
    }

    /** The parent of a state. */
    int of(int state) {
        long at = positions.get(state / STRIDE);
        int left = state % STRIDE;
        long word = at / Long.SIZE;
        long ones = bits.get(word) & -1L << at;
        while (left >= Long.bitCount(ones)) {
            left -= Long.bitCount(ones);
            ones = bits.get(++word);
        }
        for (; left > 0; left--) {
            ones &= ones - 1;
        }
        return (int) (word * Long.SIZE + Long.numberOfTrailingZeros(ones) - state - 1);
    }

    /** The memory that it occupies, in bytes. */
    long bytes() {
        return bits.bytes() + positions.bytes();
    }
}
