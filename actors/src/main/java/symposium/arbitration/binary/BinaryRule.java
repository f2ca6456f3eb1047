package symposium.arbitration.binary;

import symposium.kernel.Rule;

/** What a philosopher does; section 0 has no labels. */
public enum BinaryRule implements Rule {
    /** Stops thinking, and is about to reach for its first fork. */
    RISE("b.rise"),
    /** Stops thinking, shares no forks, and eats. */
    RISE_ALONE("b.alone"),
    /** Becomes ready for a fork that lies here, and grabs it. */
    GRAB("b.grab"),
    /** Becomes ready for its last fork, which lies here, grabs it, and eats. */
    GRAB_LAST("b.grab-last"),
    /** Becomes ready for a fork that lies with the neighbour, and asks for it. */
    ASK("b.ask"),
    /** Comes to own the fork it was ready for. */
    OWN("b.own"),
    /** Comes to own its last fork, and eats. */
    OWN_LAST("b.own-last"),
    /** Hands over a fork that it does not own. */
    YIELD("b.yield"),
    /** Is asked for a fork that it owns, or is about to: the neighbour is blocked. */
    BLOCK("b.block"),
    /** Completes its meal; the forks that neighbours are ready for go to them. */
    FINISH("b.finish"),
    /** A neighbour has departed, and its fork with it. */
    DEPARTED("b.departed"),
    /** The same, and nothing but that fork was missing: eats. */
    DEPARTED_EATS("b.departed-eats"),
    /** Is cut off from neighbours that have not departed: it grabs nothing any more. */
    CUT_OFF("b.cut-off"),
    /** Is cut off while it eats. */
    LOST("b.lost"),
    /** Becomes hungry when it is cut off. */
    RISE_CUT_OFF("b.rise-cut-off"),
    /** Hears from one who is no neighbour any more. */
    LATE("b.late"),
    /** Completes a meal that it has been told is lost. */
    FINISH_LOST("b.finish-lost");

    private final String label;

    BinaryRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
