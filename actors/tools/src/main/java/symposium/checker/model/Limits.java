package symposium.checker.model;

import java.time.Duration;
import symposium.kernel.Require;

/**
 * Limits of an exploration. An exploration that reaches a limit leaves its properties undecided.
 *
 * @param states the most distinct states, at least 1
 * @param time the longest duration in wall-clock time, positive
 */
public record Limits(int states, Duration time) {

    /** One hour and 2<sup>30</sup> states: memory is the effective limit. */
    public static final Limits WIDE = new Limits(1 << 30, Duration.ofHours(1));

    /** @throws IllegalArgumentException if either is not positive */
    public Limits {
        Require.that(
                states >= 1 && !time.isNegative() && !time.isZero(), "the limits of an exploration must be positive");
    }
}
