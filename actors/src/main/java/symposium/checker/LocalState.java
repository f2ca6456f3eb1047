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
 * @param view the number of what it has been told of the others, see {@link MembershipKnowledges}
 * @param leaving whether it has been asked to leave
 */
record LocalState<S, U>(S state, U user, int demands, SortedSet<String> timers, int view, boolean leaving) {

    static final int UNLIMITED = -1;

    /** A process that is not there, or not any more: nothing that could be told apart. */
    static <S, U> LocalState<S, U> absent(U nobody) {
        return new LocalState<>(null, nobody, 0, Collections.emptySortedSet(), MembershipKnowledges.NOTHING, false);
    }

    boolean alive() {
        return state != null;
    }

    LocalState<S, U> at(S other) {
        return new LocalState<>(other, user, demands, timers, view, leaving);
    }

    LocalState<S, U> asking(U standing, int left) {
        return new LocalState<>(state, standing, left, timers, view, leaving);
    }

    LocalState<S, U> with(SortedSet<String> running) {
        return new LocalState<>(state, user, demands, running, view, leaving);
    }

    LocalState<S, U> told(int other) {
        return new LocalState<>(state, user, demands, timers, other, leaving);
    }

    LocalState<S, U> askedToLeave() {
        return new LocalState<>(state, user, demands, timers, view, true);
    }
}
