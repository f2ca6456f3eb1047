package symposium.cluster;

import java.time.Duration;
import java.util.function.LongSupplier;
import symposium.actor.Timings;
import symposium.kernel.Timer;

/** How long timers last at a node: shorter for a while after a departure has become known. */
final class Pace implements Timings {

    private final Timings usual;
    private final Timings hurried;
    private final Duration hurry;
    private final LongSupplier nanoTime;
    private volatile long since;
    private volatile boolean ever;

    /**
     * @param usual how long timers last in quiet times
     * @param hurried how long they last after a departure
     * @param hurry for how long after a departure
     * @param nanoTime a clock, in nanoseconds
     */
    Pace(Timings usual, Timings hurried, Duration hurry, LongSupplier nanoTime) {
        this.usual = usual;
        this.hurried = hurried;
        this.hurry = hurry;
        this.nanoTime = nanoTime;
    }

    /** A departure has become known. */
    void departure() {
        since = nanoTime.getAsLong();
        ever = true;
    }

    @Override
    public Duration lasting(Timer timer) {
        boolean hurries = ever && nanoTime.getAsLong() - since < hurry.toNanos();
        return (hurries ? hurried : usual).lasting(timer);
    }
}
