package symposium.election.dolevklawerodeh;

import symposium.kernel.Rule;

/** The cases of the program in section 5.4, in its order; the chapter has no labels. */
public enum DolevKlaweRodehRule implements Rule {
    /** A decision to initiate. */
    INITIATE("i.0"),
    /** The same by a process that takes part already. */
    INITIATED_BEFORE("i.1"),
    /** The same by a process that knows the leader. */
    KNOWN("i.2"),
    /** (1, number) finds the process asleep: it takes part, then does as the next case says. */
    WOKEN("1.0"),
    /** (1, number), number different from max: the nearest active neighbour is known, and made known to the left. */
    NEIGHBOUR("1.1"),
    /** (1, number), number = max: max is the greatest of all. */
    GREATEST("1.2"),
    /** (1, number) at a relay. */
    FIRST_RELAYED("1.3"),
    /** (2, number), the neighbour is the greatest of the three: its place is taken. */
    STAYS("2.0"),
    /** (2, number), the neighbour is not: a relay from now on. */
    DEFEATED("2.1"),
    /** (2, number) at a relay. */
    SECOND_RELAYED("2.2"),
    /** The news of the election. */
    TOLD("e.0"),
    /** The news comes back to the process that gave it out. */
    RETURNED("e.1");

    private final String label;

    DolevKlaweRodehRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
