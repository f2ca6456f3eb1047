package symposium.checker.store;

/** Where the large arrays of a {@link StateStore} are allocated: here, in the heap. */
public class StoreMemory {

    /** Up to this number, slots are allocated beside those that they replace. */
    private static final int SMALL = 1 << 20;

    /** An empty sequence. */
    public LongSequence words() {
        return new LongSequence();
    }

    /** Slots of a hash table, all of them empty. */
    Slots slots(int length) {
        return new Slots(length);
    }

    /**
     * More slots, all of them empty, in the place of former ones. Nothing has changed if this fails.
     *
     * @return null if the former ones are so large that they are best given up before others are allocated
     */
    Slots extended(Slots former, int length) {
        return length <= SMALL ? slots(length) : null;
    }
}
