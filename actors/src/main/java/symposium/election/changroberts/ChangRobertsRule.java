package symposium.election.changroberts;

import symposium.kernel.Rule;

/** The cases of the program in section 5.2, in its order; the chapter has no labels. */
public enum ChangRobertsRule implements Rule {
    /** A decision to initiate an election. */
    INITIATE("e.0"),
    /** The same by a process that takes part already. */
    INITIATED_BEFORE("e.1"),
    /** j > my_number: the greater goes on. */
    GREATER("e.2"),
    /** j < my_number, and not a participant: the own number goes instead. */
    SMALLER("e.3"),
    /** j < my_number, and a participant: extinction. */
    EXTINCT("e.4"),
    /** j = my_number: elected. */
    OWN("e.5"),
    /** Another is elected. */
    TOLD("e.6"),
    /** The news of the own election comes back. */
    RETURNED("e.7");

    private final String label;

    ChangRobertsRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
