package symposium.service.participant;

import akka.actor.typed.ActorRef;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
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
 *
 * @since 1.0
 */
public final class Philosopher {

    /** What can be sent to a philosopher. */
    public interface Command {}

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

    /** The application no longer holds the forks: its node has been cut off, and neighbours may eat. */
    public record Lost(long meal) implements Reply {}

    /** The meal is completed. */
    public record Finished(long meal) implements Reply {}

    /** There is no such meal to be completed; it has been completed, or lost when the node was cut off. */
    public record NotEating(long meal) implements Reply {}

    /**
     * The service of this node has ended, or the cluster has not formed in {@code symposium.formation-timeout}.
     *
     * @param why in one line
     */
    public record Unavailable(String why) implements Reply {}

    private Philosopher() {}
}
