package symposium.checker.model;

/** The verdict on a property. */
public enum Verdict {
    /** Holds in every state and execution of the model. */
    HOLDS,
    /** Violated; a counterexample shows it. */
    VIOLATED,
    /** Holds as far as explored, but the exploration was incomplete. */
    UNDECIDED;

    /** The word in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
