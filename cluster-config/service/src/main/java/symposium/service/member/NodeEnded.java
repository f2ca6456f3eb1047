package symposium.service.member;

/**
 * A node has ended: it serves no request any more. Its message is the reason in one line.
 *
 * @since 1.0
 */
public final class NodeEnded extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param why in one line */
    public NodeEnded(String why) {
        super(why);
    }
}
