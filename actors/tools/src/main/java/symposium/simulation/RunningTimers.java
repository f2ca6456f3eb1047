package symposium.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import symposium.kernel.Timer;

/** The running timers of all processes of a run. */
final class RunningTimers {

    /** A timer of a process. */
    private record Running(int place, String timer) {}

    private final Simulation<?, ?, ?, ?, ?> options;
    private final EventQueue queue;
    private final RandomGenerator random;
    /** With the number of the start, so that the expiry of an earlier start is void. */
    private final Map<Running, Integer> running = new HashMap<>();
    /** The timers that have been started or stopped. No two have the same name. */
    private final Map<String, Timer> named = new HashMap<>();

    private int started;

    RunningTimers(Simulation<?, ?, ?, ?, ?> options, EventQueue queue, RandomGenerator random) {
        this.options = options;
        this.queue = queue;
        this.random = random;
    }

    void start(int place, Timer timer, Runnable expiry) {
        Durations duration = options.timers().get(timer.name());
        if (duration == null) {
            duration = options.otherTimers()
                    .orElseThrow(() ->
                            new IllegalStateException("the duration of the timer " + timer.name() + " is not set"));
        }
        int start = ++started;
        Running its = of(place, timer);
        running.put(its, start);
        queue.add(duration.next(random), place, () -> {
            if (running.remove(its, start)) {
                expiry.run();
            }
        });
    }

    void cancel(int place, Timer timer) {
        running.remove(of(place, timer));
    }

    void depart(int place) {
        running.keySet().removeIf(timer -> timer.place() == place);
    }

    private Running of(int place, Timer timer) {
        Timer first = named.putIfAbsent(timer.name(), timer);
        if (first != null && !first.equals(timer)) {
            throw new IllegalStateException(
                    "two timers have the name " + timer.name() + ": " + first + " and " + timer);
        }
        return new Running(place, timer.name());
    }
}
