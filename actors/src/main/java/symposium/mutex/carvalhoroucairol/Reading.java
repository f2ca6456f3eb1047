package symposium.mutex.carvalhoroucairol;

import symposium.clock.Timestamp;
import symposium.kernel.ProcessId;
import symposium.mutex.Processes;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairolState.Fences;

/** What can be misunderstood, each with its right reading. */
interface Reading {

    /** The algorithm as it is meant. */
    Reading RIGHT = new Reading() {};

    /** The clock after a request with this timestamp has come. */
    default long raised(long c, Timestamp f) {
        return Math.max(c, f.clock() + 1);
    }

    /** Whether a request waits until the process's own critical section has ended. */
    default boolean defers(CarvalhoRoucairolState state, Timestamp f) {
        return state.critical() || state.waiting() && state.f().orElseThrow().isBefore(f);
    }

    /** Whether this process is asked for its permission upon ENTER. */
    default boolean asks(CarvalhoRoucairolState state, ProcessId other) {
        return !state.held().contains(other);
    }

    /** What is known of fences when somebody has departed, and the process is among those who are left. */
    default Fences departed(CarvalhoRoucairolState state) {
        return state.fences().announcing(Processes.of(state.neighbours()));
    }
}
