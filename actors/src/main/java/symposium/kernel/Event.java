package symposium.kernel;

import java.util.SortedSet;
import java.util.function.Function;

/**
 * An event that can happen to a process.
 *
 * @param <M> the algorithm's messages
 * @param <I> the inputs of a user
 */
public sealed interface Event<M, I> {

    /** Returns the same event with another message, if it carries one. */
    @SuppressWarnings("unchecked")
    default <N> Event<N, I> map(Function<? super M, ? extends N> change) {
        if (this instanceof Received<M, I> received) {
            return new Received<>(received.from(), change.apply(received.message()));
        }
        return this instanceof Undeliverable<M, I> undeliverable
                ? new Undeliverable<>(undeliverable.to(), change.apply(undeliverable.message()))
                : (Event<N, I>) this;
    }

    /** The user sends an input. */
    record Input<M, I>(I input) implements Event<M, I> {
        @Override
        public String toString() {
            return Printable.print(input);
        }
    }

    /** A message has arrived over the link to {@code from}. */
    record Received<M, I>(Neighbour from, M message) implements Event<M, I> {
        @Override
        public String toString() {
            return Printable.print(message) + " from " + from;
        }
    }

    /** A message that this process sent cannot be delivered, and never will be. */
    record Undeliverable<M, I>(Neighbour to, M message) implements Event<M, I> {
        @Override
        public String toString() {
            return Printable.print(message) + " undeliverable to " + to;
        }
    }

    /**
     * The membership or a link has changed. Messages in transit from a departed process are lost. Messages in transit
     * over a failed link return to their senders as {@link Undeliverable}, if the links can detect this.
     *
     * @param neighbours the neighbours from now on; possibly unchanged, and none if this process is cut off
     * @param departed every process known to have crashed or left so far
     */
    record NeighboursChanged<M, I>(Neighbours neighbours, SortedSet<ProcessId> departed) implements Event<M, I> {
        @Override
        public String toString() {
            return "neighbours now " + neighbours + ", departed " + departed;
        }
    }

    /**
     * This process is asked to leave. It hands over everything that the other processes need, then reports {@link
     * Effect.Left}. Until then, it takes part as before.
     */
    record Leave<M, I>() implements Event<M, I> {
        @Override
        public String toString() {
            return "asked to leave";
        }
    }

    /** A timer that this process has scheduled has expired. */
    record Timeout<M, I>(Timer timer) implements Event<M, I> {
        @Override
        public String toString() {
            return timer + " expired";
        }
    }
}
