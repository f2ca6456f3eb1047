package symposium.kernel.composition;

import java.util.List;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;

/** A protocol that forwards to another protocol. A variant overrides the handlers that differ. */
public class ForwardingProtocol<S, M, I, O> implements Protocol<S, M, I, O> {

    private final Protocol<S, M, I, O> original;

    /** @param original the protocol to which this one forwards */
    public ForwardingProtocol(Protocol<S, M, I, O> original) {
        this.original = original;
    }

    /** Returns the protocol to which this one forwards. */
    protected final Protocol<S, M, I, O> original() {
        return original;
    }

    @Override
    public List<? extends Rule> rules() {
        return original.rules();
    }

    @Override
    public S initial(ProcessId self, Neighbours neighbours) {
        return original.initial(self, neighbours);
    }

    @Override
    public List<? extends Timer> initialTimers(S initial) {
        return original.initialTimers(initial);
    }

    @Override
    public boolean admits(S state, Neighbour from, M message) {
        return original.admits(state, from, message);
    }

    @Override
    public Step<S, M, O> step(S state, Event<M, I> event) {
        return original.step(state, event);
    }
}
