package symposium.kernel.problem;

/** The order in which a link delivers the messages of one direction, and how often. */
public enum Channels {
    /** Delivery in the order of sending. */
    FIFO,
    /** Delivery in any order. */
    UNORDERED,
    /**
     * Delivery in any order; equal messages in transit are one. A message that is sent again and again is therefore in
     * transit once.
     */
    COALESCING,
    /**
     * Delivery in any order and any number of times: equal messages in transit are one, and a message that is
     * delivered stays in transit. It may also stay forever, undelivered; this setting therefore allows every loss,
     * duplication and reordering.
     */
    DUPLICATING;

    /** Returns the name as the command line spells it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
