package symposium.checker;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;

/** A problem that forwards to another problem, and overrides what differs. */
public interface ForwardingProblem<U, I, O> extends Problem<U, I, O> {

    /** Returns the problem to which this one forwards. */
    Problem<U, I, O> original();

    @Override
    default String name() {
        return original().name();
    }

    @Override
    default U initial() {
        return original().initial();
    }

    @Override
    default List<I> mayAsk(U user) {
        return original().mayAsk(user);
    }

    @Override
    default boolean demands(I input) {
        return original().demands(input);
    }

    @Override
    default boolean owed(I input) {
        return original().owed(input);
    }

    @Override
    default U asked(U user, I input) {
        return original().asked(user, input);
    }

    @Override
    default U told(U user, O output) {
        return original().told(user, output);
    }

    @Override
    default boolean waits(U user) {
        return original().waits(user);
    }

    @Override
    default Optional<String> excludesNeighbours(U user) {
        return original().excludesNeighbours(user);
    }

    @Override
    default boolean serves(O output) {
        return original().serves(output);
    }

    @Override
    default Object essence(O output) {
        return original().essence(output);
    }

    @Override
    default Observer<O> observer() {
        return original().observer();
    }

    /** The problem under suspicion is to be changed as this one is. */
    @Override
    Problem<U, I, O> underSuspicion();

    @Override
    default Set<String> untrueUnderSuspicion() {
        return original().untrueUnderSuspicion();
    }
}
