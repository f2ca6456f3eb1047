package symposium.mutex.helaryplouzeauraynal.changingnetwork;

/** A statement that section 7, read as printed, does not have. */
enum Omission {
    /** "Broadcasts complete normally": after a failure no process broadcasts again. */
    ALARM,
    /** A node without an exit keeps the token for its addressee. */
    NEW_ADDRESSEE,
    /** A new addressee is computed among the others' requests only, not the node's own. */
    OWN_REQUEST,
    /** Line (A) is run by a handler that waits itself. */
    WAITING_HANDLER,
    /** On recovery no process broadcasts again. */
    RECOVERY,
    /** A majority is enough: the initiator does not wait for all that have not departed. */
    EVERYONE,
    /** A process that has promised a higher epoch takes a lower token all the same. */
    EPOCHS,
    /** The new token does not know which requests are satisfied. */
    LUD,
    /** A process in the critical section reports at once. */
    CRITICAL,
    /** Requests of the departed stay open. */
    CLOSED,
    /** An idle holder leaves without handing over. */
    HANDOVER,
    /** No process looks for a token that may have gone with a departed process. */
    CENSUS
}
