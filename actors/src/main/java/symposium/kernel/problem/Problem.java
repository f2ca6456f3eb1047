package symposium.kernel.problem;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import symposium.kernel.InvariantViolation;

/**
 * A problem that algorithms solve. A problem is stated over the inputs and outputs of users, so it is the same for all
 * algorithms.
 *
 * @param <U> the state of a user, which is immutable and equal by value
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
public interface Problem<U, I, O> {

    /** Returns the name, as the catalogue prints it. */
    String name();

    /** Returns the initial state of every user. */
    U initial();

    /** Returns the inputs that a user in this state may send. */
    List<I> mayAsk(U user);

    /**
     * Returns whether this input is a new demand, which is the default. A bounded exploration limits the number of
     * demands of each user.
     */
    default boolean demands(I input) {
        return true;
    }

    /**
     * Returns whether a user that may send this input eventually sends it. Critical engagements are finite, but
     * neutral engagements need not be.
     */
    default boolean owed(I input) {
        return false;
    }

    /** Returns the state of the user after it has sent an input. */
    U asked(U user, I input);

    /**
     * Returns the state of the user after it has received an output.
     *
     * @throws InvariantViolation if a user in this state must not receive this output
     */
    U told(U user, O output);

    /** Returns whether the user waits for an answer. No user may wait forever. */
    boolean waits(U user);

    /**
     * Returns the name of the invariant that no two neighbours have this state at the same time, if there is one. The
     * invariant concerns the neighbours at the start, except those that have crashed or left.
     */
    default Optional<String> excludesNeighbours(U user) {
        return Optional.empty();
    }

    /**
     * Returns the observer that checks invariants over several users, both in a checker and alongside a running
     * system.
     */
    default Observer<O> observer() {
        return Observer.indifferent();
    }

    /**
     * Returns the same problem for live processes that may be suspected to have crashed, as in a partition. It has
     * only the invariants that still hold.
     */
    default Problem<U, I, O> underSuspicion() {
        return this;
    }

    /** Returns the names of the invariants that may fail if live processes are suspected to have crashed. */
    default Set<String> untrueUnderSuspicion() {
        return Set.of();
    }

    /**
     * Returns the part of an output in which two algorithms for this problem must agree, where one implements the
     * other. By default, this is the whole output. A fence, for example, is not part of it.
     */
    default Object essence(O output) {
        return output;
    }

    /** Returns whether this output ends a user's wait. */
    boolean serves(O output);
}
