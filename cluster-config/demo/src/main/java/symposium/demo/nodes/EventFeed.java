package symposium.demo.nodes;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import symposium.cluster.status.Observers;
import symposium.demo.event.DemoEvent;
import symposium.demo.event.DemoEvent.Stepped.Part;
import symposium.demo.event.TimedEvent;
import symposium.demo.script.DemoScript;
import symposium.kernel.TraceEvent;

/** Brings events of many threads into one order; one thread reads them. */
public final class EventFeed implements Consumer<DemoEvent> {

    private static final Duration TICK = Duration.ofMillis(50);

    private final Instant began = Instant.now();
    private final long beginning = System.nanoTime();
    private final BlockingQueue<TimedEvent> events = new LinkedBlockingQueue<>();
    private boolean closed;

    /** Adds an event, which happens now. */
    @Override
    public synchronized void accept(DemoEvent event) {
        if (!closed) {
            events.add(new TimedEvent(elapsed(), event));
        }
    }

    /** Drops all events from now on. */
    public synchronized void close() {
        closed = true;
    }

    /** When it began, by the clock. */
    public Instant began() {
        return began;
    }

    /** The time since the beginning. */
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - beginning);
    }

    /** The next event, if there is one within a twentieth of a second. */
    public Optional<TimedEvent> next() throws InterruptedException {
        return Optional.ofNullable(events.poll(TICK.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** Feeds the events of a node: of its processes that share, those of the service that the script is about. */
    public Observers observers(DemoScript.Service service) {
        Consumer<TraceEvent> sharing = step -> accept(new DemoEvent.Stepped(Part.SHARING, step));
        boolean ofResources = service == DemoScript.Service.RESOURCES;
        return new Observers(
                ofResources ? step -> {} : sharing,
                step -> accept(new DemoEvent.Stepped(Part.ELECTING, step)),
                ofResources ? sharing : step -> {},
                view -> accept(new DemoEvent.Seen(view)),
                warning -> accept(new DemoEvent.Warned(warning)));
    }
}
