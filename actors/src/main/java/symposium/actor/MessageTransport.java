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
public interface MessageTransport<M> {
    /** Sends {@code message} over the link to {@code to}; returns at once, whether or not it will arrive. */
    void send(Neighbour to, M message);

    /**
     * This process will not receive a message that has come from {@code from}: it has left, or the link has failed while the message waited.
     * The message comes back to its sender where links can do that; otherwise it is lost.
     */
    default void giveBack(Neighbour from, M message) {}

    /**
     * This process has left.
     *
     * @return whether it is to give back what still comes, until it is {@linkplain ProcessActor.Dismiss dismissed}; otherwise it stops at once
     */
    default boolean leaves() {
        return false;
    }
}
