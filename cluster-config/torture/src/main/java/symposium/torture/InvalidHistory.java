package symposium.torture;

/** A file or a line that is not the history of a torture run; the message says where, and what would be right. */
public final class InvalidHistory extends RuntimeException {

    private static final long serialVersionUID = 1;

    InvalidHistory(String message) {
        super(message);
    }
}
