package symposium.cluster;

import symposium.cluster.wire.LinkIncarnation;

/** Which messages of one process have been taken: in each life of the link each once, and in the order in which they were sent. */
final class ReceiveWindow {

    private LinkIncarnation life = LinkIncarnation.NONE;
    private long taken;
    private boolean unconfirmed;

    /** Whether this is the next message of this life of the link; if so, it is taken. Any other comes again, or has been taken before. */
    boolean takes(LinkIncarnation session, long number) {
        if (!session.equals(life)) {
            life = session;
            taken = 0;
        }
        unconfirmed = true;
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

    /** The life of the link that is spoken of, as its sender names it. */
    LinkIncarnation life() {
        return life;
    }

    /** Whether something has come since this was asked last, so that its sender is to be told what has been taken. */
    boolean owesReceipt() {
        boolean owes = unconfirmed;
        unconfirmed = false;
        return owes;
    }
}
