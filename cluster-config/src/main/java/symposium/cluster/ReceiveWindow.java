package symposium.cluster;

import symposium.cluster.wire.LinkIncarnation;

/** Which messages of one process have been taken: in each incarnation of the link each once, and in the order in which they were sent. */
final class ReceiveWindow {

    private LinkIncarnation incarnation = LinkIncarnation.NONE;
    private long taken;
    private boolean unacknowledged;

    /** Whether this is the next message of this incarnation of the link; if so, it is taken. Any other comes again, or has been taken before. */
    boolean takes(LinkIncarnation current, long number) {
        if (!current.equals(incarnation)) {
            incarnation = current;
            taken = 0;
        }
        unacknowledged = true;
        if (number != taken + 1) {
            return false;
        }
        taken++;
        return true;
    }

    /** The number up to which all messages have been taken. */
    long taken() {
        return taken;
    }

    /** The incarnation of the link that is spoken of, as its sender names it. */
    LinkIncarnation incarnation() {
        return incarnation;
    }

    /** Whether something has come since this was asked last, so that its sender is to be told what has been taken. */
    boolean owesAck() {
        boolean owes = unacknowledged;
        unacknowledged = false;
        return owes;
    }
}
