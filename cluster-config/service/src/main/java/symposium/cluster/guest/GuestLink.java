package symposium.cluster.guest;

import akka.actor.typed.ActorRef;
import java.util.List;
import java.util.Optional;
import symposium.links.Frame;
import symposium.links.LinkEnd;
import symposium.links.LinkIncarnation;

/**
 * One end of the link between a member without the role and the node that hosts its requests. Messages arrive once and
 * in order until the link ends, although the transport loses some. It carries out {@link LinkEnd}.
 */
public final class GuestLink {

    /** Receives the events of one end. */
    public interface Listener {

        /** A new incarnation of the link has begun. */
        void opened();

        /** The incarnation has ended. Messages that have not been delivered are lost. */
        void ended();

        /** The next message of the other end. */
        void delivered(GuestMessage message);
    }

    /** The number of reminders before a resend. The other end acknowledges at its next reminder. */
    private static final int PATIENCE = 5;

    /** An end opens its link fewer times than this power of two. */
    private static final int MOST_OPENINGS = 32;

    private final ActorRef<GuestFrame> self;
    private final ActorRef<GuestFrame> other;
    private final Listener listener;
    private LinkEnd<GuestMessage> end;
    private boolean abandoned;

    /**
     * One end of a link, which is not wanted yet.
     *
     * @param ends the number of ends that this actor has had before: the other end may know one of them
     * @param self receives the frames of the other end
     * @param other receives the frames of this end
     */
    public GuestLink(int ends, ActorRef<GuestFrame> self, ActorRef<GuestFrame> other, Listener listener) {
        this.end = LinkEnd.<GuestMessage>unwanted().withMine(1 + ((long) ends << MOST_OPENINGS));
        this.self = self;
        this.other = other;
        this.listener = listener;
    }

    /** From now on this end wants the link, or does not, which ends it. */
    public void want(boolean wants) {
        abandoned = false;
        carryOut(end.want(wants));
    }

    /**
     * From now on this end does not want the link. The other end hears of that by the second reminder. Owners here have
     * that time to hear of their losses, before others are granted what the other end frees.
     */
    public void abandon() {
        abandoned = abandoned || isOpen();
        LinkEnd.LinkStep<GuestMessage> step = end.want(false);
        carryOut(new LinkEnd.LinkStep<>(step.rule(), step.next(), List.of(), step.delivered()));
    }

    /** Whether messages can be sent. */
    public boolean isOpen() {
        return end.open();
    }

    /** Sends a message on the link, which must be open. */
    public void send(GuestMessage message) {
        carryOut(end.send(end.incarnation().orElseThrow(), message));
    }

    /** A frame of the other end has arrived. */
    public void receive(Frame<GuestMessage> frame) {
        carryOut(end.receive(frame));
    }

    /** Sends again, after a while, each frame that the other end may have missed. */
    public void remind() {
        if (abandoned) {
            abandoned = false;
            return;
        }
        carryOut(end.acknowledge());
        carryOut(end.resend(PATIENCE));
    }

    /** Whether {@link #remind} would send nothing. */
    public boolean isSilent() {
        return !end.insists() && !end.owesAck();
    }

    private void carryOut(LinkEnd.LinkStep<GuestMessage> step) {
        Optional<LinkIncarnation> before = end.incarnation();
        end = step.next();
        Optional<LinkIncarnation> now = end.incarnation();
        step.frames().forEach(frame -> other.tell(new GuestFrame(self, frame)));
        if (before.isPresent() && !before.equals(now)) {
            listener.ended();
        }
        if (now.isPresent() && !now.equals(before)) {
            listener.opened();
        }
        step.delivered().ifPresent(listener::delivered);
    }
}
