package symposium.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import symposium.cluster.Observers;

/** Takes down what happens on many threads, in one order; one thread reads. */
final class EventFeed implements Consumer<DemoEvent> {

    private final Instant began = Instant.now();
    private final long beginning = System.nanoTime();
    private final BlockingQueue<TimedEvent> moments = new LinkedBlockingQueue<>();
    private boolean closed;

    /** Takes it down, as of now. */
    @Override
    public synchronized void accept(DemoEvent happening) {
        if (!closed) {
            moments.add(new TimedEvent(elapsed(), happening));
        }
    }

    /** From now on nothing is taken down. */
    synchronized void close() {
        closed = true;
    }

    /** When it began, by the clock. */
    Instant began() {
        return began;
    }

    /** The time since the beginning. */
    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - beginning);
    }

    /** The next that has not been read, when there is one within that time. */
    Optional<TimedEvent> next(Duration patience) throws InterruptedException {
        return Optional.ofNullable(moments.poll(patience.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** Watches a node on behalf of this chronicle: its process that shares the lock, or its process at the table, whichever is on. */
    Observers observers(DemoScript programme) {
        Observers all = observers();
        return programme.ofResources()
                ? new Observers(step -> {}, all.elections(), all.steps(), all.views(), all.remarks())
                : all;
    }

    /** Watches a node on behalf of this chronicle, but not its table. */
    Observers observers() {
        return new Observers(
                occurrence -> accept(new DemoEvent.Stepped(occurrence)),
                occurrence -> accept(new DemoEvent.Polled(occurrence)),
                view -> accept(new DemoEvent.Seen(view)),
                remark -> accept(new DemoEvent.Remarked(remark)));
    }
}
