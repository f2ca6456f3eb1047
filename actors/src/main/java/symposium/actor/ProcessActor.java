package symposium.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.BooleanSupplier;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Side;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;
import symposium.kernel.runtime.ProcessRuntime;
import symposium.kernel.runtime.ProcessRuntime.Refused;

/**
 * The actor that hosts one process of a protocol.
 *
 * <p>It carries out what the {@link ProcessRuntime} of the process says. If no rule admits a user's input, the actor
 * logs one line and continues. If no rule admits another event, it logs one line and stops. Both are reported as
 * {@link TraceEvent.Failed}. A process that has {@linkplain Effect.Left left} takes no further step, and the actor
 * stops. Where the transport gives back messages that still arrive, it stops only when dismissed.
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
    public record LinkFails<M, I>(ProcessId other, Runnable done) implements Command<M, I> {}

    /**
     * Stops a process that has left, because no message to it is in transit any more.
     *
     * @param done runs before, on the actor's thread
     */
    public record Dismiss<M, I>(Runnable done) implements Command<M, I> {}

    /**
     * A command for a process that the network may have to tell otherwise once its turn comes.
     *
     * @param condition whether the command still holds; runs on the actor's thread
     * @param command the command
     * @param otherwise runs instead, on the actor's thread
     */
    public record Conditional<M, I>(BooleanSupplier condition, Command<M, I> command, Runnable otherwise)
            implements Command<M, I> {}

    /** Asks the process to leave; it stops after it has handed over what the others need. */
    public record Leave<M, I>() implements Command<M, I> {}

    /** The expiry of a timer of this process. */
    record TimerExpired<M, I>(Timer timer) implements Command<M, I> {}

    private final ActorContext<Command<M, I>> context;
    private final ProcessId self;
    private final RuntimeDriver<S, M, I, O> process;

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
        this.self = self;
        this.process = new RuntimeDriver<>(
                self,
                neighbours,
                protocol,
                environment,
                new RuntimeDriver.Timers(
                        (timer, lasting) -> timers.startSingleTimer(timer, new TimerExpired<>(timer), lasting),
                        timers::cancel));
    }

    private Behavior<Command<M, I>> onCommand(Command<M, I> command) {
        if (command instanceof Conditional<M, I> conditional) {
            if (conditional.condition().getAsBoolean()) {
                return onCommand(conditional.command());
            }
            conditional.otherwise().run();
            return Behaviors.same();
        }
        if (command instanceof LinkFails<M, I> fails) {
            process.linkFails(fails.other());
            fails.done().run();
            return Behaviors.same();
        }
        if (command instanceof Dismiss<M, I> dismiss) {
            if (!process.left()) {
                throw new IllegalStateException("process " + self + " has not left");
            }
            dismiss.done().run();
            return Behaviors.stopped();
        }
        Optional<Refused<M, I>> refused = command instanceof NeighboursChanged<M, I> changed
                ? process.changed(
                        new Event.NeighboursChanged<>(changed.neighbours(), changed.departed()), changed.failed())
                : process.on(event(command));
        if (refused.isPresent()) {
            return refuse(refused.get());
        }
        return process.left() && !process.awaitsDismissal() ? Behaviors.stopped() : Behaviors.same();
    }

    private static <M, I> Event<M, I> event(Command<M, I> command) {
        if (command instanceof Ask<M, I> ask) {
            return new Event.Input<>(ask.input());
        }
        if (command instanceof Delivery<M, I> delivery) {
            return new Event.Received<>(new Neighbour(delivery.from(), delivery.side()), delivery.message());
        }
        if (command instanceof Undeliverable<M, I> undeliverable) {
            return new Event.Undeliverable<>(undeliverable.to(), undeliverable.message());
        }
        return command instanceof TimerExpired<M, I> expired
                ? new Event.Timeout<>(expired.timer())
                : new Event.Leave<>();
    }

    private Behavior<Command<M, I>> refuse(Refused<M, I> refused) {
        Event<M, I> event = refused.event();
        String why = refused.violation().getMessage();
        if (event instanceof Event.Input) {
            context.getLog().warn("process {} refuses {}: {}", self, event, why);
            return Behaviors.same();
        }
        context.getLog().error("process {} stops on {}: {}", self, event, why);
        return Behaviors.stopped();
    }
}
