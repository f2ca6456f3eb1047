package symposium.cluster.guest;

import akka.actor.typed.ActorRef;
import java.util.Optional;
import symposium.links.Frame;
import symposium.links.LinkEnd;
import symposium.links.LinkIncarnation;

/**
 * One end of the link between a member without the role and the node that hosts its requests: what either says arrives
 * once and in order as long as the link has not ended, although the transport loses messages. It carries out
 * {@link LinkEnd}.
 */
public final class GuestLink {

    /** What an end is told of its link. */
    public interface Listener {

        /** There is a link, on which nothing has been said. */
        void opened();

        /** What has been said on the link and not delivered is lost. */
        void ended();

        void delivered(GuestMessage message);
    }

    /** After so many reminders what is not acknowledged is sent again. The other end acknowledges at its next one. */
    private static final int PATIENCE = 5;

    /** An end counts how often it has opened its link: less often than this power of two. */
    private static final int MOST_OPENINGS = 32;

    private final ActorRef<GuestFrame> self;
    private final ActorRef<GuestFrame> other;
    private final Listener listener;
    private LinkEnd<GuestMessage> end;

    /**
     * @param ends how many ends of such links this actor has had before: the other end may know one of them
     * @param self takes the frames of the other end
     * @param other where the other end takes those of this one
     */
    public GuestLink(int ends, ActorRef<GuestFrame> self, ActorRef<GuestFrame> other, Listener listener) {
        this.end = LinkEnd.<GuestMessage>unwanted().withMine(1 + ((long) ends << MOST_OPENINGS));
        this.self = self;
        this.other = other;
        this.listener = listener;
    }

    /** From now on this end wants the link, or does not, which ends it. */
    public void want(boolean wants) {
        carryOut(end.want(wants));
    }

    public boolean isOpen() {
        return end.open();
    }

    /** Says something on the link, which is open. */
    public void say(GuestMessage message) {
        carryOut(end.send(end.incarnation().orElseThrow(), message));
    }

    public void receive(Frame<GuestMessage> frame) {
        carryOut(end.receive(frame));
    }

    /** Some time has passed: the other end is told what it may not have heard. */
    public void remind() {
        carryOut(end.acknowledge());
        carryOut(end.resend(PATIENCE));
    }

    /** Whether {@link #remind} would say nothing. */
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
