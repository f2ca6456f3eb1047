package symposium.demo;

import java.util.Optional;
import symposium.ewd851misra.Ewd851Misra;
import symposium.kernel.Carrier;
import symposium.mutex.ewd851.Ewd851;

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
        if (message instanceof Ewd851Misra.Signal || message instanceof Ewd851.Signal) {
            return Optional.of(SIGNAL);
        }
        if (message instanceof Ewd851Misra.Ping || message instanceof Ewd851.Token) {
            return Optional.of(TOKEN);
        }
        if (message instanceof Ewd851Misra.Pong) {
            return Optional.of(PONG);
        }
        return message instanceof Ewd851Misra.Ballot || message instanceof Ewd851Misra.Census
                ? Optional.of(ELECTION)
                : Optional.empty();
    }
}
