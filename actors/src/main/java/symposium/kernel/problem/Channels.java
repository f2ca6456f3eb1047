package symposium.kernel.problem;

/** The order in which a link delivers the messages of one direction, and how often. */
public enum Channels {
    /** In the order of sending. */
    FIFO,
    /** In any order. */
    UNORDERED,
    /**
     * In any order; equal messages in transit are one. So a message that is sent again and again is in transit once.
     */
    COALESCING,
    /**
     * In any order and any number of times: equal messages in transit are one, and a message that is delivered stays in
     * transit. It may also stay for ever, undelivered; so this admits every loss, duplication and reordering.
     */
    DUPLICATING;

    /** The name as the command line spells it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
