package symposium.mutex.causal;

import java.util.ArrayList;
import java.util.List;
import symposium.clock.VectorTime;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/**
 * An algorithm of mutual exclusion whose messages carry vector times along. It does what it did before, and says of each request when it was
 * made.
 *
 * <p>Only requests are counted, as only they are compared: the number of a process's requests that happened before an event tells whether a
 * given one of them did. So there are no more states than there must be.
 */
public final class Causal<S, M> implements Protocol<CausalState<S>, CausalMessage<M>, Input, CausalTold> {

    private final Protocol<S, M, Input, Output> algorithm;

    /** @param algorithm what is looked at */
    public Causal(Protocol<S, M, Input, Output> algorithm) {
        this.algorithm = algorithm;
    }

    @Override
    public List<? extends Rule> rules() {
        return algorithm.rules();
    }

    @Override
    public CausalState<S> initial(ProcessId self, Neighbours neighbours) {
        return new CausalState<>(self, algorithm.initial(self, neighbours), VectorTime.ZERO);
    }

    @Override
    public List<? extends Timer> initialTimers(CausalState<S> initial) {
        return algorithm.initialTimers(initial.state());
    }

    @Override
    public boolean admits(CausalState<S> process, Neighbour from, CausalMessage<M> message) {
        return algorithm.admits(process.state(), from, message.message());
    }

    @Override
    public Step<CausalState<S>, CausalMessage<M>, CausalTold> step(
            CausalState<S> process, Event<CausalMessage<M>, Input> event) {
        boolean asks = event instanceof Event.Input<CausalMessage<M>, Input> input && input.input() == Input.ENTER;
        VectorTime requests = process.requests();
        if (event instanceof Event.Received<CausalMessage<M>, Input> received) {
            requests = requests.max(received.message().requests());
        } else if (asks) {
            requests = requests.plusOne(process.self());
        }
        Step<S, M, Output> step = algorithm.step(process.state(), plain(event));
        List<Effect<CausalMessage<M>, CausalTold>> effects = new ArrayList<>();
        if (asks) {
            effects.add(new Effect.Output<>(new CausalTold.Asked(requests)));
        }
        for (Effect<M, Output> effect : step.effects()) {
            effects.add(carrying(effect, requests));
        }
        return new Step<>(step.rule(), new CausalState<>(process.self(), step.next(), requests), effects);
    }

    private static <M> Effect<CausalMessage<M>, CausalTold> carrying(Effect<M, Output> effect, VectorTime requests) {
        if (effect instanceof Effect.Send<M, Output> send) {
            return new Effect.Send<>(send.to(), new CausalMessage<>(send.message(), requests));
        }
        if (effect instanceof Effect.Output<M, Output> output) {
            return new Effect.Output<>(new CausalTold.User(output.output()));
        }
        if (effect instanceof Effect.Schedule<M, Output> schedule) {
            return new Effect.Schedule<>(schedule.timer());
        }
        if (effect instanceof Effect.Cancel<M, Output> cancel) {
            return new Effect.Cancel<>(cancel.timer());
        }
        return new Effect.Left<>();
    }

    private static <M> Event<M, Input> plain(Event<CausalMessage<M>, Input> event) {
        if (event instanceof Event.Input<CausalMessage<M>, Input> input) {
            return new Event.Input<>(input.input());
        }
        if (event instanceof Event.Received<CausalMessage<M>, Input> received) {
            return new Event.Received<>(received.from(), received.message().message());
        }
        if (event instanceof Event.Undeliverable<CausalMessage<M>, Input> undeliverable) {
            return new Event.Undeliverable<>(
                    undeliverable.to(), undeliverable.message().message());
        }
        if (event instanceof Event.NeighboursChanged<CausalMessage<M>, Input> changed) {
            return new Event.NeighboursChanged<>(changed.neighbours(), changed.departed());
        }
        if (event instanceof Event.Timeout<CausalMessage<M>, Input> timeout) {
            return new Event.Timeout<>(timeout.timer());
        }
        return new Event.Leave<>();
    }
}
