package symposium.demo;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import symposium.kernel.ProcessId;

/**
 * How long a user thinks and eats: each time between half the average and one and a half times the average.
 *
 * @param thinking the average, a millisecond or more
 * @param eating the average, a millisecond or more
 */
public record ThinkTimes(Duration thinking, Duration eating) {

    /** @throws IllegalArgumentException when one of them is less than a millisecond */
    public ThinkTimes {
        if (thinking.toMillis() < 1 || eating.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "to think and to eat take a millisecond or more, not " + thinking + " and " + eating);
        }
    }

    /** Decides how long the user of this process thinks and eats. */
    static RandomGenerator random(long seed, ProcessId process) {
        return new SplittableRandom(seed * 1_000_003 + process.number());
    }

    Duration thought(RandomGenerator random) {
        return about(thinking, random);
    }

    Duration meal(RandomGenerator random) {
        return about(eating, random);
    }

    private static Duration about(Duration average, RandomGenerator random) {
        return Duration.ofMillis(Math.max(1, Math.round(average.toMillis() * (0.5 + random.nextDouble()))));
    }
}
