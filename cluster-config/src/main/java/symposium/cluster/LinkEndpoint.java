package symposium.cluster;

import java.util.Optional;
import java.util.function.Consumer;
import symposium.cluster.wire.LinkHandshake;
import symposium.cluster.wire.LinkHandshake.Stance;
import symposium.cluster.wire.LinkIncarnation;
import symposium.kernel.ProcessId;

/**
 * One end of a link that fails and recovers. The two ends agree on each life of the link before it begins, over a network that loses,
 * doubles and reorders what they say:
 *
 * <ul>
 *   <li>an end counts how often it has opened the link, anew each time it has closed it;
 *   <li>it has the link once the other end has named that very number, and is known by its own: the two numbers name the life;
 *   <li>an end that hears of a later number than the one it knows closes its own life of the link first.
 * </ul>
 *
 * So whatever was sent in one life cannot be taken for something of another, and an end sees the end of a life before it sees the next.
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
     * @param sending sends a greeting to the other end, or loses it
     */
    LinkEndpoint(ProcessId self, ProcessId other, Consumer<LinkHandshake> sending) {
        this.self = self;
        this.other = other;
        this.sending = sending;
    }

    /** The life of the link that both ends have agreed on, as this end names it, while there is one. */
    Optional<LinkIncarnation> session() {
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
        greet();
    }

    /** Says again what may have been lost. */
    void remind() {
        if (wanted && !open) {
            greet();
        }
    }

    /** Hears a greeting of the other end. */
    void hear(LinkHandshake greeting) {
        hear(greeting.session().seenBack(), greeting.stance());
    }

    /** Whether a message that was sent in this life of the link, as the other end names it, belongs to the one that this end has. */
    boolean accepts(LinkIncarnation sent) {
        // It says what a greeting says, and may have overtaken it.
        hear(sent.seenBack(), Stance.OPEN);
        return session().filter(sent.seenBack()::equals).isPresent();
    }

    private void hear(LinkIncarnation said, Stance stance) {
        if (said.recipient() < theirs) {
            return;
        }
        if (said.recipient() > theirs) {
            if (open) {
                close();
            }
            theirs = said.recipient();
        }
        if (!wanted || stance == Stance.CLOSED) {
            return;
        }
        if (!open && said.sender() == mine) {
            open = true;
            greet();
        } else if (stance == Stance.OPENING) {
            greet();
        }
    }

    private void close() {
        open = false;
        mine++;
    }

    private void greet() {
        Stance stance = !wanted ? Stance.CLOSED : open ? Stance.OPEN : Stance.OPENING;
        sending.accept(new LinkHandshake(self, other, new LinkIncarnation(mine, theirs), stance));
    }
}
