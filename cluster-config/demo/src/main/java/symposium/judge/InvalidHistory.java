package symposium.judge;

/** What is not the history of a run: an event, a line or a file. The message says where, and what would be right. */
public final class InvalidHistory extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param message where it is, and what would be right */
    public InvalidHistory(String message) {
        super(message);
    }
}
