package symposium.kernel.problem;

/** The order in which a link delivers the messages of one direction, and how often. */
public enum Channels {
    /** Delivery in the order of sending. */
    FIFO,
    /** Delivery in any order. */
    UNORDERED,
    /**
     * Delivery in any order. Equal messages in transit count as one. A message that is sent repeatedly is therefore in
     * transit only once.
     */
    COALESCING,
    /**
     * Delivery in any order and any number of times. Equal messages in transit count as one, and a delivered message
     * stays in transit. A message may also stay in transit forever without being delivered. This setting therefore
     * allows every loss, duplication and reordering.
     */
    DUPLICATING;

    /** Returns the name as the command line spells it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
