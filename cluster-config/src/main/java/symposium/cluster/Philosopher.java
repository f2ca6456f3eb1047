package symposium.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.kernel.ProcessId;

/**
 * The seat of one node at the table, as its applications see it: whoever eats here has all forks that the node's philosopher shares with its
 * neighbours, and no neighbour eats meanwhile. Philosophers that share no fork eat at the same time.
 *
 * <p>A philosopher has one user. The applications of its node are that user, one after the other, in the order in which they asked.
 *
 * <p>Every meal says for each fork the how-manieth use of it this is. Whoever eats hands the number to the resource for which that fork stands,
 * which refuses a smaller one than it has seen.
 *
 * <p>An application that stops, for whatever reason, gives up what it waits for and what it has.
 */
public final class Philosopher extends AbstractBehavior<Philosopher.Command> {

    /** What can be said to a seat. */
    public sealed interface Command {}

    /** Asks for a meal. The answer is {@link Eats}, at any later time, and after that {@link Lost} if it comes to that. */
    public record Dine(ActorRef<Reply> replyTo) implements Command {}

    /**
     * Completes a meal. The answer is {@link Finished} or {@link NotEating}.
     *
     * @param meal the number that came with it
     */
    public record Finish(long meal, ActorRef<Reply> replyTo) implements Command {}

    /** The process tells its user. */
    record UserTold(Output told) implements Command {}

    /** The process has stopped. */
    record Closed(String why) implements Command {}

    private record ClientStopped(ActorRef<Reply> client) implements Command {}

    /** What a seat answers. */
    public sealed interface Reply {}

    /**
     * The asker has all forks.
     *
     * @param meal the number of this meal, counted at this seat from 1
     * @param uses for each neighbour the how-manieth use of the fork shared with it this is
     */
    public record Eats(long meal, SortedMap<ProcessId, Long> uses) implements Reply {
        public Eats {
            uses = Collections.unmodifiableSortedMap(new TreeMap<>(uses));
        }
    }

    /** The forks are the asker's no more: its node has been cut off, and neighbours may eat. */
    public record Lost(long meal) implements Reply {}

    /** The meal is completed. */
    public record Finished(long meal) implements Reply {}

    /** There is no such meal to be completed; it has been completed, or lost when the node was cut off. */
    public record NotEating(long meal) implements Reply {}

    /**
     * Nobody is served at this node any more.
     *
     * @param why in one line
     */
    public record Unavailable(String why) implements Reply {}

    private final ClientQueue<Reply> turns;
    private long meals;
    private Optional<String> closed = Optional.empty();

    private Philosopher(ActorContext<Command> context, Consumer<Input> process) {
        super(context);
        this.turns = new ClientQueue<>(
                ClientQueue.Watch.by(context, ClientStopped::new),
                () -> process.accept(Input.HUNGRY),
                () -> process.accept(Input.SATED));
    }

    /** The seat of a node whose process is asked by {@code process}. */
    static Behavior<Command> create(Consumer<Input> process) {
        return Behaviors.setup(context -> new Philosopher(context, process));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Dine.class, this::onDine)
                .onMessage(Finish.class, this::onFinish)
                .onMessage(UserTold.class, this::onUserTold)
                .onMessage(ClientStopped.class, this::onClientStopped)
                .onMessage(Closed.class, this::onClosed)
                .build();
    }

    private Behavior<Command> onDine(Dine dine) {
        if (closed.isPresent()) {
            dine.replyTo().tell(new Unavailable(closed.get()));
            return this;
        }
        turns.comes(dine.replyTo());
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

    private Behavior<Command> onUserTold(UserTold says) {
        if (says.told() instanceof Output.Eats eats) {
            onEats(eats);
        } else if (turns.present().isPresent()) {
            // A process that was told of the end of the meal before it was cut off says nothing more of it.
            turns.present().get().tell(new Lost(meals));
            turns.lost();
        }
        return this;
    }

    private void onEats(Output.Eats eats) {
        turns.granted().ifPresent(next -> next.tell(new Eats(++meals, eats.fences())));
    }

    private Behavior<Command> onClientStopped(ClientStopped stopped) {
        turns.stopped(stopped.client());
        return this;
    }

    private Behavior<Command> onClosed(Closed closing) {
        closed = Optional.of(closing.why());
        turns.close(eating -> eating.tell(new Lost(meals)), waiter -> waiter.tell(new Unavailable(closing.why())));
        return this;
    }
}
