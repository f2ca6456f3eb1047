package symposium.checker;

import java.util.List;
import java.util.Optional;
import java.util.Set;
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
        implements Problem<U, I, O> {

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
    public Object essence(O output) {
        return original.essence(output);
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
