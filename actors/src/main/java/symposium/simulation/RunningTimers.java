package symposium.simulation;

import java.util.HashMap;
import java.util.Map;
import symposium.kernel.Timer;

/**
 * The timers that run, by the place of their process. Each start has a number, so that the expiry of an earlier start
 * is void.
 */
final class RunningTimers {

    private final Map<String, Integer>[] running;
    private int starts;

    @SuppressWarnings("unchecked")
    RunningTimers(int processes) {
        running = (Map<String, Integer>[]) new Map<?, ?>[processes];
    }

    /** Starts a timer, again if it runs; returns the number of the start. */
    int start(int place, Timer timer) {
        if (running[place] == null) {
            running[place] = new HashMap<>();
        }
        starts++;
        running[place].put(timer.name(), starts);
        return starts;
    }

    /** Whether a timer still runs since that start; it no longer does then. */
    boolean expires(int place, Timer timer, int start) {
        return running[place] != null && running[place].remove(timer.name(), start);
    }

    void cancel(int place, Timer timer) {
        if (running[place] != null) {
            running[place].remove(timer.name());
        }
    }

    void cancelAll(int place) {
        if (running[place] != null) {
            running[place].clear();
        }
    }
}
