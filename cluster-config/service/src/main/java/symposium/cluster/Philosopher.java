package symposium.cluster;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.kernel.ProcessId;

/**
 * The service of a node that is a philosopher: an application that eats here holds all forks that the node's
 * philosopher shares with its neighbours, and no neighbour eats meanwhile. Philosophers that share no fork eat at the
 * same time.
 *
 * <p>A philosopher has one user. The applications of its node are that user, one after the other, in the order in which
 * they ask.
 *
 * <p>Each meal carries a use counter, a fencing token, per fork. The application hands it to the resource that the fork
 * stands for, which refuses a smaller one than it has seen.
 *
 * <p>The <em>owner</em> of a meal is an actor, which is watched: what it waits for and holds is given back when it
 * stops. It is named apart from the one that is answered, which may be the temporary reference of an ask. If that stops
 * while the request waits, the request is given up.
 */
public final class Philosopher extends AbstractBehavior<Philosopher.Command> {

    /** What can be sent to a philosopher. */
    public sealed interface Command {}

    /**
     * Asks for a meal. The answer is {@link Eats}, at any later time, followed by {@link Lost} if the forks are lost.
     *
     * @param owner has the forks until it finishes, loses them, or stops
     * @param replyTo is told the answer
     * @param lostTo is told of the loss
     */
    public record Dine(ActorRef<?> owner, ActorRef<Reply> replyTo, ActorRef<Reply> lostTo) implements Command {
        public Dine {
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
            Objects.requireNonNull(lostTo, "lostTo");
        }

        /** Of an owner that is told everything itself; not for an ask, whose {@code replyTo} stops with the answer. */
        public Dine(ActorRef<Reply> owner) {
            this(owner, owner, owner);
        }
    }

    /**
     * Completes a meal. The answer is {@link Finished} or {@link NotEating}.
     *
     * @param meal its number
     */
    public record Finish(long meal, ActorRef<Reply> replyTo) implements Command {
        public Finish {
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** What the host of the process tells. */
    record FromHost(HostEvent<Output> event) implements Command {}

    private record Stopped(ActorRef<?> actor) implements Command {}

    /** The answers. */
    public sealed interface Reply {}

    /**
     * The application holds all forks.
     *
     * @param meal the number of this meal, counted at this node from 1
     * @param uses by neighbour, the use counter of the fork shared with it
     */
    public record Eats(long meal, SortedMap<ProcessId, Long> uses) implements Reply {
        public Eats {
            uses = Collections.unmodifiableSortedMap(new TreeMap<>(uses));
        }
    }

    /** The application holds the forks no more: its node has been cut off, and neighbours may eat. */
    public record Lost(long meal) implements Reply {}

    /** The meal is completed. */
    public record Finished(long meal) implements Reply {}

    /** There is no such meal to be completed; it has been completed, or lost when the node was cut off. */
    public record NotEating(long meal) implements Reply {}

    /**
     * The service of this node has ended.
     *
     * @param why in one line
     */
    public record Unavailable(String why) implements Reply {}

    private final ClientQueue<Command, Reply> turns;
    private long meals;
    private Optional<String> closed = Optional.empty();

    private Philosopher(ActorContext<Command> context, Consumer<Input> process) {
        super(context);
        this.turns = new ClientQueue<>(
                context, Stopped::new, () -> process.accept(Input.HUNGRY), () -> process.accept(Input.SATED));
    }

    /** The philosopher of a node; {@code process} takes the requests. */
    static Behavior<Command> create(Consumer<Input> process) {
        return Behaviors.setup(context -> new Philosopher(context, process));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Dine.class, this::onDine)
                .onMessage(Finish.class, this::onFinish)
                .onMessage(Stopped.class, this::onStopped)
                .onMessage(FromHost.class, this::onFromHost)
                .build();
    }

    private Behavior<Command> onDine(Dine dine) {
        if (closed.isPresent()) {
            dine.replyTo().tell(new Unavailable(closed.get()));
            return this;
        }
        turns.comes(new ClientQueue.Client<>(dine.owner(), dine.replyTo(), dine.lostTo()));
        return this;
    }

    private Behavior<Command> onFinish(Finish finish) {
        if (turns.present().isPresent() && finish.meal() == meals) {
            turns.over();
            finish.replyTo().tell(new Finished(finish.meal()));
        } else {
            finish.replyTo().tell(new NotEating(finish.meal()));
        }
        return this;
    }

    private Behavior<Command> onFromHost(FromHost from) {
        if (from.event() instanceof HostEvent.Told<Output> told) {
            onTold(told.output());
        } else if (from.event() instanceof HostEvent.Closed<Output> closing) {
            onClosed(closing);
        }
        return this;
    }

    private void onTold(Output told) {
        if (told instanceof Output.Eats eats) {
            onEats(eats);
        } else if (turns.present().isPresent()) {
            // A process that was told of the end of the meal before it was cut off says nothing more of it.
            turns.present().get().lostTo().tell(new Lost(meals));
            turns.lost();
        }
    }

    private void onEats(Output.Eats eats) {
        turns.granted().ifPresent(next -> next.replyTo().tell(new Eats(++meals, eats.fences())));
    }

    private Behavior<Command> onStopped(Stopped stopped) {
        turns.stopped(stopped.actor());
        return this;
    }

    private void onClosed(HostEvent.Closed<Output> closing) {
        closed = Optional.of(closing.why());
        turns.close(eating -> eating.tell(new Lost(meals)), waiter -> waiter.tell(new Unavailable(closing.why())));
        closing.replyTo().tell(Done.getInstance());
    }
}
