package symposium.kernel.problem;

/** Thrown if a quotient identifies states that behave differently, so that an exploration with it decides nothing. */
public final class UnsoundQuotient extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** @param why the states that the quotient identifies, and how they differ */
    public UnsoundQuotient(String why) {
        super(why);
    }
}
