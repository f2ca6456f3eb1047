package symposium.actor;

import symposium.kernel.Neighbour;

/**
 * Sends the messages of one process.
 *
 * <p>A message arrives at most once, as a {@link ProcessActor.Delivery} to the process at the other end, in the order
 * of sending.
 *
 * @param <M> the algorithm's messages
 */
@FunctionalInterface
public interface MessageTransport<M> {
    /**
     * Sends {@code message} over the link to {@code to}. Returns immediately, whether or not the message will arrive.
     */
    void send(Neighbour to, M message);

    /**
     * Rejects a message from {@code from}, because this process has left, or the link failed while the message
     * waited. The message returns to its sender if the transport supports that; otherwise it is lost.
     */
    default void giveBack(Neighbour from, M message) {}

    /**
     * Called when this process has left.
     *
     * @return whether the process gives back messages that still arrive until it is
     *     {@linkplain ProcessActor.Dismiss dismissed}; otherwise it stops at once
     */
    default boolean leaves() {
        return false;
    }
}
