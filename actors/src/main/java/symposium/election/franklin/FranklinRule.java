package symposium.election.franklin;

import symposium.kernel.Rule;

/** What a process does; the labels are of the house: i on initiation, a when active, r when a relay, n on the news. */
public enum FranklinRule implements Rule {
    /** A decision to initiate. */
    INITIATE("i.0"),
    /** The same by a process that takes part already. */
    INITIATED_BEFORE("i.1"),
    /** The same by a process that knows the leader. */
    KNOWN("i.2"),
    /** A number finds the process asleep: it takes part, and notes the number. */
    WOKEN("a.0"),
    /** The first number of a round is noted, until one comes from the other side. */
    NOTED("a.1"),
    /** The second number of a round, and the own is greater than both: another round. */
    STAYS("a.2"),
    /** The second number of a round, and the own is not: a relay from now on. */
    DEFEATED("a.3"),
    /** The own number: elected. */
    WON("a.4"),
    /** The own number comes back from the other side too. */
    WON_BEFORE("a.5"),
    /** A number at a relay. */
    RELAYED("r.0"),
    /** The news of the election. */
    TOLD("n.0"),
    /** The news comes back to the leader. */
    RETURNED("n.1");

    private final String label;

    FranklinRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
