package symposium.checker;

/** What a process can be notified of. */
enum MembershipNotification {
    /** Another process has departed. */
    DEPARTED,
    /** Another process has joined. */
    JOINED,
    /** The link to another process has failed. */
    LINK_FAILED,
    /** The link to another process works again. */
    LINK_RECOVERED,
    /** The process itself is cut off. */
    CUT_OFF,
    /** The process, which started cut off, is a member now. */
    ADMITTED
}
