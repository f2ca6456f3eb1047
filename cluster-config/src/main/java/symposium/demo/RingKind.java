package symposium.demo;

import java.util.Optional;
import symposium.kernel.Carrier;
import symposium.mutex.ewd851.Ewd851;
import symposium.ring.RingMessage;

/** What a message between the processes of a ring is for. */
enum RingKind {
    /** Calls the token. */
    SIGNAL,
    /** The right to eat. */
    TOKEN,
    /** Watches over the token. */
    PONG,
    /** Looks for tokens after both may have been lost. */
    ELECTION;

    /** What this message is for, if it is known. */
    static Optional<RingKind> of(Object sent) {
        Object message = Carrier.innermost(sent);
        if (message instanceof RingMessage.Signal || message instanceof Ewd851.Signal) {
            return Optional.of(SIGNAL);
        }
        if (message instanceof RingMessage.Ping || message instanceof Ewd851.Token) {
            return Optional.of(TOKEN);
        }
        if (message instanceof RingMessage.Pong) {
            return Optional.of(PONG);
        }
        return message instanceof RingMessage.Ballot || message instanceof RingMessage.Census
                ? Optional.of(ELECTION)
                : Optional.empty();
    }
}
