package symposium.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;
import symposium.cluster.wire.Ack;
import symposium.cluster.wire.Envelope;
import symposium.cluster.wire.LinkIncarnation;

/**
 * What has been sent to one process and may not have arrived. Messages are numbered in each life of the link, from 1, and are kept until the
 * other end has said that it has them; so what the network loses can be sent again, for as long as that life lasts.
 *
 * <p>The process adds to it on its thread, the host looks after it on another.
 */
final class SendWindow {

    private final Deque<Envelope> unconfirmed = new ArrayDeque<>();
    private LinkIncarnation life = LinkIncarnation.NONE;
    private long last;
    private long seen;
    private long seenBefore;

    /**
     * Keeps the next message of this life of the link; what was sent in another is lost with it.
     *
     * @param numbered the message, with its number
     */
    synchronized Envelope add(LinkIncarnation session, LongFunction<Envelope> numbered) {
        if (!session.equals(life)) {
            life = session;
            last = 0;
            unconfirmed.clear();
            waitAnew();
        }
        last++;
        Envelope envelope = numbered.apply(last);
        unconfirmed.addLast(envelope);
        return envelope;
    }

    /** The other end has what it says. */
    synchronized void hear(Ack receipt) {
        if (receipt.session().seenBack().equals(life)) {
            while (!unconfirmed.isEmpty() && unconfirmed.getFirst().number() <= receipt.upTo()) {
                unconfirmed.removeFirst();
            }
        }
    }

    /**
     * What is to be sent again, in order: everything, if something had not been confirmed at the last two looks either. The other end takes
     * messages in order only, so what follows one that is lost is lost, too. It confirms at intervals like these, so one is too short.
     *
     * @param current the life that the link has now; of another nothing is sent again
     */
    synchronized List<Envelope> overdue(LinkIncarnation current) {
        if (unconfirmed.isEmpty() || unconfirmed.getFirst().number() > seenBefore || !current.equals(life)) {
            seenBefore = seen;
            seen = last;
            return List.of();
        }
        waitAnew();
        return List.copyOf(unconfirmed);
    }

    private void waitAnew() {
        seen = 0;
        seenBefore = 0;
    }

    /** Whether everything that was sent in this life of the link has arrived. */
    synchronized boolean settled(LinkIncarnation current) {
        return unconfirmed.isEmpty() || !current.equals(life);
    }
}
