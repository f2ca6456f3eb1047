package symposium.kernel;

/** Something has happened that a law says cannot happen. */
public final class InvariantViolation extends RuntimeException {

    private final String invariant;

    /**
     * @param invariant the law that does not hold
     * @param what what happened instead
     */
    public InvariantViolation(String invariant, String what) {
        super("refuted: \"" + invariant + "\"; " + what);
        this.invariant = invariant;
    }

    /** The law that does not hold. */
    public String invariant() {
        return invariant;
    }
}
