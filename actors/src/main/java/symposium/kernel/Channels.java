package symposium.kernel;

/** In which order a link delivers what was sent over it in one direction. */
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
