package symposium.composition.ewd851misra;

/** When a process suspects that both tokens are lost. */
public enum LossDetection {
    /**
     * On the news that its left neighbour has departed, perhaps with both tokens. Enough where only messages to and
     * from departed processes are lost.
     */
    NEWS,
    /** Also whenever pong stays away for too long, and at the start: what a real network needs. */
    SILENCE
}
