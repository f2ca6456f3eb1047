package symposium.kernel.problem;

import java.util.Collection;
import java.util.List;

/**
 * The promise of an algorithm for a wrongful removal after a false suspicion: a process is notified that another has
 * departed, although the other is alive. The promise covers at most safety. No algorithm promises progress in this
 * case, because the other process may wait for messages that the notified process never sends.
 *
 * @param says the promise, in one line
 * @param problem the problem, with the invariants over users that still hold
 * @param invariants the invariants over states that still hold
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> the state of a user
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
public record FalseDeparturePromise<S, M, U, I, O>(
        String says, Problem<U, I, O> problem, List<Invariant<S, M, U>> invariants) {

    public FalseDeparturePromise {
        invariants = List.copyOf(invariants);
    }

    /** Returns the invariants that do not have these names. */
    public static <S, M, U> List<Invariant<S, M, U>> without(
            Collection<Invariant<S, M, U>> invariants, String... names) {
        return invariants.stream()
                .filter(each -> !List.of(names).contains(each.name()))
                .toList();
    }

    /**
     * Returns the invariants that concern only one process. The other invariants compare processes, and one of these
     * processes may consider another removed.
     */
    public static <S, M, U> List<Invariant<S, M, U>> ofOneProcess(Collection<Invariant<S, M, U>> invariants) {
        return invariants.stream().filter(Invariant.OfProcess.class::isInstance).toList();
    }
}
