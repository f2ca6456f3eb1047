package symposium.demo;

import java.time.Duration;

/**
 * What came of a dinner.
 *
 * @param result the kind of outcome
 * @param why the outcome in one line
 * @param formed how long it took until all were on the ring; zero when that did not happen
 * @param lasted how long it all took
 * @param tally what was counted
 */
public record Outcome(Result result, String why, Duration formed, Duration lasted, Statistics tally) {

    /** The kinds of outcome. */
    public enum Result {
        /** Whatever was to be shown was shown, and no law was broken. */
        HOLDS,
        /** A law was broken. */
        VIOLATED,
        /** It could not be shown in time. */
        UNDECIDED
    }
}
