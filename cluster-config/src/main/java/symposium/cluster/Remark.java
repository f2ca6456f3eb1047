package symposium.cluster;

/**
 * Something about a node that its user should know.
 *
 * @param kind what it is about
 * @param line the remark in one line
 */
public record Remark(Kind kind, String line) {

    /** What remarks are about. */
    public enum Kind {
        /** The process of this node takes no part, because the others have begun without it. */
        OUTSIDE,
        /** Another process has departed, and the algorithm does not stand that. */
        BEREAVED
    }
}
