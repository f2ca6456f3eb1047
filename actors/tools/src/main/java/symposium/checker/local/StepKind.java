package symposium.checker.local;

/** Kinds of steps between global states. */
public enum StepKind {
    /** A user makes a request, or a timer expires. */
    ACTION,
    /** A process is notified of a change of the membership or of a link. */
    NOTIFICATION,
    /** A message arrives. */
    DELIVERY,
    /** A message returns to its sender. */
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
    /** A process is notified that another has departed, which has not. */
    FALSE_DEPARTURE,
    /** A partition separates the processes into two sides. */
    PARTITION;

    /** Whether this is a fault or a change, which may never happen. */
    public boolean isFault() {
        return switch (this) {
            case ACTION, NOTIFICATION, DELIVERY, RETURN, LINK_RECOVERY -> false;
            case LOSS, DUPLICATION, CRASH, LINK_FAILURE, JOIN, LEAVE, FALSE_DEPARTURE, PARTITION -> true;
        };
    }
}
