package symposium.checker;

import java.util.Collections;
import java.util.SortedSet;
import symposium.kernel.ProcessId;

/**
 * All that is at one process: what the global state says of it.
 *
 * @param state the algorithm's state, or null when the process has crashed
 * @param user where its user stands
 * @param demands how many more demands the user may make; {@link #UNLIMITED} for any number
 * @param timers the timers that run
 * @param departed whose departure the process knows of
 */
record Local<S, U>(S state, U user, int demands, SortedSet<String> timers, SortedSet<ProcessId> departed) {

    static final int UNLIMITED = -1;

    boolean alive() {
        return state != null;
    }

    Local<S, U> at(S other) {
        return new Local<>(other, user, demands, timers, departed);
    }

    /** What is left after a crash: nothing that could be told apart. */
    Local<S, U> crashed(U nobody) {
        return new Local<>(null, nobody, 0, Collections.emptySortedSet(), Collections.emptySortedSet());
    }
}
