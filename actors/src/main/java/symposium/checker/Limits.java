package symposium.checker;

import java.time.Duration;

/**
 * How far an exploration may go; where it stops short of the end, what holds so far is undecided.
 *
 * @param states the most distinct states
 * @param time the longest time, measured on the wall clock
 */
public record Limits(int states, Duration time) {

    /** As far as memory and an hour go. */
    public static final Limits WIDE = new Limits(1 << 30, Duration.ofHours(1));

    /** @throws IllegalArgumentException when either is not positive */
    public Limits {
        if (states < 1 || time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("an exploration needs room for a state, and some time");
        }
    }
}
