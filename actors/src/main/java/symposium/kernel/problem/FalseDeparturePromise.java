package symposium.kernel.problem;

import java.util.Collection;
import java.util.List;

/**
 * What an algorithm promises when a process is notified that another has departed, and the other is alive: the
 * membership is wrong. It is safety at most. No algorithm promises progress then, for the other process may wait for
 * messages that the notified process never sends.
 *
 * @param says the promise, in one line
 * @param problem the problem, with the invariants over users that hold nevertheless
 * @param invariants the invariants over states that hold nevertheless
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> the state of a user
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public record FalseDeparturePromise<S, M, U, I, O>(
        String says, Problem<U, I, O> problem, List<Invariant<S, M, U>> invariants) {

    public FalseDeparturePromise {
        invariants = List.copyOf(invariants);
    }

    /** Those of the invariants that do not have these names. */
    public static <S, M, U> List<Invariant<S, M, U>> without(
            Collection<Invariant<S, M, U>> invariants, String... names) {
        return invariants.stream()
                .filter(each -> !List.of(names).contains(each.name()))
                .toList();
    }

    /**
     * Those of the invariants that speak of one process alone. The others compare processes, of which one may take
     * another for departed.
     */
    public static <S, M, U> List<Invariant<S, M, U>> ofOneProcess(Collection<Invariant<S, M, U>> invariants) {
        return invariants.stream().filter(Invariant.OfProcess.class::isInstance).toList();
    }
}
