package symposium.checker;

import java.util.Collections;
import java.util.SortedSet;

/**
 * All that is at one process: what the global state says of it.
 *
 * @param state the algorithm's state, or null when the process is not alive
 * @param user where its user stands
 * @param demands how many more demands the user may make; {@link #UNLIMITED} for any number
 * @param timers the timers that run
 * @param view the number of what it has been told of the others, see {@link Views}
 * @param leaving whether it has been asked to leave
 */
record Local<S, U>(S state, U user, int demands, SortedSet<String> timers, int view, boolean leaving) {

    static final int UNLIMITED = -1;

    /** A process that is not there, or not any more: nothing that could be told apart. */
    static <S, U> Local<S, U> absent(U nobody) {
        return new Local<>(null, nobody, 0, Collections.emptySortedSet(), Views.NOTHING, false);
    }

    boolean alive() {
        return state != null;
    }

    Local<S, U> at(S other) {
        return new Local<>(other, user, demands, timers, view, leaving);
    }

    Local<S, U> asking(U standing, int left) {
        return new Local<>(state, standing, left, timers, view, leaving);
    }

    Local<S, U> with(SortedSet<String> running) {
        return new Local<>(state, user, demands, running, view, leaving);
    }

    Local<S, U> told(int other) {
        return new Local<>(state, user, demands, timers, other, leaving);
    }

    Local<S, U> askedToLeave() {
        return new Local<>(state, user, demands, timers, view, true);
    }
}
