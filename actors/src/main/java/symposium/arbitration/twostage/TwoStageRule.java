package symposium.arbitration.twostage;

import symposium.kernel.Rule;

/** What a philosopher does: T0, T1 and T2 of section 5, and what it takes to make the T0's of neighbours exclude each other. */
public enum TwoStageRule implements Rule {
    /** Wants to be tabled: grabs what lies here, and asks for the first fork that does not. */
    WANT("w.ask"),
    /** Wants to be tabled, and grabs every fork here: T0; some neighbours are tabled. */
    WANT_T0("T0 at once"),
    /** The same, without an outgoing arrow: T0 and T1. */
    WANT_T0_T1("T0 T1 at once"),
    /** Comes to own a fork, and is ready for another. */
    OWN("w.own"),
    /** Comes to own the last fork: T0; some neighbours are tabled. */
    T0("T0"),
    /** The same, without an outgoing arrow: T0 and T1. */
    T0_T1("T0 T1"),
    /** Hands over a fork that it does not own. */
    YIELD("w.yield"),
    /** Is asked for a fork that it owns, or that is on its way here. */
    BLOCK("w.block"),
    /** A neighbour has made a fork undirected; others are directed still, or there is no meal in sight. */
    UNDIRECTED("u.one"),
    /** The last outgoing arrow has disappeared: T1. */
    T1("T1"),
    /** T2: makes all its forks undirected. */
    T2("T2"),
    /** A neighbour has departed. */
    DEPARTED("d.departed"),
    /** A neighbour has departed whose fork was the last that was missing: T0. */
    DEPARTED_T0("d.T0"),
    /** The same, without an outgoing arrow: T0 and T1. */
    DEPARTED_T0_T1("d.T0 T1"),
    /** A neighbour has departed to which the last outgoing arrow led: T1. */
    DEPARTED_T1("d.T1"),
    /** Is cut off from neighbours that have not departed: it does not eat any more. */
    CUT_OFF("d.cut-off"),
    /** Is cut off while it eats. */
    LOST("d.lost"),
    /** Wants to be tabled when it is cut off. */
    WANT_CUT_OFF("d.want"),
    /** Completes a meal that it has been told is lost. */
    FINISH_LOST("d.finish"),
    /** Hears from one who is no neighbour any more. */
    LATE("d.late");

    private final String label;

    TwoStageRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
