package symposium.kernel.composition;

import java.util.List;
import java.util.function.Function;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.Transition;

/**
 * A protocol that takes the same steps as another, its part. A process also keeps further knowledge, and its messages
 * carry the part's messages with some of that knowledge.
 *
 * @param <W> the state of one process, with its knowledge
 * @param <N> the messages
 * @param <S> the state of one process of the part
 * @param <M> the messages of the part
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
public abstract class CarryingProtocol<W, N, S, M, I, O> implements Protocol<W, N, I, O> {

    private final SubProtocol<W, N, O, S, M, I, O> part;
    private final Function<N, M> carried;

    /** @param carried the part's message that a message carries */
    protected CarryingProtocol(SubProtocol<W, N, O, S, M, I, O> part, Function<N, M> carried) {
        this.part = part;
        this.carried = carried;
    }

    /** Returns the initial state of {@code self}, given the initial state of the part. */
    protected abstract W knowingNothing(ProcessId self, S initial);

    /** Returns the state of a process that has learned of an event, before the part's step. */
    protected abstract W knowing(Event<N, I> event, W state);

    @Override
    public final List<? extends Rule> rules() {
        return part.protocol().rules();
    }

    @Override
    public final W initial(ProcessId self, Neighbours neighbours) {
        return knowingNothing(self, part.protocol().initial(self, neighbours));
    }

    @Override
    public final List<? extends Timer> initialTimers(W initial) {
        return part.protocol().initialTimers(part.state().apply(initial));
    }

    @Override
    public final boolean admits(W state, Neighbour from, N message) {
        return part.protocol().admits(part.state().apply(state), from, carried.apply(message));
    }

    @Override
    public final Step<W, N, O> step(W state, Event<N, I> event) {
        return new Transition<W, N, O>(knowing(event, state), event)
                .run(part, event.map(carried))
                .step();
    }
}
