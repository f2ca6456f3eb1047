package symposium.kernel;

/** An event contradicts an invariant. */
public final class InvariantViolation extends RuntimeException {

    private final String invariant;

    /**
     * @param invariant the name of the violated invariant
     * @param what the event that violates it
     */
    public InvariantViolation(String invariant, String what) {
        super("refuted: \"" + invariant + "\"; " + what);
        this.invariant = invariant;
    }

    /** The name of the violated invariant. */
    public String invariant() {
        return invariant;
    }
}
