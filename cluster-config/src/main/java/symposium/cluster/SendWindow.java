package symposium.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;
import symposium.cluster.wire.LinkIncarnation;
import symposium.cluster.wire.WireMessage.Ack;
import symposium.cluster.wire.WireMessage.Envelope;

/**
 * What has been sent to one process and may not have arrived. Messages are numbered in each incarnation of the link, from 1, and are kept until the
 * other end has said that it has them; so what the network loses can be sent again, for as long as that incarnation lasts.
 */
final class SendWindow {

    private final Deque<Envelope> unacknowledged = new ArrayDeque<>();
    private LinkIncarnation incarnation = LinkIncarnation.NONE;
    private long last;
    private long seen;
    private long seenBefore;

    /**
     * Keeps the next message of this incarnation of the link; what was sent in another is lost with it.
     *
     * @param numbered the message, with its number
     */
    Envelope add(LinkIncarnation current, LongFunction<Envelope> numbered) {
        if (!current.equals(incarnation)) {
            incarnation = current;
            last = 0;
            unacknowledged.clear();
            restartWait();
        }
        last++;
        Envelope envelope = numbered.apply(last);
        unacknowledged.addLast(envelope);
        return envelope;
    }

    /** Forgets what the other end acknowledges. */
    void hear(Ack ack) {
        if (ack.incarnation().seenBack().equals(incarnation)) {
            while (!unacknowledged.isEmpty() && unacknowledged.getFirst().number() <= ack.upTo()) {
                unacknowledged.removeFirst();
            }
        }
    }

    /**
     * What is to be sent again, in order: everything, if something had not been confirmed at the last two looks either. The other end takes
     * messages in order only, so what follows one that is lost is lost, too. It confirms at intervals like these, so one is too short.
     *
     * @param current the incarnation that the link has now; of another nothing is sent again
     */
    List<Envelope> overdue(LinkIncarnation current) {
        if (unacknowledged.isEmpty()
                || unacknowledged.getFirst().number() > seenBefore
                || !current.equals(incarnation)) {
            seenBefore = seen;
            seen = last;
            return List.of();
        }
        restartWait();
        return List.copyOf(unacknowledged);
    }

    private void restartWait() {
        seen = 0;
        seenBefore = 0;
    }

    /** Whether everything that was sent in this incarnation of the link has arrived. */
    boolean settled(LinkIncarnation current) {
        return unacknowledged.isEmpty() || !current.equals(incarnation);
    }
}
