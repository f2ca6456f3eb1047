package symposium.kernel.problem;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import symposium.kernel.InvariantViolation;

/**
 * A problem that algorithms solve. It is stated over the inputs and outputs of users, so it is the same for all
 * algorithms.
 *
 * @param <U> the state of a user; immutable, equal by value
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public interface Problem<U, I, O> {

    /** The name, as the catalogue prints it. */
    String name();

    /** The initial state of every user. */
    U initial();

    /** What a user in this state may ask. */
    List<I> mayAsk(U user);

    /**
     * Whether this input is a new demand: a bounded exploration limits their number for each user. By default it is.
     */
    default boolean demands(I input) {
        return true;
    }

    /** Whether a user that may ask this eventually does: critical engagements are finite, neutral ones need not be. */
    default boolean owed(I input) {
        return false;
    }

    /** The state of the user after asking. */
    U asked(U user, I input);

    /**
     * The state of the user after being told.
     *
     * @throws InvariantViolation when a user in this state must not be told this
     */
    U told(U user, O output);

    /** Whether the user waits for an answer; no user may wait forever. */
    boolean waits(U user);

    /**
     * The name of the invariant that no two neighbours have this state at once, if there is one. It concerns the
     * neighbours at the start, without those that have crashed or left.
     */
    default Optional<String> excludesNeighbours(U user) {
        return Optional.empty();
    }

    /** The observer that checks invariants over several users, in a checker and beside a running system. */
    default Observer<O> observer() {
        return Observer.indifferent();
    }

    /**
     * The same problem where live processes may be suspected to have crashed, as in a partition: only with the
     * invariants that still hold.
     */
    default Problem<U, I, O> underSuspicion() {
        return this;
    }

    /** The names of the invariants that may fail where live processes are suspected to have crashed. */
    default Set<String> untrueUnderSuspicion() {
        return Set.of();
    }

    /** Whether this output ends a user's waiting. */
    boolean serves(O output);
}
