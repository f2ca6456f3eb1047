package symposium.kernel;

import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A protocol as part of another, which runs its steps with {@link Transition#run}: where its state lies, how its messages travel, and who hears what it
 * would tell a user.
 *
 * @param protocol the part
 * @param state the part's state within that of the whole
 * @param into the state of the whole with another state of the part
 * @param sender how the whole sends a message of the part
 * @param listener what the whole does on an output of the part
 * @param <S> the state of the whole
 * @param <M> the messages of the whole
 * @param <O> what a user of the whole is told
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
        Listener<S, M, O, P> listener) {

    /** How the whole sends a message of the part. */
    @FunctionalInterface
    public interface Sender<S, M, O, N> {
        void send(Transition<S, M, O> whole, Neighbour to, N message);
    }

    /** What the whole does on an output of the part. */
    @FunctionalInterface
    public interface Listener<S, M, O, P> {
        void hear(Transition<S, M, O> whole, P output);
    }

    /** A part whose messages travel over the links of the whole, each lifted to a message of the whole. */
    public static <S, M, O, T, N, J, P> SubProtocol<S, M, O, T, N, J, P> of(
            Protocol<T, N, J, P> protocol,
            Function<S, T> state,
            BiFunction<S, T, S> into,
            Function<? super N, ? extends M> lift,
            Listener<S, M, O, P> listener) {
        return new SubProtocol<>(
                protocol, state, into, (whole, to, message) -> whole.send(to, lift.apply(message)), listener);
    }
}
