package symposium.service.lock;

import java.util.List;

/**
 * Thrown if a lease was not granted, or a question was not answered. The owner holds none of the names that it
 * requested.
 *
 * @since 1.0
 */
public final class NotGranted extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** The kinds of reasons why a request failed. */
    public enum Cause {
        /** The limit passed. */
        TIMED_OUT,
        /** The request is invalid, or its owner would wait for itself. */
        REFUSED,
        /** The request was cancelled. */
        CANCELLED,
        /** The service of this node has ended, for example with the actor system, or cannot grant requests now. */
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

    /** Returns up to ten leases that kept a timed-out request waiting, as far as they are known. */
    public List<LockService.Holder> holders() {
        return holders;
    }

    /** Returns the kind of reason. The exception message is one line for people. */
    public Cause reason() {
        return reason;
    }
}
