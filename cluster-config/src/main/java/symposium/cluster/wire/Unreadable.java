package symposium.cluster.wire;

/**
 * What stands in an envelope in place of a message that cannot be read here.
 *
 * @param why what was found, and what would have been right
 */
public record Unreadable(String why) {}
