package symposium.wire;

/**
 * Replaces a message that cannot be read here.
 *
 * @param why the reason, and what would have been right
 */
public record Unreadable(String why) {}
