package symposium.links;

import static symposium.links.LinkRule.ACKNOWLEDGE;
import static symposium.links.LinkRule.ACK_AGAIN;
import static symposium.links.LinkRule.ACK_NEW;
import static symposium.links.LinkRule.ACK_STALE;
import static symposium.links.LinkRule.DATA_AGAIN;
import static symposium.links.LinkRule.DATA_BEGINS;
import static symposium.links.LinkRule.DATA_GAP;
import static symposium.links.LinkRule.DATA_NEXT;
import static symposium.links.LinkRule.DATA_STALE;
import static symposium.links.LinkRule.ENDS;
import static symposium.links.LinkRule.HANDSHAKE_ANSWERED;
import static symposium.links.LinkRule.HANDSHAKE_BEGINS;
import static symposium.links.LinkRule.HANDSHAKE_CLOSED;
import static symposium.links.LinkRule.HANDSHAKE_HEARD;
import static symposium.links.LinkRule.HANDSHAKE_STALE;
import static symposium.links.LinkRule.REMIND;
import static symposium.links.LinkRule.RESEND;
import static symposium.links.LinkRule.RESEND_LATER;
import static symposium.links.LinkRule.SEND;
import static symposium.links.LinkRule.SEND_LATE;
import static symposium.links.LinkRule.UNWANT;
import static symposium.links.LinkRule.WANT;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import symposium.links.Frame.Ack;
import symposium.links.Frame.Data;
import symposium.links.Frame.Handshake;

/**
 * One end of a link: messages arrive once and in order, over a network that loses, duplicates and reorders.
 *
 * <p>Messages are numbered in each incarnation of the link, from 1, and kept until the other end has acknowledged them.
 * The other end takes them in the order of their numbers only; so what follows a lost message is lost, too, and all
 * that is kept is sent again.
 *
 * <p>A link that {@linkplain #lasting lasts} has one incarnation. The two ends of any other agree on each incarnation
 * before it begins:
 *
 * <ul>
 *   <li>an end counts how often it has opened the link, and opens it again with the next number;
 *   <li>it has the link once both ends have named each other's number: the two numbers name the incarnation;
 *   <li>an end that hears of a later number than the one it knows ends its own incarnation of the link first;
 *   <li>an end that wants the link and does not have it says so again and again; an end that does not want it any more
 *       says so again until the other end has named its number.
 * </ul>
 *
 * So no message of one incarnation is taken for one of another, and an end sees one incarnation end before the next
 * begins.
 *
 * @param mine how often this end has opened the link
 * @param theirs how often the other end has, as far as this end has heard
 * @param wanted whether this end wants the link
 * @param open whether this end has the link
 * @param closing whether the other end may not have heard that this end does not want the link any more
 * @param sent the number of messages sent in this incarnation
 * @param unacknowledged the last of these, which the other end has not acknowledged
 * @param waited how often they could have been sent again since the other end has acknowledged any
 * @param taken the number of messages taken in this incarnation
 * @param owesAck whether a message has arrived since the last acknowledgement
 * @param <M> the messages that the link carries
 */
@RecordBuilder
public record LinkEnd<M>(
        long mine,
        long theirs,
        boolean wanted,
        boolean open,
        boolean closing,
        long sent,
        List<M> unacknowledged,
        int waited,
        long taken,
        boolean owesAck)
        implements LinkEndBuilder.With<M> {

    /**
     * What an end does on one event.
     *
     * @param rule the rule
     * @param next the end after it
     * @param frames what it sends to the other end, in order
     * @param delivered the message that it delivers, if any
     * @param <M> the messages that the link carries
     */
    public record LinkStep<M>(LinkRule rule, LinkEnd<M> next, List<Frame<M>> frames, Optional<M> delivered) {}

    public LinkEnd {
        unacknowledged = Backlog.of(unacknowledged);
    }

    /** An end of a link with one incarnation, {@link LinkIncarnation#NONE}, which has begun. */
    public static <M> LinkEnd<M> lasting() {
        return new LinkEnd<>(0, 0, true, true, false, 0, List.of(), 0, 0, false);
    }

    /** An end of a link that fails and recovers; it does not want the link yet. */
    public static <M> LinkEnd<M> unwanted() {
        return new LinkEnd<>(1, 0, false, false, false, 0, List.of(), 0, 0, false);
    }

    /** The incarnation of the link that this end has, as it names it, while it has one. */
    public Optional<LinkIncarnation> incarnation() {
        return open ? Optional.of(named()) : Optional.empty();
    }

    /** Whether this end has something to say again until the other end hears it. */
    public boolean insists() {
        return open ? !unacknowledged.isEmpty() : wanted || closing;
    }

    // --- the process

    /** From now on this end wants the link, or does not. */
    public LinkStep<M> want(boolean wants) {
        if (wants == wanted) {
            return step(wants ? WANT : UNWANT);
        }
        return wants
                ? with(end -> end.wanted(true).closing(false)).saying(WANT)
                : ended().with(end -> end.wanted(false).closing(theirs > 0)).saying(UNWANT);
    }

    /**
     * Sends a message.
     *
     * @param in the incarnation in which the process sends it: the last of which it has been told
     */
    public LinkStep<M> send(LinkIncarnation in, M message) {
        if (!has(in)) {
            return step(SEND_LATE);
        }
        List<M> kept = Backlog.of(unacknowledged).with(message);
        return with(end -> end.sent(sent + 1).unacknowledged(kept)).step(SEND, new Data<>(in, sent + 1, message));
    }

    // --- the other end

    /** A frame of the other end has come. */
    public LinkStep<M> receive(Frame<M> frame) {
        LinkIncarnation said = frame.incarnation().seenBack();
        boolean stale = said.recipient() < theirs;
        if (frame instanceof Data<M> data) {
            return stale ? step(DATA_STALE) : hear(said, true).onData(said, data, this);
        }
        if (frame instanceof Ack<M> ack) {
            return stale ? step(ACK_STALE) : hear(said, false).onAck(said, ack.upTo(), this);
        }
        LinkState state = ((Handshake<M>) frame).state();
        return stale
                ? step(HANDSHAKE_STALE)
                : hear(said, state != LinkState.CLOSED).onHandshake(state, this);
    }

    /**
     * Every frame says the two numbers; it may have overtaken the handshake.
     *
     * @param opens whether the sender wants the link
     */
    private LinkEnd<M> hear(LinkIncarnation said, boolean opens) {
        LinkEnd<M> next = this;
        if (said.recipient() > theirs) {
            next = (open ? ended() : this).withTheirs(said.recipient());
        }
        if (said.sender() != next.mine) {
            return next;
        }
        return next.withClosing(false).withOpen(next.open || opens && wanted);
    }

    private LinkStep<M> onData(LinkIncarnation said, Data<M> data, LinkEnd<M> before) {
        if (!has(said)) {
            return step(before.open && !open ? ENDS : DATA_STALE);
        }
        boolean begins = !before.open;
        LinkEnd<M> owing = withOwesAck(true);
        LinkStep<M> step;
        if (data.number() == taken + 1) {
            step = new LinkStep<>(DATA_NEXT, owing.withTaken(taken + 1), List.of(), Optional.of(data.message()));
        } else {
            step = owing.step(data.number() <= taken ? DATA_AGAIN : DATA_GAP);
        }
        return begins ? new LinkStep<>(DATA_BEGINS, step.next(), List.of(handshake()), step.delivered()) : step;
    }

    private LinkStep<M> onAck(LinkIncarnation said, long upTo, LinkEnd<M> before) {
        if (!has(said)) {
            return step(before.open && !open ? ENDS : ACK_STALE);
        }
        long news = Math.min(upTo, sent) - (sent - unacknowledged.size());
        if (news <= 0) {
            return step(ACK_AGAIN);
        }
        List<M> kept = Backlog.of(unacknowledged).without((int) news);
        return with(end -> end.unacknowledged(kept).waited(0)).step(ACK_NEW);
    }

    private LinkStep<M> onHandshake(LinkState state, LinkEnd<M> before) {
        boolean ends = before.open && !open;
        if (state == LinkState.CLOSED) {
            return step(ends ? ENDS : HANDSHAKE_CLOSED, new Ack<>(named(), taken));
        }
        if (open && !before.open) {
            return saying(HANDSHAKE_BEGINS);
        }
        if (state == LinkState.OPENING && wanted) {
            return saying(ends ? ENDS : HANDSHAKE_ANSWERED);
        }
        return step(ends ? ENDS : HANDSHAKE_HEARD);
    }

    // --- the time

    /** The other end is to be told what has been taken. */
    public LinkStep<M> acknowledge() {
        return owesAck ? withOwesAck(false).step(ACKNOWLEDGE, new Ack<>(named(), taken)) : step(ACKNOWLEDGE);
    }

    /**
     * What the other end has not heard may be lost, and is said again.
     *
     * @param patience at which call a message that is not acknowledged is sent again; the other end acknowledges after
     *     a while, not at once
     */
    public LinkStep<M> resend(int patience) {
        if (!open || unacknowledged.isEmpty()) {
            return insists() ? saying(REMIND) : step(REMIND);
        }
        if (waited + 1 < patience) {
            return withWaited(waited + 1).step(RESEND_LATER);
        }
        return new LinkStep<>(RESEND, withWaited(0), kept(), Optional.empty());
    }

    /** The messages that are not acknowledged, as they are sent again. */
    List<Frame<M>> kept() {
        List<Frame<M>> kept = new ArrayList<>();
        long number = sent - unacknowledged.size();
        for (M message : unacknowledged) {
            number++;
            kept.add(new Data<>(named(), number, message));
        }
        return kept;
    }

    /** Whether this end takes a message in the end, once all messages before it have come. */
    boolean mayTake(Data<M> data) {
        LinkEnd<M> then = hear(data.incarnation().seenBack(), true);
        return then.has(data.incarnation().seenBack()) && data.number() > then.taken;
    }

    // --- steps

    /** The two numbers, as this end names them. */
    private LinkIncarnation named() {
        return new LinkIncarnation(mine, theirs);
    }

    private boolean has(LinkIncarnation incarnation) {
        return open && named().equals(incarnation);
    }

    /** This end after its incarnation, if it has one, has ended. */
    private LinkEnd<M> ended() {
        return new LinkEnd<>(mine + 1, theirs, wanted, false, closing, 0, List.of(), 0, 0, false);
    }

    private Handshake<M> handshake() {
        LinkState state = !wanted ? LinkState.CLOSED : open ? LinkState.OPEN : LinkState.OPENING;
        return new Handshake<>(named(), state);
    }

    /** A step to this end, which says how it stands. */
    private LinkStep<M> saying(LinkRule rule) {
        return step(rule, handshake());
    }

    private LinkStep<M> step(LinkRule rule) {
        return new LinkStep<>(rule, this, List.of(), Optional.empty());
    }

    private LinkStep<M> step(LinkRule rule, Frame<M> frame) {
        return new LinkStep<>(rule, this, List.of(frame), Optional.empty());
    }
}
