package symposium.simulation;

import java.util.random.RandomGenerator;
import symposium.kernel.Require;

/** How long something lasts, in ticks of virtual time: the travel of a message, an engagement of a user. */
@FunctionalInterface
public interface Durations {

    /** The next duration, 0 or more; all randomness comes from {@code random}. */
    long next(RandomGenerator random);

    /** The one duration that there is, or -1 where there are several. */
    default long only() {
        return -1;
    }

    /** Always the same duration. */
    record Exactly(long ticks) implements Durations {
        @Override
        public long next(RandomGenerator random) {
            return ticks;
        }

        @Override
        public long only() {
            return ticks;
        }
    }

    /**
     * Always the same.
     *
     * @throws IllegalArgumentException when negative
     */
    static Durations exactly(long ticks) {
        return between(ticks, ticks);
    }

    /**
     * Any of these with the same probability, both bounds included.
     *
     * @throws IllegalArgumentException when negative, or the bounds are the wrong way round
     */
    static Durations between(long least, long most) {
        Require.that(least >= 0 && most >= least, "a duration of " + least + " to " + most + " ticks");
        return least == most ? new Exactly(least) : random -> random.nextLong(least, Math.addExact(most, 1));
    }

    /**
     * Exponentially distributed, rounded to whole ticks: the wait for an event that is equally likely at every moment.
     *
     * @throws IllegalArgumentException when the mean is negative or not finite
     */
    static Durations exponential(double mean) {
        Require.that(mean >= 0 && Double.isFinite(mean), "a mean duration of " + mean + " ticks");
        return random -> Math.round(-mean * StrictMath.log1p(-random.nextDouble()));
    }
}
