package symposium.checker.local;

/** Kinds of notifications. */
public enum MembershipNotification {
    /** Another process has departed. */
    DEPARTED,
    /** Another process has joined. */
    JOINED,
    /** The link to another process has failed. */
    LINK_FAILED,
    /** The link to another process works again. */
    LINK_RECOVERED,
    /** The recipient itself is cut off. */
    CUT_OFF,
    /** The recipient, which started cut off, becomes a member. */
    ADMITTED
}
