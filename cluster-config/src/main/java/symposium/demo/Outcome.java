package symposium.demo;

import java.time.Duration;

/**
 * How a demo ended.
 *
 * @param result the kind of outcome
 * @param why the outcome in one line
 * @param formed how long it took until all nodes took part; zero if that did not happen
 * @param lasted how long the demo took
 * @param tally the figures
 */
public record Outcome(Result result, String why, Duration formed, Duration lasted, Statistics tally) {

    /** The kinds of outcome. */
    public enum Result {
        /** The demo showed what it was to show, and every invariant held. */
        HOLDS,
        /** An invariant was violated, or a process waited in vain although no fault explains it. */
        VIOLATED,
        /** The demo could not show it in time. */
        UNDECIDED
    }
}
