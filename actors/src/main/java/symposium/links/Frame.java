package symposium.links;

import symposium.kernel.Printable;

/**
 * What one end of a link sends to the other over a network that loses, duplicates and reorders.
 *
 * @param <M> the messages that the link carries
 */
public sealed interface Frame<M> extends Printable {

    /** The incarnation of the link, as the sender names it. */
    LinkIncarnation incarnation();

    /**
     * A message that the link carries.
     *
     * @param incarnation the incarnation in which it was sent
     * @param number its sequence number in this incarnation and direction, from 1
     * @param message the message
     */
    record Data<M>(LinkIncarnation incarnation, long number, M message) implements Frame<M> {}

    /**
     * The sender acknowledges the messages that it has taken in this incarnation, and that it has heard of the
     * incarnation.
     *
     * @param upTo the sequence number of the last message taken, 0 for none
     */
    record Ack<M>(LinkIncarnation incarnation, long upTo) implements Frame<M> {}

    /**
     * The two ends agree on an incarnation by these.
     *
     * @param incarnation how often the sender has opened the link, and how often the recipient, as far as the sender
     *     has heard
     * @param state the state of the sender's end
     */
    record Handshake<M>(LinkIncarnation incarnation, LinkState state) implements Frame<M> {}
}
