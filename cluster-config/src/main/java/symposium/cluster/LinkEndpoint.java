package symposium.cluster;

import java.util.Optional;
import java.util.function.Consumer;
import symposium.cluster.wire.LinkIncarnation;
import symposium.cluster.wire.WireMessage.LinkHandshake;
import symposium.cluster.wire.WireMessage.LinkState;
import symposium.kernel.ProcessId;

/**
 * One end of a link that fails and recovers. The two ends agree on each incarnation of the link before it begins, over a network that loses,
 * duplicates and reorders messages:
 *
 * <ul>
 *   <li>an end counts how often it has opened the link, and opens it again with the next number;
 *   <li>it has the link once both ends have named each other's number: the two numbers name the incarnation;
 *   <li>an end that hears of a later number than the one it knows closes its own incarnation of the link first.
 * </ul>
 *
 * So no message of one incarnation is taken for one of another, and an end sees one incarnation end before the next begins.
 */
final class LinkEndpoint {

    private final ProcessId self;
    private final ProcessId other;
    private final Consumer<LinkHandshake> sending;

    private long mine = 1;
    private long theirs;
    private boolean wanted;
    private boolean open;

    /**
     * An end that does not want the link.
     *
     * @param sending sends a handshake to the other end, or loses it
     */
    LinkEndpoint(ProcessId self, ProcessId other, Consumer<LinkHandshake> sending) {
        this.self = self;
        this.other = other;
        this.sending = sending;
    }

    /** The incarnation of the link that both ends have agreed on, as this end names it, while there is one. */
    Optional<LinkIncarnation> incarnation() {
        return open ? Optional.of(new LinkIncarnation(mine, theirs)) : Optional.empty();
    }

    /** From now on this end wants the link, or does not. */
    void want(boolean wants) {
        if (wants == wanted) {
            return;
        }
        wanted = wants;
        if (!wants) {
            close();
        }
        shake();
    }

    /** Says again what may have been lost. */
    void remind() {
        if (wanted && !open) {
            shake();
        }
    }

    /** Hears a handshake of the other end. */
    void hear(LinkHandshake handshake) {
        hear(handshake.incarnation().seenBack(), handshake.state());
    }

    /** Whether a message that was sent in this incarnation of the link, as the other end names it, belongs to the one that this end has. */
    boolean accepts(LinkIncarnation sent) {
        // It says what a handshake says, and may have overtaken it.
        hear(sent.seenBack(), LinkState.OPEN);
        if (!wanted) {
            // The other end has missed that this one is closed, and would send again for ever.
            shake();
        }
        return incarnation().filter(sent.seenBack()::equals).isPresent();
    }

    private void hear(LinkIncarnation said, LinkState state) {
        if (said.recipient() < theirs) {
            return;
        }
        if (said.recipient() > theirs) {
            if (open) {
                close();
            }
            theirs = said.recipient();
        }
        if (!wanted || state == LinkState.CLOSED) {
            return;
        }
        if (!open && said.sender() == mine) {
            open = true;
            shake();
        } else if (state == LinkState.OPENING) {
            shake();
        }
    }

    private void close() {
        open = false;
        mine++;
    }

    private void shake() {
        LinkState state = !wanted ? LinkState.CLOSED : open ? LinkState.OPEN : LinkState.OPENING;
        sending.accept(new LinkHandshake(self, other, new LinkIncarnation(mine, theirs), state));
    }
}
