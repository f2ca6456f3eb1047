package symposium.kernel.runtime;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;

/**
 * A problem with methods that throw only {@link InvariantViolation}s, as {@link AuthorCode} describes.
 *
 * @param problem the author's problem
 * @param process the process for which a method is called
 */
public record GuardedProblem<U, I, O>(Problem<U, I, O> problem, Supplier<ProcessId> process)
        implements Problem<U, I, O> {

    private <T> T guarded(String method, Callable<T> call, Object... arguments) {
        return AuthorCode.call(process, "Problem." + method, call, arguments);
    }

    @Override
    public String name() {
        return guarded("name", problem::name);
    }

    @Override
    public U initial() {
        return guarded("initial", problem::initial);
    }

    @Override
    public List<I> mayAsk(U user) {
        return guarded("mayAsk", () -> problem.mayAsk(user), user);
    }

    @Override
    public boolean demands(I input) {
        return guarded("demands", () -> problem.demands(input), input);
    }

    @Override
    public boolean owed(I input) {
        return guarded("owed", () -> problem.owed(input), input);
    }

    @Override
    public U asked(U user, I input) {
        return guarded("asked", () -> problem.asked(user, input), user, input);
    }

    @Override
    public U told(U user, O output) {
        return guarded("told", () -> problem.told(user, output), user, output);
    }

    @Override
    public boolean waits(U user) {
        return guarded("waits", () -> problem.waits(user), user);
    }

    @Override
    public Optional<String> excludesNeighbours(U user) {
        return guarded("excludesNeighbours", () -> problem.excludesNeighbours(user), user);
    }

    @Override
    public Observer<O> observer() {
        return guarded("observer", problem::observer);
    }

    @Override
    public Problem<U, I, O> underSuspicion() {
        return guarded("underSuspicion", problem::underSuspicion);
    }

    @Override
    public Set<String> untrueUnderSuspicion() {
        return guarded("untrueUnderSuspicion", problem::untrueUnderSuspicion);
    }

    @Override
    public Object essence(O output) {
        return guarded("essence", () -> problem.essence(output), output);
    }

    @Override
    public boolean serves(O output) {
        return guarded("serves", () -> problem.serves(output), output);
    }
}
