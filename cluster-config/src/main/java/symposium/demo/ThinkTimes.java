package symposium.demo;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import symposium.kernel.ProcessId;

/**
 * How long a philosopher thinks and eats: on average so long, each time between half and one and a half of it.
 *
 * @param thinking the average, positive
 * @param eating the average, positive
 */
public record ThinkTimes(Duration thinking, Duration eating) {

    /** @throws IllegalArgumentException when one of them is not positive */
    public ThinkTimes {
        if (thinking.toMillis() < 1 || eating.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "to think and to eat take a millisecond at least, not " + thinking + " and " + eating);
        }
    }

    /** What decides how long the philosopher at this process thinks and eats. */
    static RandomGenerator chance(long seed, ProcessId process) {
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
