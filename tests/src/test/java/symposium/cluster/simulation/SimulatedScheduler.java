package symposium.cluster.simulation;

import akka.actor.AbstractScheduler;
import akka.actor.Cancellable;
import akka.event.LoggingAdapter;
import com.typesafe.config.Config;
import java.util.concurrent.ThreadFactory;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/** The scheduler of a simulated actor system, by the time of its {@link SimulatedTime}. */
@SuppressWarnings("deprecation")
public final class SimulatedScheduler extends AbstractScheduler {

    private final SimulatedTime time;

    /** Called by Akka. */
    public SimulatedScheduler(Config config, LoggingAdapter log, ThreadFactory threads) {
        this.time = SimulatedTime.of(config.getInt(SimulatedCluster.NUMBER));
    }

    @Override
    public Cancellable schedule(
            FiniteDuration initialDelay, FiniteDuration interval, Runnable runnable, ExecutionContext executor) {
        Repeated repeated = new Repeated();
        repeated.schedule(initialDelay, interval, runnable, executor);
        return repeated;
    }

    private final class Repeated implements Cancellable {
        private boolean cancelled;
        private Runnable cancel = () -> {};

        private void schedule(
                FiniteDuration delay, FiniteDuration interval, Runnable runnable, ExecutionContext executor) {
            cancel = time.schedule(delay.toNanos(), () -> {
                if (!cancelled) {
                    schedule(interval, interval, runnable, executor);
                    executor.execute(runnable);
                }
            });
        }

        @Override
        public boolean cancel() {
            boolean first = !cancelled;
            cancelled = true;
            cancel.run();
            return first;
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }
    }

    @Override
    public Cancellable scheduleOnce(FiniteDuration delay, Runnable runnable, ExecutionContext executor) {
        Once once = new Once();
        once.cancel = time.schedule(delay.toNanos(), () -> {
            if (!once.cancelled) {
                once.done = true;
                executor.execute(runnable);
            }
        });
        return once;
    }

    private static final class Once implements Cancellable {
        private boolean cancelled;
        private boolean done;
        private Runnable cancel = () -> {};

        @Override
        public boolean cancel() {
            boolean first = !cancelled && !done;
            cancelled = true;
            cancel.run();
            return first;
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }
    }

    @Override
    public double maxFrequency() {
        return 1_000;
    }
}
