package symposium.cluster.simulation;

import akka.actor.AbstractScheduler;
import akka.actor.Cancellable;
import akka.event.LoggingAdapter;
import com.typesafe.config.Config;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/** The scheduler of a simulated actor system, by the time of its machine. */
@SuppressWarnings("deprecation")
public final class SimulatedScheduler extends AbstractScheduler {

    private final SimulatedTime.Machine machine;

    /** Called by Akka. */
    public SimulatedScheduler(Config config, LoggingAdapter log, ThreadFactory threads) {
        this.machine = SimulatedTime.machine(config.getInt(SimulatedNode.MACHINE));
    }

    @Override
    public Cancellable schedule(
            FiniteDuration initialDelay, FiniteDuration interval, Runnable runnable, ExecutionContext executor) {
        return new Expiry(initialDelay, Optional.of(interval), runnable, executor);
    }

    @Override
    public Cancellable scheduleOnce(FiniteDuration delay, Runnable runnable, ExecutionContext executor) {
        return new Expiry(delay, Optional.empty(), runnable, executor);
    }

    /** What is due once, or again and again. */
    private final class Expiry implements Cancellable {
        private final Optional<FiniteDuration> interval;
        private final Runnable what;
        private final ExecutionContext executor;
        private boolean cancelled;
        private boolean done;
        private Runnable cancel;

        Expiry(FiniteDuration delay, Optional<FiniteDuration> interval, Runnable what, ExecutionContext executor) {
            this.interval = interval;
            this.what = what;
            this.executor = executor;
            this.cancel = machine.schedule(delay.toNanos(), this::expires);
        }

        private void expires() {
            if (cancelled) {
                return;
            }
            done = interval.isEmpty();
            interval.ifPresent(next -> cancel = machine.schedule(next.toNanos(), this::expires));
            executor.execute(what);
        }

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
