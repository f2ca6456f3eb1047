package symposium.service.member;

/**
 * Thrown if a node cannot run with a setting. The message is one line that states what is wrong, where, and what would
 * be valid.
 *
 * @since 1.0
 */
public final class InvalidSetting extends RuntimeException {

    /** @param line what is wrong, where, and what would be valid */
    public InvalidSetting(String line) {
        super(line);
    }
}
