package symposium.actor;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import symposium.kernel.Timer;

/** The durations of an algorithm's timers. */
@FunctionalInterface
public interface TimerDurations {

    /** The duration of {@code timer}, at least zero. */
    Duration lasting(Timer timer);

    /** The same duration for every timer. */
    static TimerDurations all(Duration duration) {
        return timer -> duration;
    }

    /**
     * Durations by the names of timers in configuration: a timer {@code PONG_REST} is {@code pong-rest}.
     *
     * @param durations by name
     * @param otherwise the duration of all other timers
     */
    static TimerDurations named(Map<String, Duration> durations, Duration otherwise) {
        Map<String, Duration> fixed = Map.copyOf(durations);
        return timer -> fixed.getOrDefault(spelled(timer), otherwise);
    }

    /** The name of a timer in configuration: lower case with hyphens. */
    static String spelled(Timer timer) {
        return timer.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
