package symposium.service.member;

/**
 * Thrown when a node has ended: it serves no more requests. The message is the reason in one line.
 *
 * @since 1.0
 */
public final class NodeEnded extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param why the reason in one line */
    public NodeEnded(String why) {
        super(why);
    }
}
