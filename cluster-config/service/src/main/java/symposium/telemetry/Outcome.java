package symposium.telemetry;

import java.util.Locale;

/** The end of a request for a lease, before it was granted or after. */
public enum Outcome {
    /** The owner released the lease. */
    RELEASED,
    /** The lease was lost: the node was cut off from a majority, or has ended. */
    LOST,
    /** The limit passed before the grant. */
    TIMED_OUT,
    /** The owner cancelled the request, or the lease. */
    CANCELLED,
    /** The request was a try, and the lease was not free. */
    NOT_FREE,
    /** The request is invalid, or its owner would wait for itself. */
    REFUSED,
    /** The node grants nothing: it has ended; or it sees no majority, and the request must not wait. */
    UNAVAILABLE,
    /** The owner stopped, or the actor that was to receive the answer stopped before the grant. */
    OWNER_STOPPED;

    /** Returns the name in small letters, with an underscore between words. */
    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }
}
