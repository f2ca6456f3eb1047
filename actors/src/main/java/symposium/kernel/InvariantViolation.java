package symposium.kernel;

/** Something has happened that a law says cannot happen. */
public final class InvariantViolation extends RuntimeException {

    private final String law;

    /**
     * @param law the law that does not hold
     * @param what what happened instead
     */
    public InvariantViolation(String law, String what) {
        super("refuted: \"" + law + "\"; " + what);
        this.law = law;
    }

    /** The law that does not hold. */
    public String law() {
        return law;
    }
}
