package symposium.kernel;

import java.util.SortedSet;
import java.util.function.Function;

/**
 * What can happen to a process.
 *
 * @param <M> the algorithm's messages
 * @param <I> what a user asks
 */
public sealed interface Event<M, I> {

    /** The same event with another message, where it is about one. */
    @SuppressWarnings("unchecked")
    default <N> Event<N, I> map(Function<? super M, ? extends N> change) {
        if (this instanceof Received<M, I> received) {
            return new Received<>(received.from(), change.apply(received.message()));
        }
        return this instanceof Undeliverable<M, I> undeliverable
                ? new Undeliverable<>(undeliverable.to(), change.apply(undeliverable.message()))
                : (Event<N, I>) this;
    }

    /** The user asks. */
    record Input<M, I>(I input) implements Event<M, I> {
        @Override
        public String toString() {
            return Printable.print(input);
        }
    }

    /** A message has come over the link to {@code from}. */
    record Received<M, I>(Neighbour from, M message) implements Event<M, I> {
        @Override
        public String toString() {
            return Printable.print(message) + " from " + from;
        }
    }

    /** A message that this process sent cannot be delivered, and will not be. */
    record Undeliverable<M, I>(Neighbour to, M message) implements Event<M, I> {
        @Override
        public String toString() {
            return Printable.print(message) + " undeliverable to " + to;
        }
    }

    /**
     * The membership or a link has changed. From now on these are the neighbours. What was under way from a process that has departed is
     * lost, unless it has already arrived; what was under way over a link that has failed comes back to its sender as
     * {@link Undeliverable}, where the links can tell.
     *
     * @param neighbours the neighbours from now on; possibly those of before, and none when this process is cut off
     * @param departed every process known to have crashed or left, now and ever before
     */
    record NeighboursChanged<M, I>(Neighbours neighbours, SortedSet<ProcessId> departed) implements Event<M, I> {
        @Override
        public String toString() {
            return "neighbours now " + neighbours + ", departed " + departed;
        }
    }

    /**
     * This process is asked to leave. It hands over what the others need, and says by {@link Effect.Left} that it has; until then it goes
     * on taking part.
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
