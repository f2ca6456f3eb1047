package symposium.telemetry;

import symposium.mutex.Fence;

/** Is told what becomes of one request for a lease. Called on the thread of an actor; must not block or throw. */
public interface RequestListener {

    /** Listens to nothing. */
    RequestListener NONE = end -> {};

    /** The request is granted. */
    default void granted(Fence fence) {}

    /** The request or its lease has ended; nothing is told after that. */
    void ended(Outcome outcome);
}
