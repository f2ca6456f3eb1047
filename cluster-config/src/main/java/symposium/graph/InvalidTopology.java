package symposium.graph;

/** The text names no topology. The message is one line: what, where, and what would be right. */
public final class InvalidTopology extends IllegalArgumentException {

    /** @param line what is wrong, without a full stop */
    public InvalidTopology(String line) {
        super(line);
    }
}
