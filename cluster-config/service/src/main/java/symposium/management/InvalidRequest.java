package symposium.management;

/** What a client has sent is wrong. The message is the one line that says what would be right. */
final class InvalidRequest extends RuntimeException {

    private static final long serialVersionUID = 1;

    InvalidRequest(String line) {
        super(line);
    }
}
