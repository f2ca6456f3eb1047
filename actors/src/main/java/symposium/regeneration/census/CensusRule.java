package symposium.regeneration.census;

import symposium.kernel.Rule;

/** What happens to a process in a census. */
public enum CensusRule implements Rule {
    /** Told of a departure, the lowest of those who are left asks all others. */
    CALLS("census.calls"),
    /** Told of a departure, any other does nothing but forget whom it owes an answer. */
    NOTES("census.notes"),
    /** Told of a departure during a census of its own, it does without the answer of who has departed. */
    DOES_WITHOUT("census.does without"),
    /** Too few are left: no census any more. */
    GIVES_UP("census.gives up"),
    /** Asked, it promises. */
    PROMISES("census.promises"),
    /** Asked under a generation that is not higher than one that it has promised, it refuses. */
    OUTBIDS("census.outbids"),
    /** It answers. */
    REPLIES("census.replies"),
    /** An answer comes, or its own; others are missing. */
    COUNTS("census.counts"),
    /** The last answer comes, or is not needed any more. */
    COMPLETES("census.completes"),
    /** An answer comes to a question that is put no more. */
    STALE("census.stale"),
    /** It is refused, and asks under a higher generation. */
    CALLS_AGAIN("census.calls again");

    private final String label;

    CensusRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
