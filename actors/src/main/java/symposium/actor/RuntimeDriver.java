package symposium.actor;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.runtime.ProcessRuntime;
import symposium.kernel.runtime.ProcessRuntime.Refused;
import symposium.kernel.runtime.ProcessRuntime.Taken;
import symposium.kernel.runtime.ProcessRuntime.Turn;

/**
 * Drives the {@link ProcessRuntime} of one process inside the actor that owns it: brings it events, and carries out the
 * effects of its steps.
 *
 * @param <S> the state of the process
 * @param <M> the algorithm's messages
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
public final class RuntimeDriver<S, M, I, O> {

    /**
     * The timers of the actor.
     *
     * @param start starts a timer, in place of a former start
     * @param cancel cancels a timer, if it runs
     */
    public record Timers(BiConsumer<Timer, Duration> start, Consumer<Timer> cancel) {}

    private final ProcessId self;
    private final ProcessContext<M, O> context;
    private final Timers timers;
    private ProcessRuntime<S, M, I, O> runtime;
    private boolean awaitsDismissal;

    /**
     * A process in the protocol's initial state; its initial timers start.
     *
     * @param self its name
     * @param neighbours its neighbours at the start; none if it starts cut off
     * @param protocol the protocol
     * @param context its transport, user, durations and log
     */
    public RuntimeDriver(
            ProcessId self,
            Neighbours neighbours,
            Protocol<S, M, I, O> protocol,
            ProcessContext<M, O> context,
            Timers timers) {
        this.self = self;
        this.context = context;
        this.timers = timers;
        this.runtime = ProcessRuntime.start(self, neighbours, protocol, Channels.FIFO, true);
        runtime.timers().forEach(this::start);
    }

    /** The state of the process. */
    public S state() {
        return runtime.state();
    }

    /** Whether the process has left. */
    public boolean left() {
        return runtime.left();
    }

    /**
     * Whether the process has left, and the transport wants back what still arrives: see
     * {@link MessageTransport#leaves}.
     */
    public boolean awaitsDismissal() {
        return awaitsDismissal;
    }

    /**
     * An event happens.
     *
     * @return the event that no rule admits, if it came to one; a process that refuses an event other than an input
     *     must stop
     */
    public Optional<Refused<M, I>> on(Event<M, I> event) {
        return carryOut(runtime.on(event));
    }

    /** The membership or the links change; see {@link ProcessRuntime#changed}. */
    public Optional<Refused<M, I>> changed(Event.NeighboursChanged<M, I> change, Set<ProcessId> failed) {
        return carryOut(runtime.changed(change, failed));
    }

    /** A message is lost on its way to this process, which takes no step on that. */
    public void lost(Neighbour from, M message) {
        context.log().on(new TraceEvent.MessageLost(self, from, message), runtime.state());
    }

    /** The links to another process fail, and this process is not notified yet. */
    public void linkFails(ProcessId other) {
        carryOut(runtime.linkFails(other));
    }

    private Optional<Refused<M, I>> carryOut(Turn<S, M, I, O> turn) {
        runtime = turn.next();
        for (Taken<S, M, I, O> taken : turn.steps()) {
            Step<S, M, O> step = taken.step();
            context.log().on(new TraceEvent.Stepped(self, taken.event(), step.rule(), step.effects()), step.next());
            step.effects().forEach(this::perform);
        }
        turn.returned().forEach(message -> context.links().giveBack(message.from(), message.message()));
        turn.refused().ifPresent(refused -> context.log()
                .on(
                        new TraceEvent.Failed(
                                self, refused.event(), refused.violation().getMessage()),
                        runtime.state()));
        return turn.refused();
    }

    private void perform(Effect<M, O> effect) {
        if (effect instanceof Effect.Send<M, O> send) {
            context.links().send(send.to(), send.message());
        } else if (effect instanceof Effect.Output<M, O> output) {
            context.user().accept(output.output());
        } else if (effect instanceof Effect.Schedule<M, O> schedule) {
            start(schedule.timer());
        } else if (effect instanceof Effect.Cancel<M, O> cancel) {
            timers.cancel().accept(cancel.timer());
        } else {
            awaitsDismissal = context.links().leaves();
        }
    }

    private void start(Timer timer) {
        timers.start().accept(timer, context.timings().lasting(timer));
    }
}
