package symposium.service.member;

/**
 * A setting that a node cannot run with; the message is one line that says what, where and what would be right.
 *
 * @since 1.0
 */
public final class InvalidSetting extends RuntimeException {

    /** @param line what, where, and what would be right */
    public InvalidSetting(String line) {
        super(line);
    }
}
