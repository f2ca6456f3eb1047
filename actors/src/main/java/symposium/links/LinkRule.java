package symposium.links;

import symposium.kernel.Rule;

/** What one end of a link does. */
public enum LinkRule implements Rule {
    /** The end wants the link: it says so. */
    WANT("want"),
    /** The end does not want the link any more: it counts, forgets the incarnation, and says so. */
    UNWANT("unwant"),
    /** A message is numbered, kept and sent. */
    SEND("send"),
    /** A message is for an incarnation that is over, and is lost with it. */
    SEND_LATE("send.late"),

    /** The next message of this incarnation: it is taken. */
    DATA_NEXT("data.next"),
    /** A message that has been taken before: it is acknowledged again. */
    DATA_AGAIN("data.again"),
    /** A message before which another is missing: it comes again, after that one. */
    DATA_GAP("data.gap"),
    /** A message that has overtaken the handshake: the incarnation begins. */
    DATA_BEGINS("data.begins"),
    /** A message of another incarnation. */
    DATA_STALE("data.stale"),

    /** An acknowledgement of messages that are kept: they are forgotten. */
    ACK_NEW("ack.new"),
    /** An acknowledgement of nothing new. */
    ACK_AGAIN("ack.again"),
    /** An acknowledgement of another incarnation. */
    ACK_STALE("ack.stale"),

    /** Both ends have named each other's number: the incarnation begins. */
    HANDSHAKE_BEGINS("handshake.begins"),
    /** The other end does not want the link; it is told that this has been heard. */
    HANDSHAKE_CLOSED("handshake.closed"),
    /** The other end wants the link: it is told how this end stands. */
    HANDSHAKE_ANSWERED("handshake.answered"),
    /** The other end need not be told anything. */
    HANDSHAKE_HEARD("handshake.heard"),
    /** The other end has opened the link again since. */
    HANDSHAKE_STALE("handshake.stale"),
    /** A frame of any kind says that the other end has opened the link again: this incarnation ends. */
    ENDS("ends"),

    /** What has been taken is acknowledged. */
    ACKNOWLEDGE("acknowledge"),
    /** What is not acknowledged is sent again. */
    RESEND("resend"),
    /** What is not acknowledged has not waited long enough. */
    RESEND_LATER("resend.later"),
    /** The other end is told again how this end stands. */
    REMIND("remind");

    private final String label;

    LinkRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
