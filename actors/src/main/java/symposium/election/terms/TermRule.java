package symposium.election.terms;

import symposium.kernel.Rule;

/** What becomes of elections between elections; within one the algorithm's own rules apply. */
public enum TermRule implements Rule {
    /** Asked for an election, or asked once more before it has come to one, begins one in the next term. */
    NEXT("term.next"),
    /** Asked for an election when it is cut off: says that it is apart. */
    ASKED_CUT_OFF("term.cut-off-asked"),
    /** Hears of a later term, forgets what it was doing, and takes part. */
    LATER("term.later"),
    /**
     * Hears of an election over a link that it does not have, or has no more, or in which others take part than it knows of: somebody has
     * yet to be told of the others that are there, and will begin a later term than this one.
     */
    FOREIGN("term.foreign"),
    /** Is elected, and hears of one more who follows it. */
    FOLLOWED("term.followed"),
    /** Is elected, hears of the last who follows it, and leads. */
    FOLLOWED_BY_ALL("term.leads"),
    /** Hears that the one whom it follows leads. */
    TOLD("term.told"),
    /** Hears of an older term, or of one that it has closed. */
    STALE("term.stale"),
    /** The membership has changed and somebody has to be elected: begins an election in the next term. */
    CHANGED("term.changed"),
    /** The membership has changed, the leader is there, and nobody has come who does not know it: the term goes on, its election is closed. */
    STAYS("term.stays"),
    /** Is cut off from a majority: follows nobody, leads nobody, and says so. */
    CUT_OFF("term.cut-off");

    private final String label;

    TermRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
