package symposium.service.lock;

import java.util.List;

/**
 * A lease has not been granted, or a question not answered. The owner has nothing of what it asked for.
 *
 * @since 1.0
 */
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

    private final transient List<LockService.Holder> holders;

    NotGranted(Cause reason, String why) {
        this(reason, why, List.of());
    }

    NotGranted(Cause reason, String why, List<LockService.Holder> holders) {
        super(why);
        this.reason = reason;
        this.holders = holders;
    }

    /** Where it has timed out: up to ten leases that have kept it waiting, as far as they are known. */
    public List<LockService.Holder> holders() {
        return holders;
    }

    /** The kind of reason; the message is one line for people. */
    public Cause reason() {
        return reason;
    }
}
