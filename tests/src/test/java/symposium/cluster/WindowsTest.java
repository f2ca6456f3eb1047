package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import symposium.cluster.wire.LinkIncarnation;
import symposium.cluster.wire.WireMessage;
import symposium.cluster.wire.WireMessage.Ack;
import symposium.cluster.wire.WireMessage.Envelope;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;

/** An sender, the receiver at the other end, and a network between them that loses, doubles and reorders what they say. */
class WindowsTest {

    private static final ProcessId SENDER = ProcessId.of(1);
    private static final ProcessId RECIPIENT = ProcessId.of(2);

    private final SendWindow sender = new SendWindow();
    private final ReceiveWindow receiver = new ReceiveWindow();
    private final List<WireMessage> network = new ArrayList<>();
    private final List<Integer> taken = new ArrayList<>();
    private LinkIncarnation life = LinkIncarnation.NONE;
    private int sent;

    @Test
    void whatIsConfirmedIsNotSentAgain() {
        send();
        deliverAll();
        confirm();
        deliverAll();
        look();
        look();
        look();
        assertEquals(List.of(), network);
        assertTrue(sender.settled(life));
    }

    @Test
    void whatIsLostIsSentAgainWithAllThatFollowedIt() {
        send();
        network.clear();
        send();
        deliverAll();
        assertEquals(List.of(), taken, "the second does not come before the first");
        look();
        look();
        assertEquals(List.of(), network, "there has been hardly time to confirm it");
        look();
        deliverAll();
        assertEquals(List.of(1, 2), taken);
        assertFalse(sender.settled(life), "nobody has said so");
    }

    @Test
    void aReceiptThatIsLostIsMadeGoodByTheMessageThatComesAgain() {
        send();
        deliverAll();
        confirm();
        network.clear();
        look();
        look();
        look();
        deliverAll();
        confirm();
        deliverAll();
        assertEquals(List.of(1), taken);
        assertTrue(sender.settled(life));
    }

    @Test
    void whatWasSentInALifeOfTheLinkThatIsOverIsNotSentAgain() {
        send();
        network.clear();
        life = new LinkIncarnation(1, 1);
        look();
        look();
        look();
        assertEquals(List.of(), network);
        assertTrue(sender.settled(life), "it is lost with the link");
        send();
        deliverAll();
        assertEquals(List.of(2), taken);
    }

    @RepeatedTest(200)
    void eachLifeOfALinkTakesEachMessageOnceAndInOrderAndTheLastTakesAll(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        String replay = "seed " + seed;
        Random random = new Random(seed);
        int firstOfLife = 1;
        for (int step = 0; step < 3000; step++) {
            int what = random.nextInt(200);
            if (what == 0) {
                life = new LinkIncarnation(life.sender() + 1, life.recipient() + 1);
                firstOfLife = sent + 1;
                taken.clear();
            } else if (what < 50) {
                send();
            } else if (what < 60) {
                look();
            } else if (what < 70) {
                confirm();
            } else if (!network.isEmpty()) {
                int which = random.nextInt(3) > 0 ? 0 : random.nextInt(network.size());
                WireMessage letter = what < 80 ? network.get(which) : network.remove(which);
                if (what < 180) {
                    hear(letter);
                }
            }
            for (int place = 0; place < taken.size(); place++) {
                assertEquals(firstOfLife + place, taken.get(place), replay);
            }
        }
        for (int round = 0; !sender.settled(life); round++) {
            assertTrue(round < 10, "what is sent again and again arrives; " + replay);
            look();
            deliverAll();
            confirm();
            deliverAll();
        }
        assertEquals(sent - firstOfLife + 1, taken.size(), replay);
    }

    private void send() {
        int message = ++sent;
        network.add(
                sender.add(life, number -> new Envelope("any", SENDER, RECIPIENT, Side.NONE, life, number, message)));
    }

    private void look() {
        network.addAll(sender.overdue(life));
    }

    private void confirm() {
        if (receiver.owesAck()) {
            network.add(new Ack(RECIPIENT, SENDER, receiver.incarnation().seenBack(), receiver.taken()));
        }
    }

    private void deliverAll() {
        List<WireMessage> letters = List.copyOf(network);
        network.clear();
        letters.forEach(this::hear);
    }

    /** What belongs to a life of the link that is over does not get as far as the receiver: see {@link LinkEndpointTest}. */
    private void hear(WireMessage letter) {
        if (letter instanceof Ack receipt) {
            sender.hear(receipt);
        } else if (letter instanceof Envelope envelope
                && envelope.incarnation().equals(life)
                && receiver.takes(envelope.incarnation(), envelope.number())) {
            taken.add((Integer) envelope.message());
        }
    }
}
