package symposium.regeneration.misra.many;

import symposium.kernel.Rule;

/** What happens to a process of the ring. */
public enum ManyRule implements Rule {
    /** A token comes and is marked. */
    MARKS("token.marks"),
    /** Likewise, and one that it watches, or that watches it, is here: they have met. */
    MEETS("token.meets"),
    /** A token comes, and one that it watches has neither been met nor passed here since it last passed: that one is lost, and regenerated. */
    REGENERATES("token.regenerates"),
    /** A token is sent on. */
    LEAVES("token.leaves");

    private final String label;

    ManyRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
