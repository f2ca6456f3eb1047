package symposium.mutex.helaryplouzeauraynal.enhanced;

import java.util.EnumSet;
import java.util.Set;

/**
 * What a reading of section 7 leaves out.
 *
 * @param all each of them
 */
record Omissions(Set<Omission> all) {

    /** A statement that section 7, read as printed, does not have. */
    enum Omission {
        /** "Broadcasts complete normally": after a failure nobody broadcasts again. */
        ALARM,
        /** A node without an exit keeps the token for its addressee. */
        NEW_ADDRESSEE,
        /** A new addressee is computed among the others' requests only, not the node's own. */
        OWN_REQUEST,
        /** Line (A) is run by a handler that waits itself. */
        WAITING_HANDLER,
        /** On recovery nobody broadcasts again. */
        RECOVERY,
        /** A majority is enough: the initiator does not wait for all who have not departed. */
        EVERYONE,
        /** Whoever has promised a higher epoch takes a lower token all the same. */
        EPOCHS,
        /** The new token does not know who is satisfied. */
        LUD,
        /** A process in the critical section reports at once. */
        CRITICAL,
        /** Requests of the departed stay open. */
        CLOSED,
        /** An idle holder leaves without handing over, and nobody looks for the token. */
        HANDOVER,
        /** Nobody looks for a token that may have gone with a departed process. */
        CENSUS
    }

    static final Omissions NONE = new Omissions(EnumSet.noneOf(Omission.class));

    static Omissions of(Omission first, Omission... others) {
        return new Omissions(EnumSet.of(first, others));
    }

    boolean has(Omission omission) {
        return all.contains(omission);
    }
}
