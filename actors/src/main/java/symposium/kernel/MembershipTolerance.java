package symposium.kernel;

/** Which changes of the membership an algorithm stands. */
public enum MembershipTolerance {
    /** None: all processes are there from the start to the end. */
    NO_CHANGE,
    /** All are there at the start; some may crash, and the others are told. Who has departed does not come back. */
    DEPARTURES,
    /** Processes come and go, links fail and recover, and those concerned are told. */
    ANY_CHANGE
}
