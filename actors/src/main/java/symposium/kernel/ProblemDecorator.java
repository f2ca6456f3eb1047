package symposium.kernel;

import java.util.List;
import java.util.Optional;
import java.util.Set;

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
