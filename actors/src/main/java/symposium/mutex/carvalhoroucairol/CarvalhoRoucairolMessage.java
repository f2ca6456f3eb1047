package symposium.mutex.carvalhoroucairol;

import symposium.clock.Timestamp;
import symposium.mutex.Fence;

/** What processes send each other. */
public sealed interface CarvalhoRoucairolMessage {

    /**
     * Asks for the permission that the two share.
     *
     * @param f the timestamp of what the sender wants it for
     */
    record Request(Timestamp f) implements CarvalhoRoucairolMessage {
        @Override
        public String toString() {
            return "request " + f;
        }
    }

    /**
     * The permission that the two share, from now on the recipient's.
     *
     * @param fence the greatest fence that the sender knows of
     */
    record Reply(Fence fence) implements CarvalhoRoucairolMessage {
        @Override
        public String toString() {
            return "reply " + fence;
        }
    }

    /**
     * Somebody has departed, and the sender is to make its next grant under this generation of fences.
     *
     * @param generation greater than any under which the departed can have been granted anything
     */
    record Departure(long generation) implements CarvalhoRoucairolMessage {
        @Override
        public String toString() {
            return "departure " + generation;
        }
    }

    /** The sender has taken note of a {@link Departure} and will announce greater generations only. */
    record Noted(long generation) implements CarvalhoRoucairolMessage {
        @Override
        public String toString() {
            return "noted " + generation;
        }
    }
}
