package symposium.arbitration;

/** What a user asks of its philosopher. */
public enum DiningInput {
    /** To eat. */
    HUNGRY,
    /** To think again, the meal being completed. */
    SATED
}
