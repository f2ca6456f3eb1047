package symposium.cluster.wire;

import symposium.kernel.ProcessId;

/**
 * By these the two ends of a link agree on its life.
 *
 * @param session the sender's life of the link, and the recipient's as far as the sender has heard of it
 * @param stance where the sender stands
 */
public record LinkHandshake(ProcessId from, ProcessId to, LinkIncarnation session, Stance stance)
        implements WireMessage {

    /** Where an end of a link stands. */
    public enum Stance {
        /** It does not want the link. */
        CLOSED,
        /** It wants the link, and does not know whether the other end does. */
        OPENING,
        /** It has the link. */
        OPEN
    }
}
