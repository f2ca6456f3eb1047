package symposium.kernel;

import java.util.List;

/**
 * An algorithm: what one process does, as the paper states it.
 *
 * <p>Deterministic and pure: the same state and event give the same step, and nothing else is touched. States and messages are
 * immutable, with equality by value, in a canonical form: two states that the paper would not tell apart are equal.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public interface Protocol<S, M, I, O> {

    /** The name under which the catalogue, the command line and the logs know it. */
    String name();

    /** Every rule, in the paper's order. */
    List<? extends Rule> rules();

    /** The state in which a process starts. */
    S initial(ProcessId self, Neighbours neighbours);

    /** The timers that run from the start, in the state in which a process starts. */
    default List<? extends Timer> initialTimers(S initial) {
        return List.of();
    }

    /** Whether a process receives this message now. If not, it waits, and so does all that follows it on the same link. */
    default boolean admits(S state, Neighbour from, M message) {
        return true;
    }

    /**
     * What a process does on an event.
     *
     * @throws InvariantViolation when no rule admits the event, which would refute an invariant of the paper
     */
    Step<S, M, O> step(S state, Event<M, I> event);
}
