package symposium.election.lelann;

import symposium.kernel.Rule;

/** What a process does; the labels are of the house: i on initiation, c on a candidate, e on the news. */
public enum LeLannRule implements Rule {
    /** A decision to initiate: a candidate from now on. */
    INITIATE("i.0"),
    /** The same by a process that takes part already, as a candidate or not. */
    INITIATED_BEFORE("i.1"),
    /** The same by a process that knows the leader. */
    KNOWN("i.2"),
    /** The first candidate passes, before any own decision: no candidate from now on. */
    JOINED("c.0"),
    /** A candidate passes a process that is none. */
    PASSED("c.1"),
    /** A candidate passes another. */
    NOTED("c.2"),
    /** The own candidature is back, and a greater one has passed. */
    LOST("c.3"),
    /** The own candidature is back, and no greater one has passed. */
    WON("c.4"),
    /** Another is elected. */
    TOLD("e.0"),
    /** The news of the own election comes back. */
    RETURNED("e.1");

    private final String label;

    LeLannRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
