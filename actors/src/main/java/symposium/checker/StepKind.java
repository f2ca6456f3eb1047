package symposium.checker;

/** What leads from one global state to another. */
enum StepKind {
    /** A user asks, or a timer expires. */
    ACTION,
    /** A process is notified of a change of the membership or of a link. */
    NOTIFICATION,
    /** A message arrives. */
    DELIVERY,
    /** A message comes back to its sender. */
    RETURN,
    /** A message is lost. */
    LOSS,
    /** A message arrives and stays in transit. */
    DUPLICATION,
    /** A process crashes. */
    CRASH,
    /** A link fails. */
    LINK_FAILURE,
    /** A link that has failed recovers. */
    LINK_RECOVERY,
    /** A process joins. */
    JOIN,
    /** A process is asked to leave. */
    LEAVE,
    /** The network falls apart. */
    PARTITION;

    /** Whether this is a fault or a change, which may never happen. */
    boolean isFault() {
        return switch (this) {
            case ACTION, NOTIFICATION, DELIVERY, RETURN, LINK_RECOVERY -> false;
            case LOSS, DUPLICATION, CRASH, LINK_FAILURE, JOIN, LEAVE, PARTITION -> true;
        };
    }
}
