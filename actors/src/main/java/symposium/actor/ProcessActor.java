package symposium.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Predicate;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Side;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;

/**
 * One process as an actor: hosts a protocol, and decides nothing itself.
 *
 * <p>A message waits while the protocol does not admit it, while another one waits before it on the same link, and while its
 * sender has not yet been among the neighbours on that side, or not again since the link to it has failed; it is dropped once its sender is
 * known to have departed, or the link to have failed. After each step the first message, in the order of arrival, that need not wait any
 * longer is received.
 *
 * <p>When no rule admits what a user asks, the process says so in one line of its log and goes on; when no rule admits anything else,
 * it says so and stops. Either way an {@link TraceEvent.Failed} is reported. A process that has {@linkplain Effect.Left left} takes no step
 * any more: what waits is given back, and it stops, where links can give back what still comes only when it is dismissed.
 *
 * @param <S> the state of the process
 * @param <M> the algorithm's messages
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public final class ProcessActor<S, M, I, O> {

    /**
     * What can be said to a process.
     *
     * @param <M> the algorithm's messages
     * @param <I> what a user asks
     */
    public sealed interface Command<M, I> {}

    /** The user asks. */
    public record Ask<M, I>(I input) implements Command<M, I> {}

    /**
     * A message of another process has arrived.
     *
     * @param from who sent it
     * @param side on which side of the recipient the link lies over which it has come
     * @param message what was sent
     */
    public record Delivery<M, I>(ProcessId from, Side side, M message) implements Command<M, I> {}

    /** A message that this process sent cannot be delivered, and will not be. */
    public record Undeliverable<M, I>(Neighbour to, M message) implements Command<M, I> {}

    /**
     * The membership has changed.
     *
     * @param neighbours the neighbours from now on; none when this process is cut off
     * @param departed every process known to have crashed or left, now and ever before
     * @param failed the processes at the other ends of links that have failed since the last change or are down: nothing that was sent over
     *     such a link is received any more, and nothing over its next life before this process is told that it has a neighbour there
     */
    public record NeighboursChanged<M, I>(Neighbours neighbours, SortedSet<ProcessId> departed, Set<ProcessId> failed)
            implements Command<M, I> {

        public NeighboursChanged {
            failed = Set.copyOf(failed);
        }

        /** A change without a failed link. */
        public NeighboursChanged(Neighbours neighbours, SortedSet<ProcessId> departed) {
            this(neighbours, departed, Set.of());
        }
    }

    /**
     * The links to {@code other} fail: what waits here to be received over them is {@linkplain MessageTransport#giveBack given back}. The process does
     * not learn of it.
     *
     * @param done is run when that is done, on the thread of the actor
     */
    record LinkFails<M, I>(ProcessId other, Runnable done) implements Command<M, I> {}

    /**
     * Nothing comes any more for a process that has left: it stops.
     *
     * @param done is run before, on the thread of the actor
     */
    record Dismiss<M, I>(Runnable done) implements Command<M, I> {}

    /** Let the process leave: once it has handed over what the others need, it stops. */
    public record Leave<M, I>() implements Command<M, I> {}

    /** A timer that this process has scheduled has expired. */
    record TimerExpired<M, I>(Timer timer) implements Command<M, I> {}

    private record Waiting<M>(Neighbour from, M message) {}

    private final ActorContext<Command<M, I>> context;
    private final TimerScheduler<Command<M, I>> timers;
    private final ProcessId self;
    private final Protocol<S, M, I, O> protocol;
    private final ProcessContext<M, O> surroundings;

    private final List<Waiting<M>> waiting = new ArrayList<>();
    private final Set<ProcessId> departed = new HashSet<>();
    /**
     * All who are or have been neighbours: what they sent before others came between is still received. Whoever is behind a failed link is
     * none of them.
     */
    private final Set<Neighbour> acquainted = new HashSet<>();

    private S state;
    private boolean left;
    private boolean lingering;

    /**
     * A process that starts in the protocol's initial state.
     *
     * @param self its name
     * @param neighbours its neighbours at the start; none when it starts cut off
     * @param protocol what it does
     * @param surroundings what it does it with
     */
    public static <S, M, I, O> Behavior<Command<M, I>> create(
            ProcessId self, Neighbours neighbours, Protocol<S, M, I, O> protocol, ProcessContext<M, O> surroundings) {
        return Behaviors.setup(context -> Behaviors.withTimers(
                timers -> new ProcessActor<>(context, timers, self, neighbours, protocol, surroundings).receiving()));
    }

    private ProcessActor(
            ActorContext<Command<M, I>> context,
            TimerScheduler<Command<M, I>> timers,
            ProcessId self,
            Neighbours neighbours,
            Protocol<S, M, I, O> protocol,
            ProcessContext<M, O> surroundings) {
        this.context = context;
        this.timers = timers;
        this.self = self;
        acquainted.addAll(neighbours.all());
        this.protocol = protocol;
        this.surroundings = surroundings;
        this.state = protocol.initial(self, neighbours);
        protocol.initialTimers(state).forEach(this::schedule);
    }

    private Behavior<Command<M, I>> receiving() {
        return Behaviors.receiveMessage(this::onCommand);
    }

    private Behavior<Command<M, I>> onCommand(Command<M, I> command) {
        if (left) {
            return onCommandAfterwards(command);
        }
        if (command instanceof Ask<M, I> ask) {
            return onAsk(ask);
        }
        if (command instanceof Delivery<M, I> delivery) {
            return onDelivery(delivery);
        }
        if (command instanceof Undeliverable<M, I> undeliverable) {
            return happened(new Event.Undeliverable<>(undeliverable.to(), undeliverable.message()));
        }
        if (command instanceof NeighboursChanged<M, I> changed) {
            return onNeighboursChanged(changed);
        }
        if (command instanceof Leave<M, I>) {
            return happened(new Event.Leave<>());
        }
        if (command instanceof LinkFails<M, I> fails) {
            giveBack(message -> message.from().id().equals(fails.other()));
            fails.done().run();
            return Behaviors.same();
        }
        if (command instanceof Dismiss<M, I>) {
            throw new IllegalStateException("process " + self + " has not left");
        }
        return happened(new Event.Timeout<>(((TimerExpired<M, I>) command).timer()));
    }

    /** A process that has left takes no step any more. */
    private Behavior<Command<M, I>> onCommandAfterwards(Command<M, I> command) {
        if (command instanceof Delivery<M, I> delivery) {
            surroundings.links().giveBack(new Neighbour(delivery.from(), delivery.side()), delivery.message());
        } else if (command instanceof LinkFails<M, I> fails) {
            fails.done().run();
        } else if (command instanceof Dismiss<M, I> dismiss) {
            dismiss.done().run();
            return Behaviors.stopped();
        }
        return Behaviors.same();
    }

    private void giveBack(Predicate<Waiting<M>> which) {
        for (Waiting<M> message : List.copyOf(waiting)) {
            if (which.test(message)) {
                waiting.remove(message);
                surroundings.links().giveBack(message.from(), message.message());
            }
        }
    }

    private Behavior<Command<M, I>> onAsk(Ask<M, I> ask) {
        Event<M, I> event = new Event.Input<>(ask.input());
        Optional<InvariantViolation> refuted = step(event);
        refuted.ifPresent(refutation -> {
            context.getLog().warn("process {} refuses {}: {}", self, event, refutation.getMessage());
            failed(event, refutation);
        });
        return refuted.isPresent() ? Behaviors.same() : receivingWhatNeedNotWait();
    }

    private Behavior<Command<M, I>> onDelivery(Delivery<M, I> delivery) {
        if (departed.contains(delivery.from())) {
            return Behaviors.same();
        }
        waiting.add(new Waiting<>(new Neighbour(delivery.from(), delivery.side()), delivery.message()));
        return receivingWhatNeedNotWait();
    }

    private Behavior<Command<M, I>> onNeighboursChanged(NeighboursChanged<M, I> changed) {
        acquainted.removeIf(neighbour -> changed.failed().contains(neighbour.id()));
        acquainted.addAll(changed.neighbours().all());
        departed.addAll(changed.departed());
        waiting.removeIf(message -> departed.contains(message.from().id())
                || changed.failed().contains(message.from().id()));
        return happened(new Event.NeighboursChanged<>(changed.neighbours(), changed.departed()));
    }

    private Behavior<Command<M, I>> happened(Event<M, I> event) {
        Optional<InvariantViolation> refuted = step(event);
        return refuted.isPresent() ? stopping(event, refuted.get()) : receivingWhatNeedNotWait();
    }

    private Behavior<Command<M, I>> receivingWhatNeedNotWait() {
        Optional<Event<M, I>> next = left ? Optional.empty() : receivable();
        while (next.isPresent()) {
            Optional<InvariantViolation> refuted = step(next.get());
            if (refuted.isPresent()) {
                return stopping(next.get(), refuted.get());
            }
            next = left ? Optional.empty() : receivable();
        }
        return left && !lingering ? Behaviors.stopped() : Behaviors.same();
    }

    /** Takes the first message that need not wait out of those that wait. */
    private Optional<Event<M, I>> receivable() {
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        Set<Neighbour> blocked = new HashSet<>();
        for (Iterator<Waiting<M>> messages = waiting.iterator(); messages.hasNext(); ) {
            Waiting<M> message = messages.next();
            if (!blocked.contains(message.from())) {
                if (acquainted.contains(message.from()) && protocol.admits(state, message.from(), message.message())) {
                    messages.remove();
                    return Optional.of(new Event.Received<>(message.from(), message.message()));
                }
                blocked.add(message.from());
            }
        }
        return Optional.empty();
    }

    private Optional<InvariantViolation> step(Event<M, I> event) {
        Step<S, M, O> step;
        try {
            step = protocol.step(state, event);
        } catch (InvariantViolation refuted) {
            return Optional.of(refuted);
        }
        state = step.next();
        surroundings.log().accept(new TraceEvent.Stepped(self, event, step.rule(), step.effects()));
        step.effects().forEach(this::perform);
        return Optional.empty();
    }

    private void perform(Effect<M, O> effect) {
        if (effect instanceof Effect.Send<M, O> send) {
            surroundings.links().send(send.to(), send.message());
        } else if (effect instanceof Effect.Output<M, O> output) {
            surroundings.user().accept(output.output());
        } else if (effect instanceof Effect.Schedule<M, O> schedule) {
            schedule(schedule.timer());
        } else if (effect instanceof Effect.Cancel<M, O> cancel) {
            timers.cancel(cancel.timer());
        } else {
            left = true;
            lingering = surroundings.links().leaves();
            giveBack(message -> true);
        }
    }

    private void schedule(Timer timer) {
        timers.startSingleTimer(
                timer, new TimerExpired<>(timer), surroundings.timings().lasting(timer));
    }

    private Behavior<Command<M, I>> stopping(Event<M, I> event, InvariantViolation refuted) {
        context.getLog().error("process {} stops on {}: {}", self, event, refuted.getMessage());
        failed(event, refuted);
        return Behaviors.stopped();
    }

    private void failed(Event<M, I> event, InvariantViolation refuted) {
        surroundings.log().accept(new TraceEvent.Failed(self, event, refuted.getMessage()));
    }
}
