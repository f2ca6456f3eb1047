package symposium.kernel.composition;

import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;

/**
 * A fault that turns a correct protocol into a faulty one. A statement is omitted, reversed or added, or a message is
 * mistaken for another, or received too early or too late.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
@FunctionalInterface
public interface Mutation<S, M, I, O> {

    /** Returns the protocol with this fault. */
    Protocol<S, M, I, O> of(Protocol<S, M, I, O> original);

    /**
     * Returns this fault restricted to the steps by these rules of the original. All other steps are those of the
     * original.
     */
    default Mutation<S, M, I, O> at(Rule... rules) {
        return original -> new ForwardingProtocol<>(of(original)) {
            @Override
            public Step<S, M, O> step(S state, Event<M, I> event) {
                Step<S, M, O> step = original.step(state, event);
                return Stream.of(rules).anyMatch(rule -> rule == step.rule()) ? super.step(state, event) : step;
            }
        };
    }

    /** Returns this fault combined with another, which is applied to the protocol that already has this fault. */
    default Mutation<S, M, I, O> and(Mutation<S, M, I, O> other) {
        return original -> other.of(of(original));
    }

    /** Replaces the steps, by state and event, given the original. */
    static <S, M, I, O> Mutation<S, M, I, O> steps(
            Function<Protocol<S, M, I, O>, BiFunction<S, Event<M, I>, Step<S, M, O>>> steps) {
        return original -> {
            BiFunction<S, Event<M, I>, Step<S, M, O>> faulty = steps.apply(original);
            return new ForwardingProtocol<>(original) {
                @Override
                public Step<S, M, O> step(S state, Event<M, I> event) {
                    return faulty.apply(state, event);
                }
            };
        };
    }

    /** Receives messages of this type otherwise, by state, sender and message, given the original. */
    static <S, M, I, O, N extends M> Mutation<S, M, I, O> receiving(
            Class<N> type, Function<Protocol<S, M, I, O>, Receipt<S, N, M, O>> receipts) {
        return steps(original -> {
            Receipt<S, N, M, O> faulty = receipts.apply(original);
            return (state, event) ->
                    event instanceof Event.Received<M, I> received && type.isInstance(received.message())
                            ? faulty.step(state, received.from(), type.cast(received.message()))
                            : original.step(state, event);
        });
    }

    /**
     * The step of a process that receives a message of one type.
     *
     * @param <S> the state of one process
     * @param <N> the type of the message
     * @param <M> the messages
     * @param <O> the outputs to a user
     */
    @FunctionalInterface
    interface Receipt<S, N, M, O> {

        /** Returns the step. */
        Step<S, M, O> step(S state, Neighbour from, N message);
    }

    /** Makes a process receive these messages, given its state, and makes all other messages wait. */
    static <S, M, I, O> Mutation<S, M, I, O> admitting(BiPredicate<S, M> admitted) {
        return original -> new ForwardingProtocol<>(original) {
            @Override
            public boolean admits(S state, Neighbour from, M message) {
                return admitted.test(state, message);
            }
        };
    }

    /** Makes a process mistake each message for another, given its state. */
    static <S, M, I, O> Mutation<S, M, I, O> misreading(BiFunction<S, M, M> reading) {
        return steps(original ->
                (state, event) -> original.step(state, event.map(message -> reading.apply(state, message))));
    }

    /** Changes a step in any way. */
    static <S, M, I, O> Mutation<S, M, I, O> step(UnaryOperator<Step<S, M, O>> change) {
        return step((before, step) -> change.apply(step));
    }

    /** Changes a step in any way, given the state before it. */
    static <S, M, I, O> Mutation<S, M, I, O> step(BiFunction<S, Step<S, M, O>, Step<S, M, O>> change) {
        return steps(original -> (state, event) -> change.apply(state, original.step(state, event)));
    }

    /** Makes the step go to another state. */
    static <S, M, I, O> Mutation<S, M, I, O> next(UnaryOperator<S> change) {
        return next((before, next) -> change.apply(next));
    }

    /** Makes the step go to another state, given the state before it and the correct state after it. */
    static <S, M, I, O> Mutation<S, M, I, O> next(BiFunction<S, S, S> change) {
        return step((before, step) -> new Step<>(step.rule(), change.apply(before, step.next()), step.effects()));
    }

    /** Suppresses all messages. */
    static <S, M, I, O> Mutation<S, M, I, O> silent() {
        return silent(Object.class);
    }

    /** Suppresses all messages of this type. */
    static <S, M, I, O> Mutation<S, M, I, O> silent(Class<?> type) {
        return effects((next, effect) -> effect instanceof Effect.Send<M, O> send && type.isInstance(send.message())
                ? Stream.empty()
                : Stream.of(effect));
    }

    /** Sends other outputs to the user. */
    static <S, M, I, O> Mutation<S, M, I, O> outputs(UnaryOperator<O> change) {
        return effects((next, effect) -> Stream.of(
                effect instanceof Effect.Output<M, O> told
                        ? new Effect.Output<>(change.apply(told.output()))
                        : effect));
    }

    /** Sends other messages to the same recipients. */
    static <S, M, I, O> Mutation<S, M, I, O> messages(UnaryOperator<M> change) {
        return messages((next, message) -> change.apply(message));
    }

    /** Sends other messages to the same recipients, given the state after the step. */
    static <S, M, I, O> Mutation<S, M, I, O> messages(BiFunction<S, M, M> change) {
        return effects((next, effect) -> Stream.of(
                effect instanceof Effect.Send<M, O> send
                        ? new Effect.Send<>(send.to(), change.apply(next, send.message()))
                        : effect));
    }

    private static <S, M, I, O> Mutation<S, M, I, O> effects(BiFunction<S, Effect<M, O>, Stream<Effect<M, O>>> change) {
        return step(step -> new Step<>(
                step.rule(),
                step.next(),
                step.effects().stream()
                        .flatMap(effect -> change.apply(step.next(), effect))
                        .toList()));
    }
}
