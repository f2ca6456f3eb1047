package symposium.telemetry;

import symposium.mutex.Fence;

/**
 * A listener for the further events of one request for a lease. It is called on the thread of an actor; it must not
 * block or throw.
 */
public interface RequestListener {

    /** A listener that does nothing. */
    RequestListener NONE = end -> {};

    /** Called when the request is granted. */
    default void granted(Fence fence) {}

    /** Called when the request or its lease has ended; no call follows. */
    void ended(Outcome outcome);
}
