package symposium.election.hirschbergsinclair;

import symposium.kernel.Rule;

/** The cases of the program in section 5.3, in its order; the chapter has no labels. */
public enum HirschbergSinclairRule implements Rule {
    /** A decision to initiate an election. */
    INITIATE("i.0"),
    /** The same by a process that takes part already. */
    INITIATED_BEFORE("i.1"),
    /** The same by a process that knows the winner. */
    KNOWN("i.2"),
    /** The first of two responses. */
    AWAITED("r.0"),
    /** The second of two, and both are favourable: twice the distance. */
    NEXT("r.1"),
    /** The second of two, and not both are favourable: lost. */
    DEFEATED("r.2"),
    /** A response to a process that is a candidate no more. */
    VOID("r.3"),
    /** A response for another. */
    RESPONSE_PASSED("r.4"),
    /** A smaller number, and not involved: an unfavourable response, and a candidature of its own. */
    SMALLER_JOINED("c.0"),
    /** A smaller number, and involved, or the winner is known: an unfavourable response. */
    SMALLER("c.1"),
    /** A greater number that has not gone its distance: lost, and passed on. */
    GREATER_PASSED("c.2"),
    /** A greater number that has gone its distance: lost, and a favourable response. */
    GREATER_RESPONDED("c.3"),
    /** The own number comes back: elected. */
    WON("c.4"),
    /** The own number comes back from the other side too. */
    WON_BEFORE("c.5"),
    /** A greater number where the winner is known: passed on, or a favourable response, and nothing else. */
    AFTERWARDS("c.6"),
    /** Another is elected. */
    TOLD("e.0"),
    /** The news of the own election comes back. */
    RETURNED("e.1");

    private final String label;

    HirschbergSinclairRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
