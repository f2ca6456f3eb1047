package symposium.links;

import symposium.kernel.Rule;

/** What one end of a link does. */
public enum LinkRule implements Rule {
    /** The end wants the link: it says so. */
    WANT,
    /** The end does not want the link any more: it counts, forgets the incarnation, and says so. */
    UNWANT,
    /** A message is numbered, kept and sent. */
    SEND,
    /** A message is for an incarnation that is over, and is lost with it. */
    SEND_LATE,

    /** The next message of this incarnation: it is taken. */
    DATA_NEXT,
    /** A message that has been taken before: it is acknowledged again. */
    DATA_AGAIN,
    /** A message before which another is missing: it comes again, after that one. */
    DATA_GAP,
    /** A message that has overtaken the handshake: the incarnation begins. */
    DATA_BEGINS,
    /** A message of another incarnation. */
    DATA_STALE,

    /** An acknowledgement of messages that are kept: they are forgotten. */
    ACK_NEW,
    /** An acknowledgement of nothing new. */
    ACK_AGAIN,
    /** An acknowledgement of another incarnation. */
    ACK_STALE,

    /** Both ends have named each other's number: the incarnation begins. */
    HANDSHAKE_BEGINS,
    /** The other end does not want the link; it is told that this has been heard. */
    HANDSHAKE_CLOSED,
    /** The other end wants the link: it is told how this end stands. */
    HANDSHAKE_ANSWERED,
    /** The other end need not be told anything. */
    HANDSHAKE_HEARD,
    /** The other end has opened the link again since. */
    HANDSHAKE_STALE,
    /** A frame of any kind says that the other end has opened the link again: this incarnation ends. */
    ENDS,

    /** What has been taken is acknowledged. */
    ACKNOWLEDGE,
    /** What is not acknowledged is sent again. */
    RESEND,
    /** What is not acknowledged has not waited long enough. */
    RESEND_LATER,
    /** The other end is told again how this end stands. */
    REMIND
}
