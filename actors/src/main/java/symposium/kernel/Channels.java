package symposium.kernel;

/** The order in which a link delivers the messages of one direction. */
public enum Channels {
    /** In the order of sending. */
    FIFO,
    /** In any order. */
    UNORDERED;

    /** The name as the command line spells it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
