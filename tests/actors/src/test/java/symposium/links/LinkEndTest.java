package symposium.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.links.Frame.Ack;
import symposium.links.Frame.Data;
import symposium.links.LinkEnd.LinkStep;

/** Two ends of a link, step by step, and over a network that loses, duplicates and reorders at random. */
@Tag("fast")
class LinkEndTest {

    private static final LinkIncarnation NONE = LinkIncarnation.NONE;

    /** One end with the frames on their way to it. */
    private static final class Side {
        private LinkEnd<Integer> end;
        private final List<Frame<Integer>> coming = new ArrayList<>();
        private final List<Integer> delivered = new ArrayList<>();
        private LinkRule rule;
        private int incarnations;

        Side(LinkEnd<Integer> end) {
            this.end = end;
        }

        void take(LinkStep<Integer> step, Side peer) {
            if (!end.incarnation().equals(step.next().incarnation())) {
                assertTrue(
                        end.incarnation().isEmpty() || step.next().incarnation().isEmpty(), step.toString());
                if (step.next().open()) {
                    incarnations++;
                    delivered.clear();
                }
            }
            end = step.next();
            rule = step.rule();
            peer.coming.addAll(step.frames());
            step.delivered().ifPresent(delivered::add);
        }

        void want(boolean wants, Side peer) {
            take(end.want(wants), peer);
        }

        void send(int message, Side peer) {
            take(end.send(end.incarnation().orElse(NONE), message), peer);
        }

        void receive(int which, Side peer) {
            take(end.receive(coming.remove(which)), peer);
        }
    }

    private static Side lasting() {
        return new Side(LinkEnd.lasting());
    }

    private static Side unwanted() {
        return new Side(LinkEnd.unwanted());
    }

    private static void settle(Side one, Side other) {
        while (!one.coming.isEmpty() || !other.coming.isEmpty()) {
            Side next = one.coming.isEmpty() ? other : one;
            next.receive(0, next == one ? other : one);
        }
    }

    @Test
    void messagesAreNumberedKeptAndForgottenOnceAcknowledged() {
        Side one = lasting();
        Side other = lasting();
        one.send(7, other);
        one.send(8, other);
        assertEquals(List.of(new Data<>(NONE, 1, 7), new Data<>(NONE, 2, 8)), other.coming);
        assertEquals(List.of(7, 8), one.end.unacknowledged());

        other.receive(1, one);
        assertEquals(LinkRule.DATA_GAP, other.rule);
        other.receive(0, one);
        assertEquals(LinkRule.DATA_NEXT, other.rule);
        assertEquals(List.of(7), other.delivered);
        assertTrue(other.end.owesAck());
        other.take(other.end.acknowledge(), one);
        assertEquals(List.of(new Ack<>(NONE, 1)), one.coming);
        one.receive(0, other);
        assertEquals(List.of(8), one.end.unacknowledged());
        assertTrue(one.end.insists());
    }

    @Test
    void whatIsNotAcknowledgedIsSentAgainAtTheThirdCall() {
        Side one = lasting();
        Side other = lasting();
        one.send(7, other);
        one.send(8, other);
        other.coming.clear();
        one.take(one.end.resend(3), other);
        one.take(one.end.resend(3), other);
        assertEquals(LinkRule.RESEND_LATER, one.rule);
        assertEquals(List.of(), other.coming);
        one.take(one.end.resend(3), other);
        assertEquals(List.of(new Data<>(NONE, 1, 7), new Data<>(NONE, 2, 8)), other.coming);
    }

    @Test
    void whatIsAcknowledgedIsNotSentAgain() {
        Side one = lasting();
        Side other = lasting();
        one.send(7, other);
        settle(one, other);
        other.take(other.end.acknowledge(), one);
        settle(one, other);
        for (int calls = 0; calls < 4; calls++) {
            one.take(one.end.resend(3), other);
        }
        assertEquals(List.of(), other.coming);
        assertFalse(one.end.insists());
    }

    @Test
    void anAcknowledgementThatIsLostIsRepeatedWhenTheMessageComesAgain() {
        Side one = lasting();
        Side other = lasting();
        one.send(7, other);
        settle(one, other);
        other.take(other.end.acknowledge(), one);
        one.coming.clear();
        one.take(one.end.resend(1), other);
        settle(one, other);
        assertEquals(LinkRule.DATA_AGAIN, other.rule);
        other.take(other.end.acknowledge(), one);
        settle(one, other);
        assertEquals(List.of(7), other.delivered);
        assertFalse(one.end.insists());
    }

    @Test
    void anAcknowledgementOfMoreThanWasSentDoesNoHarm() {
        Side one = lasting();
        one.send(7, lasting());
        one.take(one.end.receive(new Ack<>(NONE, 99)), lasting());
        assertFalse(one.end.insists());
        one.send(8, lasting());
        assertEquals(List.of(8), one.end.unacknowledged());
    }

    @Test
    void bothHaveTheLinkOnceBothWantIt() {
        Side one = unwanted();
        Side other = unwanted();
        one.want(true, other);
        settle(one, other);
        assertEquals(Optional.empty(), one.end.incarnation());
        other.want(true, one);
        settle(one, other);
        assertEquals(Optional.of(new LinkIncarnation(1, 1)), one.end.incarnation());
        assertEquals(one.end.incarnation(), other.end.incarnation().map(LinkIncarnation::seenBack));
    }

    @Test
    void aMessageThatOvertakesTheHandshakeBeginsTheIncarnation() {
        Side one = unwanted();
        Side other = unwanted();
        one.want(true, other);
        other.want(true, one);
        one.receive(0, other);
        other.receive(0, one);
        one.receive(0, other);
        one.send(7, other);
        assertTrue(one.end.open());
        assertFalse(other.end.open());
        other.receive(other.coming.size() - 1, one);
        assertEquals(LinkRule.DATA_BEGINS, other.rule);
        assertEquals(List.of(7), other.delivered);
    }

    /** The end that closes says so until the other end has heard; the cluster's first handshake said so once. */
    @Test
    void theEndThatClosesIsHeardThoughItsFirstWordIsLost() {
        Side one = unwanted();
        Side other = unwanted();
        one.want(true, other);
        other.want(true, one);
        settle(one, other);
        one.want(false, other);
        other.coming.clear();
        assertTrue(one.end.insists());
        assertTrue(other.end.open());
        one.take(one.end.resend(1), other);
        other.receive(0, one);
        assertEquals(LinkRule.ENDS, other.rule);
        assertFalse(other.end.open());
        settle(one, other);
        assertFalse(one.end.insists());
    }

    @Test
    void anEndThatOpensTheLinkAgainMakesTheOtherCloseItFirst() {
        Side one = unwanted();
        Side other = unwanted();
        one.want(true, other);
        other.want(true, one);
        settle(one, other);
        LinkIncarnation first = one.end.incarnation().orElseThrow();
        one.send(7, other);
        one.want(false, other);
        Frame<Integer> late = other.coming.get(0);
        other.coming.clear();
        one.want(true, other);
        assertEquals(Optional.of(first.seenBack()), other.end.incarnation(), "it has not heard of it");
        other.receive(0, one);
        assertEquals(Optional.empty(), other.end.incarnation());
        settle(one, other);
        assertTrue(one.end.incarnation().orElseThrow().sender() > first.sender());
        assertEquals(2, other.incarnations);
        other.take(other.end.receive(late), one);
        assertEquals(LinkRule.DATA_STALE, other.rule);
        assertEquals(List.of(), one.end.unacknowledged(), "what was sent in the first incarnation is lost with it");
    }

    @Test
    void aMessageForAnIncarnationThatIsOverIsLostWithIt() {
        Side one = unwanted();
        Side other = unwanted();
        one.want(true, other);
        other.want(true, one);
        settle(one, other);
        LinkIncarnation told = one.end.incarnation().orElseThrow();
        one.want(false, other);
        one.want(true, other);
        settle(one, other);
        assertTrue(one.end.open());
        one.take(one.end.send(told, 7), other);
        assertEquals(LinkRule.SEND_LATE, one.rule);
        assertEquals(List.of(), other.coming);
    }

    @Test
    void anAcknowledgementOfNothingNewDoesNotPostponeTheNextSending() {
        Side one = lasting();
        Side other = lasting();
        one.send(7, other);
        one.take(one.end.resend(3), other);
        one.take(one.end.receive(new Ack<>(NONE, 0)), other);
        assertEquals(LinkRule.ACK_AGAIN, one.rule);
        one.take(one.end.resend(3), other);
        one.take(one.end.resend(3), other);
        assertEquals(LinkRule.RESEND, one.rule);
    }

    @Test
    void everyFrameOfALaterIncarnationEndsTheOwn() {
        LinkIncarnation later = new LinkIncarnation(2, 1);
        List<Frame<Integer>> frames = List.of(
                new Data<>(later, 1, 7),
                new Ack<>(later, 0),
                new Frame.Handshake<>(later, LinkState.OPENING),
                new Frame.Handshake<>(later, LinkState.CLOSED));
        for (Frame<Integer> frame : frames) {
            Side one = unwanted();
            Side other = unwanted();
            one.want(true, other);
            other.want(true, one);
            settle(one, other);
            one.take(one.end.receive(frame), other);
            assertEquals(LinkRule.ENDS, one.rule, frame.toString());
            assertFalse(one.end.open());
            assertEquals(List.of(), one.delivered);
        }
        Side one = unwanted();
        one.take(one.end.receive(frames.get(0)), unwanted());
        assertEquals(LinkRule.DATA_STALE, one.rule, "there is none to end");
        one.take(one.end.receive(frames.get(1)), unwanted());
        assertEquals(LinkRule.ACK_STALE, one.rule);
    }

    @RepeatedTest(300)
    void eachIncarnationDeliversEachMessageOnceAndInOrderAndTheLastDeliversAll(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        String replay = "seed " + seed;
        Random random = new Random(seed);
        Side one = unwanted();
        Side other = unwanted();
        int message = 0;
        for (int step = 0; step < 3000; step++) {
            Side here = random.nextBoolean() ? one : other;
            Side peer = here == one ? other : one;
            int what = random.nextInt(200);
            if (what < 5) {
                here.want(random.nextInt(3) > 0, peer);
            } else if (what < 12) {
                here.take(here.end.resend(3), peer);
            } else if (what < 24) {
                here.take(here.end.acknowledge(), peer);
            } else if (what < 40 && here == one && one.end.open()) {
                one.send(++message, other);
            } else if (!here.coming.isEmpty()) {
                int which = random.nextInt(3) > 0 ? 0 : random.nextInt(here.coming.size());
                if (what < 50) {
                    here.take(here.end.receive(here.coming.get(which)), peer);
                } else if (what < 60) {
                    here.coming.remove(which);
                } else {
                    here.receive(which, peer);
                }
            }
            for (int at = 1; at < other.delivered.size(); at++) {
                assertEquals(other.delivered.get(at - 1) + 1, other.delivered.get(at), replay);
            }
        }
        assertTrue(one.incarnations > 3, replay);
        one.want(true, other);
        other.want(true, one);
        for (int round = 0; one.end.insists() || other.end.insists(); round++) {
            assertTrue(round < 20, "resending stops; " + replay);
            settle(one, other);
            one.take(one.end.resend(1), other);
            other.take(other.end.resend(1), one);
            settle(one, other);
            other.take(other.end.acknowledge(), one);
            settle(one, other);
        }
        assertEquals(one.end.sent(), other.end.taken(), replay);
        assertEquals(one.end.taken(), other.end.sent(), replay);
    }
}
