package symposium.arbitration;

/** What a user asks of its philosopher. */
public enum Appetite {
    /** To eat. */
    HUNGRY,
    /** To think again, the meal being completed. */
    SATED
}
