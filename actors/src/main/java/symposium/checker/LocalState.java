package symposium.checker;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.SortedSet;

/**
 * All that is at one process: what the global state says of it.
 *
 * @param state the algorithm's state, or null when the process is not alive
 * @param user where its user stands
 * @param demands how many more demands the user may make; {@link #UNLIMITED} for any number
 * @param timers the timers that run
 * @param knowledge the number of what it has been notified of, see {@link MembershipKnowledges}
 * @param leaving whether it has been asked to leave
 */
@RecordBuilder
record LocalState<S, U>(S state, U user, int demands, SortedSet<String> timers, int knowledge, boolean leaving)
        implements LocalStateBuilder.With<S, U> {

    static final int UNLIMITED = -1;

    /** The number of {@link MembershipKnowledge#NOTHING}, which is all that a process knows that is not there. */
    static final int KNOWS_NOTHING = 0;

    /** A process that is not there: nothing that could be told apart. */
    static <S, U> LocalState<S, U> absent(U nobody) {
        return new LocalState<>(null, nobody, 0, Collections.emptySortedSet(), KNOWS_NOTHING, false);
    }

    boolean alive() {
        return state != null;
    }
}
