package symposium.kernel.problem;

/** Which changes of the membership an algorithm tolerates. */
public enum MembershipTolerance {
    /** None: the membership is fixed. */
    NO_CHANGE,
    /**
     * All processes are present at the start; some may crash, and the others are notified. A departed process does not
     * return.
     */
    DEPARTURES,
    /** Processes join and leave, links fail and recover, and the affected processes are notified. */
    ANY_CHANGE
}
