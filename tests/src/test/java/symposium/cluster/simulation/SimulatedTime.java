package symposium.cluster.simulation;

import akka.dispatch.Mailbox;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * The tasks and the timers of a simulated actor system. A seed chooses which task runs next; time passes only when no
 * task is ready.
 */
final class SimulatedTime {

    private static final ConcurrentHashMap<Integer, SimulatedTime> ALL = new ConcurrentHashMap<>();
    private static final AtomicInteger NEXT = new AtomicInteger();

    /** A timer; {@code order} tells those of the same time apart. */
    private record Timer(long at, long order, Runnable what) {}

    private final int number = NEXT.incrementAndGet();
    private final Random random;
    private final List<Runnable> ready = new ArrayList<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::order));
    private long now;
    private long order;
    private boolean begun;
    private boolean busy;
    /** Of the paths of actors: those that do not run; empty for none. */
    private Optional<Predicate<String>> paused = Optional.empty();

    SimulatedTime(Random random) {
        this.random = random;
        ALL.put(number, this);
    }

    /** The one with this number, which the configuration of its actor system has. */
    static SimulatedTime of(int number) {
        return ALL.get(number);
    }

    int number() {
        return number;
    }

    /** The time since the start, in nanoseconds. */
    synchronized long nanos() {
        return now;
    }

    void pause(Optional<Predicate<String>> which) {
        paused = which;
    }

    synchronized void submit(Runnable task) {
        ready.add(task);
        notifyAll();
    }

    /** @return cancels it */
    synchronized Runnable schedule(long delay, Runnable what) {
        Timer timer = new Timer(now + Math.max(delay, 0), order++, what);
        timers.add(timer);
        return () -> cancel(timer);
    }

    private synchronized void cancel(Timer timer) {
        timers.remove(timer);
    }

    /** Runs tasks in a thread until {@link #begin}: the start of an actor system waits for some of them. */
    void warmUp() {
        Thread thread = new Thread(this::drain, "warm-up");
        thread.setDaemon(true);
        thread.start();
    }

    private void drain() {
        while (true) {
            Runnable task;
            synchronized (this) {
                busy = false;
                notifyAll();
                while (ready.isEmpty() && !begun) {
                    try {
                        wait();
                    } catch (InterruptedException ended) {
                        return;
                    }
                }
                if (begun) {
                    return;
                }
                task = ready.remove(0);
                busy = true;
            }
            task.run();
        }
    }

    /** Once no task is left, the thread that calls {@link #run} runs everything. */
    synchronized void begin() throws InterruptedException {
        while (busy || !ready.isEmpty()) {
            wait();
        }
        begun = true;
        notifyAll();
    }

    /** Lets this time pass. */
    void run(long millis) {
        long end = now + TimeUnit.MILLISECONDS.toNanos(millis);
        while (true) {
            Runnable task = next();
            if (task != null) {
                task.run();
                continue;
            }
            synchronized (this) {
                Timer timer = timers.peek();
                if (timer == null || timer.at() > end) {
                    now = end;
                    return;
                }
                timers.remove();
                now = timer.at();
                ready.add(timer.what());
            }
        }
    }

    private synchronized Runnable next() {
        if (paused.isEmpty()) {
            return ready.isEmpty() ? null : ready.remove(random.nextInt(ready.size()));
        }
        List<Integer> runnable = new ArrayList<>();
        for (int place = 0; place < ready.size(); place++) {
            if (!isPaused(ready.get(place))) {
                runnable.add(place);
            }
        }
        return runnable.isEmpty() ? null : ready.remove((int) runnable.get(random.nextInt(runnable.size())));
    }

    private boolean isPaused(Runnable task) {
        return task instanceof Mailbox mailbox
                && mailbox.actor() != null
                && paused.get().test(mailbox.actor().self().path().toStringWithoutAddress());
    }

    void end() {
        ALL.remove(number);
    }
}
