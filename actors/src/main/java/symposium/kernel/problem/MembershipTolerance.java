package symposium.kernel.problem;

/** The changes of the membership that an algorithm tolerates. */
public enum MembershipTolerance {
    /** No change: the membership is static. */
    NO_CHANGE,
    /**
     * Departures: all processes are present at the start, some may crash, and the others are notified. A departed
     * process does not return.
     */
    DEPARTURES,
    /** Any change: processes join and leave, links fail and recover, and the affected processes are notified. */
    ANY_CHANGE
}
