package symposium.checker;

import java.util.List;
import java.util.Optional;
import symposium.checker.model.Model;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;

/**
 * Decorates a problem, replacing which users count as waiting and which observer checks it.
 *
 * @param original the decorated problem
 * @param unhurried whether no user counts as waiting
 * @param other the observer that replaces the original one, if any
 */
public record ProblemDecorator<U, I, O>(Problem<U, I, O> original, boolean unhurried, Optional<Observer<O>> other)
        implements ForwardingProblem<U, I, O> {

    /** Returns the same problem without progress: users may wait forever, and only safety remains. */
    public static <U, I, O> Problem<U, I, O> patient(Problem<U, I, O> original) {
        return new ProblemDecorator<>(original, true, Optional.empty());
    }

    /** Returns the same problem with another observer. */
    public static <U, I, O> Problem<U, I, O> watchedBy(Problem<U, I, O> original, Observer<O> other) {
        return new ProblemDecorator<>(original, false, Optional.of(other));
    }

    /**
     * Returns a model of which only these invariants are judged: not those of its algorithm and of its problem, not
     * deadlock, not starvation. A step that the protocol itself refuses still ends the search.
     */
    public static <S, M, U, I, O> Model<S, M, U, I, O> judging(
            List<Invariant<S, M, U>> only, Model<S, M, U, I, O> model) {
        return model.withInvariants(only)
                .withProblem(watchedBy(model.problem(), Observer.indifferent()))
                .withJudgesProgress(false);
    }

    @Override
    public boolean waits(U user) {
        return !unhurried && original.waits(user);
    }

    @Override
    public Observer<O> observer() {
        return other.orElseGet(original::observer);
    }

    @Override
    public Problem<U, I, O> underSuspicion() {
        return new ProblemDecorator<>(original.underSuspicion(), unhurried, other);
    }
}
