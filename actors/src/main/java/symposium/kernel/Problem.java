package symposium.kernel;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A problem that algorithms solve, stated over what users ask and are told, so that it is the same for all of them.
 *
 * @param <U> where a user stands; immutable, equal by value
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public interface Problem<U, I, O> {

    /** The name, as the catalogue prints it. */
    String name();

    /** Where every user starts. */
    U initial();

    /** What a user may ask, standing there. */
    List<I> mayAsk(U user);

    /** Whether this input is a new demand: a bounded exploration limits their number for each user. By default it is. */
    default boolean demands(I input) {
        return true;
    }

    /** Whether a user who may ask this asks it in the end: critical engagements are finite, neutral ones need not be. */
    default boolean owed(I input) {
        return false;
    }

    /** Where the user stands after asking. */
    U asked(U user, I input);

    /**
     * Where the user stands after being told.
     *
     * @throws InvariantViolation when this cannot be told to a user who stands there
     */
    U told(U user, O output);

    /** Whether the user waits for an answer: nobody may wait forever. */
    boolean waits(U user);

    /**
     * The name of the law that no two neighbours stand here at once, where there is one. Neighbours are those at the start; who has crashed or
     * left stands nowhere.
     */
    default Optional<String> excludesNeighbours(U user) {
        return Optional.empty();
    }

    /** Who watches over the laws that take more than one user to see; the same in a checker and beside a running system. */
    default Observer<O> observer() {
        return Observer.indifferent();
    }

    /**
     * The same problem where processes that are alive may be taken for dead, as in a partition: with the laws that can be promised then.
     */
    default Problem<U, I, O> underSuspicion() {
        return this;
    }

    /** The same problem for users who do not mind to wait for ever: what is left is what must not happen. */
    default Problem<U, I, O> patient() {
        return new ProblemDecorator<>(this, true, Optional.empty());
    }

    /** The same problem with somebody else watching over the laws that take more than one user to see. */
    default Problem<U, I, O> watchedBy(Observer<O> other) {
        return new ProblemDecorator<>(this, false, Optional.of(other));
    }

    /** The names of the laws that cannot be promised where processes that are alive may be taken for dead. */
    default Set<String> untrueUnderSuspicion() {
        return Set.of();
    }

    /** Whether being told this is what a waiting user waits for. */
    boolean serves(O output);

    /**
     * A problem as another is, but for who waits and who watches.
     *
     * @param original the other
     * @param unhurried whether its users do not mind to wait for ever
     * @param other who watches instead, if anybody does
     */
    record ProblemDecorator<U, I, O>(Problem<U, I, O> original, boolean unhurried, Optional<Observer<O>> other)
            implements Problem<U, I, O> {

        @Override
        public String name() {
            return original.name();
        }

        @Override
        public U initial() {
            return original.initial();
        }

        @Override
        public List<I> mayAsk(U user) {
            return original.mayAsk(user);
        }

        @Override
        public boolean demands(I input) {
            return original.demands(input);
        }

        @Override
        public boolean owed(I input) {
            return original.owed(input);
        }

        @Override
        public U asked(U user, I input) {
            return original.asked(user, input);
        }

        @Override
        public U told(U user, O output) {
            return original.told(user, output);
        }

        @Override
        public boolean waits(U user) {
            return !unhurried && original.waits(user);
        }

        @Override
        public Optional<String> excludesNeighbours(U user) {
            return original.excludesNeighbours(user);
        }

        @Override
        public boolean serves(O output) {
            return original.serves(output);
        }

        @Override
        public Observer<O> observer() {
            return other.orElseGet(original::observer);
        }

        @Override
        public Problem<U, I, O> underSuspicion() {
            return new ProblemDecorator<>(original.underSuspicion(), unhurried, other);
        }

        @Override
        public Set<String> untrueUnderSuspicion() {
            return original.untrueUnderSuspicion();
        }
    }
}
