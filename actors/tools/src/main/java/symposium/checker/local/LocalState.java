package symposium.checker.local;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Set;
import java.util.SortedSet;
import symposium.kernel.Neighbour;
import symposium.kernel.Sorted;
import symposium.kernel.runtime.ProcessRuntime;

/**
 * The part of a global state that belongs to one process.
 *
 * @param state the algorithm's state, or null if the process is not alive
 * @param user the state of its user
 * @param demands how many more requests the user may make; {@link #UNLIMITED} for any number
 * @param timers the running timers
 * @param knowledge the number of its membership knowledge, see {@link MembershipKnowledges}
 * @param former its former neighbours of which it still receives messages, see {@link ProcessRuntime#former}
 * @param leaving whether it was asked to leave
 */
@RecordBuilder
public record LocalState<S, U>(
        S state, U user, int demands, SortedSet<String> timers, int knowledge, Set<Neighbour> former, boolean leaving)
        implements LocalStateBuilder.With<S, U> {

    static final int UNLIMITED = -1;

    /** The number of {@link MembershipKnowledge#NOTHING}, the knowledge of each absent process. */
    static final int KNOWS_NOTHING = 0;

    /** The local state of an absent process; the same for all. */
    static <S, U> LocalState<S, U> absent(U user) {
        return new LocalState<>(null, user, 0, Sorted.set(), KNOWS_NOTHING, Set.of(), false);
    }

    public boolean alive() {
        return state != null;
    }
}
