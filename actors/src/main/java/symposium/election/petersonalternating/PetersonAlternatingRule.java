package symposium.election.petersonalternating;

import symposium.kernel.Rule;

/** What a process does; the labels are of the house: o in an odd phase, e in an even one, r when a relay, n on the news. */
public enum PetersonAlternatingRule implements Rule {
    /** A decision to initiate. */
    INITIATE("i.0"),
    /** The same by a process that takes part already. */
    INITIATED_BEFORE("i.1"),
    /** The same by a process that knows the leader. */
    KNOWN("i.2"),
    /** A smaller number finds the process asleep: it takes part, and does as o.0. */
    WOKEN_STAYS("w.0"),
    /** A greater number finds the process asleep: it takes part, and does as o.1. */
    WOKEN_DEFEATED("w.1"),
    /** ntid &lt; tid in an odd phase: it keeps its temporary number, and begins an even phase. */
    ODD_STAYS("o.0"),
    /** ntid &gt; tid in an odd phase: a relay from now on. */
    ODD_DEFEATED("o.1"),
    /** ntid &gt; tid in an even phase: it takes that number, and begins an odd phase. */
    EVEN_STAYS("e.0"),
    /** ntid &lt; tid in an even phase: a relay from now on. */
    EVEN_DEFEATED("e.1"),
    /** A number at a relay. */
    RELAYED("r.0"),
    /** ntid = tid: no other is active, and it is the greatest number. */
    WON("w.2"),
    /** The news of the election. */
    TOLD("n.0"),
    /** The news comes back to the leader. */
    RETURNED("n.1");

    private final String label;

    PetersonAlternatingRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
