package symposium.service.member;

/**
 * Thrown if a node has ended and no longer serves requests. The message is the reason in one line.
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
