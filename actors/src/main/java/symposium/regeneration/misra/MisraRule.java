package symposium.regeneration.misra;

import symposium.kernel.Rule;

/** What happens to a process of the ring; the chapter has no labels. */
public enum MisraRule implements Rule {
    /** Ping comes, its number is new here: it is marked. */
    PING_MARKS("ping.marks"),
    /** Likewise, and pong is here: they have met. */
    PING_MEETS("ping.meets"),
    /** Ping comes with the number it had here last: pong is lost, and regenerated. */
    PING_REGENERATES("ping.regenerates"),
    /** Ping is sent on. */
    PING_LEAVES("ping.leaves"),
    /** Pong comes, its number is new here: it is marked. */
    PONG_MARKS("pong.marks"),
    /** Likewise, and ping is here: they have met. */
    PONG_MEETS("pong.meets"),
    /** Pong comes with the number it had here last: ping is lost, and regenerated. */
    PONG_REGENERATES("pong.regenerates"),
    /** Pong is sent on. */
    PONG_LEAVES("pong.leaves");

    private final String label;

    MisraRule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
