package symposium.actor;

import symposium.kernel.Neighbour;

/**
 * How the messages of one process get on their way.
 *
 * <p>What is sent arrives at most once, as a {@link ProcessActor.Delivery} at the process at the other end, and in the order in
 * which it was sent.
 *
 * @param <M> the algorithm's messages
 */
@FunctionalInterface
public interface Links<M> {
    /** Sends {@code message} over the link to {@code to}; returns at once, whether or not it will arrive. */
    void send(Neighbour to, M message);
}
