package symposium.arbitration.chandymisra;

import symposium.kernel.Rule;

/** The guarded commands of the hygienic solution (R1 to R4), with what becomes of departures. */
public enum ChandyMisraRule implements Rule {
    /** Becomes hungry, and asks for every fork that is missing (R1). */
    HUNGRY("R1"),
    /** Becomes hungry with all forks here, and eats. */
    HUNGRY_EATS("R1 eats"),
    /** Sends a dirty fork that is asked for, cleaned (R2). */
    SEND("R2"),
    /** The same while hungry: asks for it back (R2, R1). */
    SEND_ASK("R2 R1"),
    /** Keeps a clean fork, or one in use, that is asked for (R3). */
    KEEP("R3"),
    /** Receives a fork (R4). */
    RECEIVE("R4"),
    /** Receives the last fork, and eats. */
    RECEIVE_EATS("R4 eats"),
    /** Completes a meal: forks are dirty, and those asked for go. */
    DONE("R2 done"),
    /** A neighbour has departed, and its fork with it. */
    DEPARTED("d.departed"),
    /** The same, and nothing but that fork was missing: eats. */
    DEPARTED_EATS("d.eats"),
    /** Is cut off from neighbours that have not departed. */
    CUT_OFF("d.cut-off"),
    /** Is cut off while it eats. */
    LOST("d.lost"),
    /** Becomes hungry when it is cut off. */
    HUNGRY_CUT_OFF("d.hungry"),
    /** Completes a meal that it has been told is lost. */
    DONE_LOST("d.done"),
    /** Hears from one who is no neighbour any more. */
    LATE("d.late");

    private final String label;

    ChandyMisraRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
