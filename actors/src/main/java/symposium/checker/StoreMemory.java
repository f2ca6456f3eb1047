package symposium.checker;

/** Where the large arrays of a {@link StateStore} are allocated: here, in the heap. */
class StoreMemory {

    /** An empty sequence. */
    LongSequence words() {
        return new LongSequence();
    }

    /** Slots of a hash table, all of them empty. */
    Slots slots(int length) {
        return new Slots(length);
    }

    /**
     * More slots, all of them empty, in the place of former ones. Nothing has changed if this fails.
     *
     * @return null if there are to be new ones, before which the former ones are best given up
     */
    Slots extended(Slots former, int length) {
        return null;
    }
}
