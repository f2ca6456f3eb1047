package symposium.kernel.composition;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.Transition;

/**
 * A protocol that is part of another. The whole runs the steps of the part with {@link Transition#run}. A sub-protocol
 * defines the location of the part's state, how its messages are sent, and how the whole handles its outputs.
 *
 * @param protocol the part
 * @param state the part's state within the state of the whole
 * @param into replaces the state of the part within the state of the whole
 * @param sender how the whole sends a message of the part
 * @param listener handles an output of the part
 * @param <S> the state of the whole
 * @param <M> the messages of the whole
 * @param <O> the outputs to a user of the whole
 * @param <T> the state of the part
 * @param <N> the messages of the part
 * @param <J> the inputs of the part
 * @param <P> the outputs of the part
 */
public record SubProtocol<S, M, O, T, N, J, P>(
        Protocol<T, N, J, P> protocol,
        Function<S, T> state,
        BiFunction<S, T, S> into,
        Sender<S, M, O, N> sender,
        Listener<S, M, O, P> listener)
        implements Transition.Part<S, M, O, T, N, J, P> {

    /** Sends a message of the part on behalf of the whole. */
    @FunctionalInterface
    public interface Sender<S, M, O, N> {
        void send(Transition<S, M, O> whole, Neighbour to, N message);
    }

    /** Handles an output of the part on behalf of the whole. */
    @FunctionalInterface
    public interface Listener<S, M, O, P> {
        void hear(Transition<S, M, O> whole, P output);
    }

    /** Returns a part that sends its messages over the links of the whole, each lifted to a message of the whole. */
    public static <S, M, O, T, N, J, P> SubProtocol<S, M, O, T, N, J, P> of(
            Protocol<T, N, J, P> protocol,
            Function<S, T> state,
            BiFunction<S, T, S> into,
            Function<? super N, ? extends M> lift,
            Listener<S, M, O, P> listener) {
        return new SubProtocol<>(
                protocol, state, into, (whole, to, message) -> whole.send(to, lift.apply(message)), listener);
    }

    @Override
    public Transition<S, M, O> run(Transition<S, M, O> whole, Event<N, J> event) {
        return take(whole, protocol.step(state.apply(whole.state()), event));
    }

    @Override
    public Transition<S, M, O> run(
            Transition<S, M, O> whole, Event<?, ?> event, UnaryOperator<Transition<T, N, P>> procedure) {
        return take(
                whole,
                procedure
                        .apply(new Transition<>(state.apply(whole.state()), event))
                        .step());
    }

    private Transition<S, M, O> take(Transition<S, M, O> whole, Step<T, N, P> step) {
        whole.by(step.rule(), into.apply(whole.state(), step.next()));
        for (Effect<N, P> effect : step.effects()) {
            if (effect instanceof Effect.Send<N, P> send) {
                sender.send(whole, send.to(), send.message());
            } else if (effect instanceof Effect.Output<N, P> output) {
                listener.hear(whole, output.output());
            } else if (effect instanceof Effect.Schedule<N, P> schedule) {
                whole.schedule(schedule.timer());
            } else if (effect instanceof Effect.Cancel<N, P> cancel) {
                whole.cancel(cancel.timer());
            } else {
                whole.leave();
            }
        }
        return whole;
    }
}
