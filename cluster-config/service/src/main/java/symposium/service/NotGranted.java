package symposium.service;

/** A lease has not been granted, or a question not answered. The owner has nothing of what it asked for. */
public final class NotGranted extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** The kinds of reasons. */
    public enum Cause {
        /** The limit has passed. */
        TIMED_OUT,
        /** The request is invalid, or its owner would wait for itself. */
        REFUSED,
        /** The request has been cancelled. */
        CANCELLED,
        /** The service of this node has ended, as with the actor system, or cannot grant now. */
        UNAVAILABLE
    }

    private final Cause reason;

    NotGranted(Cause reason, String why) {
        super(why);
        this.reason = reason;
    }

    /** The kind of reason; the message is one line for people. */
    public Cause reason() {
        return reason;
    }
}
