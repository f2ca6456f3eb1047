package symposium.ring;

/** When a process suspects that both tokens are lost. */
public enum Vigilance {
    /** On the news that its left neighbour has departed, which may have taken them along. Enough where no message is lost but to the dead. */
    NEWS,
    /** Also whenever pong stays away for too long, and at the start: what a real network needs. */
    SILENCE
}
