package symposium.cluster.host;

import java.time.Duration;
import java.util.function.LongSupplier;
import symposium.actor.TimerDurations;
import symposium.kernel.Timer;

/**
 * The durations of timers at a node: shorter for a while after a change of the membership. A timer that would outlast
 * that while is not shortened, so that a process does not lose patience when others are about to slow down.
 */
final class AdaptiveTimings implements TimerDurations {

    private final TimerDurations usual;
    private final TimerDurations hurried;
    private final Duration hurry;
    private final LongSupplier nanoTime;
    private long since;
    private boolean ever;

    /**
     * @param usual how long timers last in quiet times
     * @param hurried how long they last after a change of the membership
     * @param hurry for how long after a change of the membership
     * @param nanoTime a clock, in nanoseconds
     */
    AdaptiveTimings(TimerDurations usual, TimerDurations hurried, Duration hurry, LongSupplier nanoTime) {
        this.usual = usual;
        this.hurried = hurried;
        this.hurry = hurry;
        this.nanoTime = nanoTime;
    }

    /** The membership has changed. */
    void change() {
        since = nanoTime.getAsLong();
        ever = true;
    }

    @Override
    public Duration lasting(Timer timer) {
        Duration left = ever ? hurry.minusNanos(nanoTime.getAsLong() - since) : Duration.ZERO;
        Duration brief = hurried.lasting(timer);
        return left.compareTo(brief) > 0 ? brief : usual.lasting(timer);
    }
}
