package symposium.kernel.problem;

import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import symposium.kernel.TraceEvent;

/**
 * A named predicate that holds in every reachable state, in the paper's words if the paper states it.
 *
 * <p>Each kind of invariant declares its scope. Most kinds examine one process, or one message and its recipient, or
 * add up such values. The checker evaluates each of these once and caches the result. Only {@link OfConfiguration} and
 * {@link OfStep} need the global state.
 *
 * <p>An invariant also declares the situation in which it is tested. A report can therefore distinguish an invariant
 * that holds from one that was never tested. If an invariant throws an exception, the invariant is violated.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> the state of a user
 */
public sealed interface Invariant<S, M, U> {

    /** Returns the invariant in words, which are unique within an algorithm. */
    String name();

    /** An invariant of every live process in a situation: it satisfies a condition. */
    record OfProcess<S, M, U>(String name, BiPredicate<S, U> situation, BiPredicate<S, U> condition)
            implements Invariant<S, M, U> {}

    /** An invariant of every message of a kind in transit to a live process: it finds its recipient in a condition. */
    record OfDelivery<S, M, U>(String name, Predicate<M> kind, BiPredicate<M, S> condition)
            implements Invariant<S, M, U> {}

    /**
     * An invariant of the messages in transit over each link, in both directions: they satisfy a condition. The
     * invariant is tested if at least one of the lists is not empty.
     */
    record OfLink<S, M, U>(String name, BiPredicate<List<M>, List<M>> condition) implements Invariant<S, M, U> {}

    /**
     * An invariant of the sum over all live processes and all messages in transit: it lies between two inclusive
     * bounds. Each summand is 0 or more. The invariant is tested if the sum is not 0.
     */
    record Count<S, M, U>(String name, ToIntBiFunction<S, U> ofProcess, ToIntFunction<M> ofMessage, int least, int most)
            implements Invariant<S, M, U> {

        /** @throws IllegalArgumentException if a bound is negative, or {@code least} exceeds {@code most} */
        public Count {
            if (least < 0 || least > most) {
                throw new IllegalArgumentException("the invariant \"" + name + "\" asks for a count from " + least
                        + " to " + most + "; both must be 0 or more, and the first at most the second");
            }
        }
    }

    /** An invariant of the global state: it satisfies a condition. */
    record OfConfiguration<S, M, U>(
            String name, Predicate<Configuration<S, M, U>> situation, Predicate<Configuration<S, M, U>> condition)
            implements Invariant<S, M, U> {}

    /** An invariant of a step: it satisfies a condition, given the global states before and after it. */
    record OfStep<S, M, U>(String name, Predicate<TraceEvent> situation, StepCondition<S, M, U> condition)
            implements Invariant<S, M, U> {}

    /** The condition of {@link OfStep}. */
    @FunctionalInterface
    interface StepCondition<S, M, U> {
        boolean holds(Configuration<S, M, U> before, TraceEvent event, Configuration<S, M, U> after);
    }

    /**
     * Lifts an invariant of a sub-protocol to the whole protocol. Processes and messages without the part satisfy it.
     *
     * @param state the part's state within the state of the whole; empty if the part does not run
     * @param message the part's message that a message of the whole carries; empty if it carries none
     * @param concerns whether message and recipient belong to the same run of the part
     * @return the lifted invariant; empty for invariants of the global state and of steps, which need more than the
     *     part's states and messages
     */
    default <T, N> Optional<Invariant<T, N, U>> lift(
            Function<T, Optional<S>> state, Function<N, Optional<M>> message, BiPredicate<N, T> concerns) {
        if (this instanceof OfProcess<S, M, U> it) {
            return Optional.of(new OfProcess<>(
                    it.name,
                    (whole, user) -> state.apply(whole)
                            .filter(part -> it.situation.test(part, user))
                            .isPresent(),
                    (whole, user) -> it.condition.test(state.apply(whole).orElseThrow(), user)));
        }
        if (this instanceof OfDelivery<S, M, U> it) {
            return Optional.of(new OfDelivery<>(
                    it.name,
                    whole -> message.apply(whole).filter(it.kind).isPresent(),
                    (whole, recipient) -> !concerns.test(whole, recipient)
                            || state.apply(recipient)
                                    .filter(part -> !it.condition.test(
                                            message.apply(whole).orElseThrow(), part))
                                    .isEmpty()));
        }
        if (this instanceof OfLink<S, M, U> it) {
            return Optional.of(new OfLink<>(
                    it.name, (one, other) -> it.condition.test(parts(one, message), parts(other, message))));
        }
        if (this instanceof Count<S, M, U> it) {
            return Optional.of(new Count<>(
                    it.name,
                    (whole, user) -> state.apply(whole)
                            .map(part -> it.ofProcess.applyAsInt(part, user))
                            .orElse(0),
                    whole -> message.apply(whole).map(it.ofMessage::applyAsInt).orElse(0),
                    it.least,
                    it.most));
        }
        return Optional.empty();
    }

    /** Returns the invariants of a kind, in their order. */
    @SuppressWarnings("unchecked")
    static <S, M, U, T extends Invariant<S, M, U>> List<T> ofKind(
            Class<? super T> kind, List<Invariant<S, M, U>> invariants) {
        return (List<T>) invariants.stream().filter(kind::isInstance).toList();
    }

    private static <N, M> List<M> parts(List<N> messages, Function<N, Optional<M>> message) {
        return messages.stream().map(message).flatMap(Optional::stream).toList();
    }

    /** Returns the invariant that at most {@code most} processes are in a situation. */
    static <S, M, U> Invariant<S, M, U> atMost(int most, String name, BiPredicate<S, U> situation) {
        return new Count<>(name, (state, user) -> situation.test(state, user) ? 1 : 0, message -> 0, 0, most);
    }
}
