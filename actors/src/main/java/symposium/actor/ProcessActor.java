package symposium.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Predicate;
import symposium.kernel.Channels;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Mailbox;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Side;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;

/**
 * The actor that hosts one process of a protocol.
 *
 * <p>A message waits in three cases: the protocol does not admit it, an earlier message on the same link waits, or
 * its sender is not yet a neighbour on that side, or not again since their link failed. The actor drops a waiting
 * message when it learns that the sender has departed or the link has failed. After each step it receives the first
 * message, in the order of arrival, that need not wait any more.
 *
 * <p>If no rule admits a user's input, the actor logs one line and continues. If no rule admits another event, it
 * logs one line and stops. Both are reported as {@link TraceEvent.Failed}. A process that has
 * {@linkplain Effect.Left left} takes no further step: the actor gives back its waiting messages and stops. Where the
 * transport gives back messages that still arrive, it stops only when dismissed.
 *
 * @param <S> the state of the process
 * @param <M> the algorithm's messages
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
public final class ProcessActor<S, M, I, O> {

    /**
     * Commands of a process.
     *
     * @param <M> the algorithm's messages
     * @param <I> the inputs of a user
     */
    public sealed interface Command<M, I> {}

    /** An input of the user. */
    public record Ask<M, I>(I input) implements Command<M, I> {}

    /**
     * The arrival of a message from another process.
     *
     * @param from the sender
     * @param side the side of the recipient at which the link lies
     * @param message the message
     */
    public record Delivery<M, I>(ProcessId from, Side side, M message) implements Command<M, I> {}

    /** A message that this process sent is undeliverable. */
    public record Undeliverable<M, I>(Neighbour to, M message) implements Command<M, I> {}

    /**
     * A change of the membership.
     *
     * @param neighbours the neighbours from now on; none if this process is cut off
     * @param departed every process known to have crashed or left so far
     * @param failed the other ends of links that are down or have failed since the last change; messages on such a
     *     link are received only if sent in its next incarnation, after this process has the neighbour again
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
     * Fails the links to {@code other}: messages that wait on them are
     * {@linkplain MessageTransport#giveBack given back}. The process is not notified.
     *
     * @param done runs afterwards, on the actor's thread
     */
    record LinkFails<M, I>(ProcessId other, Runnable done) implements Command<M, I> {}

    /**
     * Stops a process that has left, because no message to it is in transit any more.
     *
     * @param done runs before, on the actor's thread
     */
    record Dismiss<M, I>(Runnable done) implements Command<M, I> {}

    /** Asks the process to leave; it stops after it has handed over what the others need. */
    public record Leave<M, I>() implements Command<M, I> {}

    /** The expiry of a timer of this process. */
    record TimerExpired<M, I>(Timer timer) implements Command<M, I> {}

    private final ActorContext<Command<M, I>> context;
    private final TimerScheduler<Command<M, I>> timers;
    private final ProcessId self;
    private final Protocol<S, M, I, O> protocol;
    private final ProcessContext<M, O> environment;

    private final Mailbox<M, I> waiting = new Mailbox<>(Channels.FIFO);
    private final Set<ProcessId> departed = new HashSet<>();
    /**
     * All present and former neighbours, apart from those behind a failed link. Messages of former neighbours are
     * still received.
     */
    private final Set<Neighbour> acquainted = new HashSet<>();

    private S state;
    private boolean left;
    private boolean awaitsDismissal;

    /**
     * A process in the protocol's initial state.
     *
     * @param self its name
     * @param neighbours its neighbours at the start; none if it starts cut off
     * @param protocol the protocol
     * @param environment its transport, user, timers and log
     */
    public static <S, M, I, O> Behavior<Command<M, I>> create(
            ProcessId self, Neighbours neighbours, Protocol<S, M, I, O> protocol, ProcessContext<M, O> environment) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> Behaviors.receiveMessage(
                new ProcessActor<>(context, timers, self, neighbours, protocol, environment)::onCommand)));
    }

    private ProcessActor(
            ActorContext<Command<M, I>> context,
            TimerScheduler<Command<M, I>> timers,
            ProcessId self,
            Neighbours neighbours,
            Protocol<S, M, I, O> protocol,
            ProcessContext<M, O> environment) {
        this.context = context;
        this.timers = timers;
        this.self = self;
        acquainted.addAll(neighbours.all());
        this.protocol = protocol;
        this.environment = environment;
        this.state = protocol.initial(self, neighbours);
        protocol.initialTimers(state).forEach(this::schedule);
    }

    private Behavior<Command<M, I>> onCommand(Command<M, I> command) {
        if (left) {
            return onCommandAfterLeaving(command);
        }
        if (command instanceof Ask<M, I> ask) {
            return onAsk(ask);
        }
        if (command instanceof Delivery<M, I> delivery) {
            return onDelivery(delivery);
        }
        if (command instanceof Undeliverable<M, I> undeliverable) {
            return takeStep(new Event.Undeliverable<>(undeliverable.to(), undeliverable.message()));
        }
        if (command instanceof NeighboursChanged<M, I> changed) {
            return onNeighboursChanged(changed);
        }
        if (command instanceof Leave<M, I>) {
            return takeStep(new Event.Leave<>());
        }
        if (command instanceof LinkFails<M, I> fails) {
            giveBack(fails.other()::equals);
            fails.done().run();
            return Behaviors.same();
        }
        if (command instanceof Dismiss<M, I>) {
            throw new IllegalStateException("process " + self + " has not left");
        }
        return takeStep(new Event.Timeout<>(((TimerExpired<M, I>) command).timer()));
    }

    /** After the process has left, it takes no step. */
    private Behavior<Command<M, I>> onCommandAfterLeaving(Command<M, I> command) {
        if (command instanceof Delivery<M, I> delivery) {
            environment.links().giveBack(new Neighbour(delivery.from(), delivery.side()), delivery.message());
        } else if (command instanceof LinkFails<M, I> fails) {
            fails.done().run();
        } else if (command instanceof Dismiss<M, I> dismiss) {
            dismiss.done().run();
            return Behaviors.stopped();
        }
        return Behaviors.same();
    }

    private void giveBack(Predicate<ProcessId> senders) {
        waiting.removeFrom(senders).forEach(message -> environment.links().giveBack(message.from(), message.message()));
    }

    private Behavior<Command<M, I>> onAsk(Ask<M, I> ask) {
        Event<M, I> event = new Event.Input<>(ask.input());
        Optional<InvariantViolation> violation = step(event);
        violation.ifPresent(refused -> {
            context.getLog().warn("process {} refuses {}: {}", self, event, refused.getMessage());
            failed(event, refused);
        });
        return violation.isPresent() ? Behaviors.same() : receiveWaiting();
    }

    private Behavior<Command<M, I>> onDelivery(Delivery<M, I> delivery) {
        if (departed.contains(delivery.from())) {
            return Behaviors.same();
        }
        waiting.add(new Event.Received<>(new Neighbour(delivery.from(), delivery.side()), delivery.message()));
        return receiveWaiting();
    }

    private Behavior<Command<M, I>> onNeighboursChanged(NeighboursChanged<M, I> changed) {
        acquainted.removeIf(neighbour -> changed.failed().contains(neighbour.id()));
        acquainted.addAll(changed.neighbours().all());
        departed.addAll(changed.departed());
        waiting.removeFrom(
                sender -> departed.contains(sender) || changed.failed().contains(sender));
        return takeStep(new Event.NeighboursChanged<>(changed.neighbours(), changed.departed()));
    }

    private Behavior<Command<M, I>> takeStep(Event<M, I> event) {
        Optional<InvariantViolation> violation = step(event);
        return violation.isPresent() ? stopping(event, violation.get()) : receiveWaiting();
    }

    private Behavior<Command<M, I>> receiveWaiting() {
        while (!left && !waiting.isEmpty()) {
            Optional<Event.Received<M, I>> next = waiting.takeFirst(this::isAdmitted);
            if (next.isEmpty()) {
                break;
            }
            Optional<InvariantViolation> violation = step(next.get());
            if (violation.isPresent()) {
                return stopping(next.get(), violation.get());
            }
        }
        return left && !awaitsDismissal ? Behaviors.stopped() : Behaviors.same();
    }

    private boolean isAdmitted(Event.Received<M, I> message) {
        return acquainted.contains(message.from()) && protocol.admits(state, message.from(), message.message());
    }

    private Optional<InvariantViolation> step(Event<M, I> event) {
        Step<S, M, O> step;
        try {
            step = protocol.step(state, event);
        } catch (InvariantViolation violation) {
            return Optional.of(violation);
        }
        state = step.next();
        environment.log().accept(new TraceEvent.Stepped(self, event, step.rule(), step.effects()));
        step.effects().forEach(this::perform);
        return Optional.empty();
    }

    private void perform(Effect<M, O> effect) {
        if (effect instanceof Effect.Send<M, O> send) {
            environment.links().send(send.to(), send.message());
        } else if (effect instanceof Effect.Output<M, O> output) {
            environment.user().accept(output.output());
        } else if (effect instanceof Effect.Schedule<M, O> schedule) {
            schedule(schedule.timer());
        } else if (effect instanceof Effect.Cancel<M, O> cancel) {
            timers.cancel(cancel.timer());
        } else {
            left = true;
            awaitsDismissal = environment.links().leaves();
            giveBack(sender -> true);
        }
    }

    private void schedule(Timer timer) {
        timers.startSingleTimer(
                timer, new TimerExpired<>(timer), environment.timings().lasting(timer));
    }

    private Behavior<Command<M, I>> stopping(Event<M, I> event, InvariantViolation violation) {
        context.getLog().error("process {} stops on {}: {}", self, event, violation.getMessage());
        failed(event, violation);
        return Behaviors.stopped();
    }

    private void failed(Event<M, I> event, InvariantViolation violation) {
        environment.log().accept(new TraceEvent.Failed(self, event, violation.getMessage()));
    }
}
