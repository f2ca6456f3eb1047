package symposium.election.peterson;

import symposium.kernel.Rule;

/** What a process does; the labels are of the house: a when active, r when a relay, n on the news. */
public enum PetersonRule implements Rule {
    /** A decision to initiate. */
    INITIATE("i.0"),
    /** The same by a process that takes part already. */
    INITIATED_BEFORE("i.1"),
    /** The same by a process that knows the leader. */
    KNOWN("i.2"),
    /** A number finds the process asleep: it takes part, then does as a.1. */
    WOKEN("a.0"),
    /** The first number of a phase, ntid: the greater of it and tid goes on. */
    NEIGHBOUR("a.1"),
    /** The second number of a phase, nntid, and ntid &gt;= max(tid, nntid): it takes ntid, and begins another phase. */
    STAYS("a.2"),
    /** The second number of a phase, and ntid is less: a relay from now on. */
    DEFEATED("a.3"),
    /** A number at a relay. */
    RELAYED("r.0"),
    /** The own number, at a relay or not: elected. */
    WON("r.1"),
    /** A number where the leader is known: of no use any more. */
    LATE("r.2"),
    /** The news of the election. */
    TOLD("n.0"),
    /** The news comes back to the leader. */
    RETURNED("n.1");

    private final String label;

    PetersonRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
