package symposium.actor;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import symposium.kernel.Timer;

/** How long each timer of an algorithm lasts. */
@FunctionalInterface
public interface TimerDurations {

    /** How long {@code timer} lasts; zero or more. */
    Duration lasting(Timer timer);

    /** Every timer lasts as long as every other. */
    static TimerDurations all(Duration duration) {
        return timer -> duration;
    }

    /**
     * Timers by the names that configuration spells: a timer {@code PONG_REST} is {@code pong-rest}.
     *
     * @param durations the timers that are named
     * @param otherwise how long all others last
     */
    static TimerDurations named(Map<String, Duration> durations, Duration otherwise) {
        Map<String, Duration> fixed = Map.copyOf(durations);
        return timer -> fixed.getOrDefault(spelled(timer), otherwise);
    }

    /** The name of a timer as configuration spells it: small letters and hyphens. */
    static String spelled(Timer timer) {
        return timer.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
