package symposium.service.participant;

import akka.actor.typed.ActorRef;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.ProcessId;

/**
 * The service of a node that is a philosopher. An application that eats holds all forks that the node's philosopher
 * shares with its neighbours, and no neighbour eats at the same time. Philosophers that share no fork can eat at the
 * same time.
 *
 * <p>A philosopher has one user. The applications of its node take turns as that user, in the order of their requests.
 *
 * <p>Each meal carries a use counter per fork, which is a fencing token. The application passes the counter to the
 * resource that the fork represents. The resource rejects any counter that is smaller than the greatest counter it has
 * seen.
 *
 * <p>The <em>owner</em> of a meal is an actor, which the service watches. When the owner stops, the service cancels
 * its requests and releases its forks. A request states the owner separately from the actor that receives the answer,
 * which may be the temporary reference of an ask. If that actor stops while the request waits, the request is
 * cancelled.
 *
 * @since 1.0
 */
public final class Philosopher {

    /** A message to a philosopher. */
    public interface Command {}

    /**
     * Requests a meal. The answer is {@link Eats}, which may arrive at any later time. It is followed by {@link Lost}
     * if the forks are lost.
     *
     * @param owner the actor that holds the forks until it finishes, loses them, or stops
     * @param replyTo receives the answer
     * @param lostTo receives {@link Lost}
     */
    public record Dine(ActorRef<?> owner, ActorRef<Reply> replyTo, ActorRef<Reply> lostTo) implements Command {
        public Dine {
            Objects.requireNonNull(owner, "owner");
            Objects.requireNonNull(replyTo, "replyTo");
            Objects.requireNonNull(lostTo, "lostTo");
        }

        /**
         * Creates a request of an owner that receives all messages itself. Do not use this constructor with an ask,
         * because its {@code replyTo} stops with the answer.
         */
        public Dine(ActorRef<Reply> owner) {
            this(owner, owner, owner);
        }
    }

    /**
     * Completes a meal. The answer is {@link Finished} or {@link NotEating}.
     *
     * @param meal the number of the meal
     */
    public record Finish(long meal, ActorRef<Reply> replyTo) implements Command {
        public Finish {
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** An answer of the philosopher. */
    public sealed interface Reply {}

    /**
     * Starts a meal: the application holds all forks.
     *
     * @param meal the number of this meal, counted on this node from 1
     * @param uses for each neighbour, the use counter of the shared fork
     */
    public record Eats(long meal, SortedMap<ProcessId, Long> uses) implements Reply {
        public Eats {
            uses = Collections.unmodifiableSortedMap(new TreeMap<>(uses));
        }
    }

    /**
     * Notifies the application that it no longer holds the forks: its node has been cut off, and neighbours may eat.
     */
    public record Lost(long meal) implements Reply {}

    /** Confirms that the meal is completed. */
    public record Finished(long meal) implements Reply {}

    /**
     * Reports that there is no such meal to complete: it has been completed, or was lost when the node was cut off.
     */
    public record NotEating(long meal) implements Reply {}

    /**
     * Reports that the service of this node has ended, or that the cluster has not formed within {@code
     * symposium.formation-timeout}.
     *
     * @param why the reason, in one line
     */
    public record Unavailable(String why) implements Reply {}

    private Philosopher() {}
}
