package symposium.kernel.composition;

import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import symposium.kernel.Effect;
import symposium.kernel.Step;

/**
 * A fault planted in the steps by one rule: a statement left out, reversed or added.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <O> what a user is told
 */
@FunctionalInterface
public interface Mutation<S, M, O> {

    /**
     * The step with the fault in it.
     *
     * @param before the state before the step
     * @param step the correct step
     */
    Step<S, M, O> apply(S before, Step<S, M, O> step);

    /** This fault, and another. */
    default Mutation<S, M, O> and(Mutation<S, M, O> other) {
        return (before, step) -> other.apply(before, apply(before, step));
    }

    /** Any change of a step. */
    static <S, M, O> Mutation<S, M, O> step(UnaryOperator<Step<S, M, O>> change) {
        return (before, step) -> change.apply(step);
    }

    /** The step goes to another state. */
    static <S, M, O> Mutation<S, M, O> next(UnaryOperator<S> change) {
        return (before, step) -> new Step<>(step.rule(), change.apply(step.next()), step.effects());
    }

    /** The step goes to another state, given the state before it and the correct state after it. */
    static <S, M, O> Mutation<S, M, O> next(BiFunction<S, S, S> change) {
        return (before, step) -> new Step<>(step.rule(), change.apply(before, step.next()), step.effects());
    }

    /** Nothing is sent. */
    static <S, M, O> Mutation<S, M, O> silent() {
        return silent(Object.class);
    }

    /** No message of this type is sent. */
    static <S, M, O> Mutation<S, M, O> silent(Class<?> type) {
        return effects((next, effect) -> effect instanceof Effect.Send<M, O> send && type.isInstance(send.message())
                ? Stream.empty()
                : Stream.of(effect));
    }

    /** The user is told something else. */
    static <S, M, O> Mutation<S, M, O> outputs(UnaryOperator<O> change) {
        return effects((next, effect) -> Stream.of(
                effect instanceof Effect.Output<M, O> told
                        ? new Effect.Output<>(change.apply(told.output()))
                        : effect));
    }

    /** Other messages are sent to the same recipients. */
    static <S, M, O> Mutation<S, M, O> messages(UnaryOperator<M> change) {
        return messages((next, message) -> change.apply(message));
    }

    /** Other messages are sent to the same recipients, given the state after the step. */
    static <S, M, O> Mutation<S, M, O> messages(BiFunction<S, M, M> change) {
        return effects((next, effect) -> Stream.of(
                effect instanceof Effect.Send<M, O> send
                        ? new Effect.Send<>(send.to(), change.apply(next, send.message()))
                        : effect));
    }

    private static <S, M, O> Mutation<S, M, O> effects(BiFunction<S, Effect<M, O>, Stream<Effect<M, O>>> change) {
        return (before, step) -> new Step<>(
                step.rule(),
                step.next(),
                step.effects().stream()
                        .flatMap(effect -> change.apply(step.next(), effect))
                        .toList());
    }
}
