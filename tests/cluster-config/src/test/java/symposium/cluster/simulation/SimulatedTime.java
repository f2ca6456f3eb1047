package symposium.cluster.simulation;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import scala.Function0;
import scala.concurrent.BlockContext;
import scala.concurrent.BlockContext$;
import scala.concurrent.CanAwait;

/**
 * The tasks and the timers of simulated machines, which one thread runs. A random number chooses which task runs next;
 * time passes only when no task is ready.
 */
final class SimulatedTime {

    private static final ConcurrentHashMap<Integer, Machine> MACHINES = new ConcurrentHashMap<>();
    private static final AtomicInteger NEXT = new AtomicInteger();
    /** The number of a thread while it simulates. */
    private static final long THREAD = 1_000_000_000;

    /** A timer; {@code order} tells those of the same time apart. Without a machine, time passes, and that is all. */
    private record Timer(long at, long order, Machine machine, Runnable what) {}

    private final Random random;
    private final List<Machine> machines = new ArrayList<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::order));
    private final Predicate<Object> dropped;
    private final Thread thread = Thread.currentThread();
    private final long threadNumber = thread.getId();
    private final String threadName = thread.getName();
    private long now;
    private long order;

    /** @param dropped of the messages that actors are about to receive: those that they do not */
    SimulatedTime(Random random, Predicate<Object> dropped) {
        this.random = random;
        this.dropped = dropped;
        seedThreadLocalRandom(random.nextLong());
        // A lease that nobody has labelled has the name of the thread.
        thread.setName("simulation");
    }

    /**
     * Akka takes the numbers of actors from there, and their order in sets depends on these. Each draw also depends on
     * the number of the thread.
     */
    private static void seedThreadLocalRandom(long seed) {
        ThreadLocalRandom.current();
        set("threadLocalRandomSeed", seed);
        set("tid", THREAD);
    }

    private static void set(String field, long value) {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field instance = type.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            Object unsafe = instance.get(null);
            Object place = type.getMethod("objectFieldOffset", Field.class)
                    .invoke(unsafe, Thread.class.getDeclaredField(field));
            type.getMethod("putLong", Object.class, long.class, long.class)
                    .invoke(unsafe, Thread.currentThread(), place, value);
        } catch (ReflectiveOperationException unknown) {
            throw new IllegalStateException("this JVM keeps the random numbers of its threads elsewhere", unknown);
        }
    }

    /** The tasks of one machine. */
    final class Machine {
        private final int number = NEXT.incrementAndGet();
        private final List<Runnable> ready = new ArrayList<>();
        private boolean paused;
        private boolean off;
        /** What a task takes on an overloaded machine, in nanoseconds. */
        private long taskTime;

        private long busyUntil;

        /** By which the configuration of an actor system names it. */
        int number() {
            return number;
        }

        SimulatedTime time() {
            return SimulatedTime.this;
        }

        boolean drops(Object message) {
            return dropped.test(message);
        }

        void submit(Runnable task) {
            if (!off) {
                ready.add(task);
            }
        }

        /**
         * Runs something later.
         *
         * @param delay in nanoseconds
         * @return cancels it
         */
        Runnable schedule(long delay, Runnable what) {
            Timer timer = new Timer(now + Math.max(delay, 0), order++, this, what);
            timers.add(timer);
            return () -> timers.remove(timer);
        }

        void after(long millis, Runnable what) {
            schedule(TimeUnit.MILLISECONDS.toNanos(millis), what);
        }

        /** Begins a JVM pause, which ends with {@link #resume}. */
        void pause() {
            paused = true;
        }

        void resume() {
            paused = false;
        }

        /** From now on each task takes this time, in nanoseconds: the machine is overloaded unless it is 0. */
        void overload(long each) {
            taskTime = each;
        }

        private boolean runs() {
            return !paused && busyUntil <= now;
        }

        private Runnable take(int place) {
            if (taskTime > 0) {
                busyUntil = now + taskTime;
                timers.add(new Timer(busyUntil, order++, null, null));
            }
            return ready.remove(place);
        }

        /** Nothing runs here any more. */
        void turnOff() {
            off = true;
            ready.clear();
            machines.remove(this);
            timers.removeIf(timer -> timer.machine() == this);
            MACHINES.remove(number);
        }

        /** Runs a start-up that blocks: whenever it waits, the ready tasks of this machine run. */
        <T> T starting(Supplier<T> start) {
            return BlockContext$.MODULE$.withBlockContext(
                    new BlockContext() {
                        @Override
                        public <R> R blockOn(Function0<R> waits, CanAwait permission) {
                            while (!ready.isEmpty()) {
                                ready.remove(0).run();
                            }
                            return waits.apply();
                        }
                    },
                    start::get);
        }
    }

    Machine machine() {
        Machine machine = new Machine();
        machines.add(machine);
        MACHINES.put(machine.number, machine);
        return machine;
    }

    /** The machine that the configuration of an actor system names. */
    static Machine machine(int number) {
        return MACHINES.get(number);
    }

    /** The time since the start, in nanoseconds. */
    long nanos() {
        return now;
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
            Timer timer = timers.peek();
            if (timer == null || timer.at() > end) {
                now = end;
                return;
            }
            timers.remove();
            now = timer.at();
            if (timer.machine() != null) {
                timer.machine().submit(timer.what());
            }
        }
    }

    private Runnable next() {
        int all = 0;
        for (Machine machine : machines) {
            all += machine.runs() ? machine.ready.size() : 0;
        }
        if (all == 0) {
            return null;
        }
        int chosen = random.nextInt(all);
        for (Machine machine : machines) {
            if (machine.runs()) {
                if (chosen < machine.ready.size()) {
                    return machine.take(chosen);
                }
                chosen -= machine.ready.size();
            }
        }
        throw new IllegalStateException("no task is left");
    }

    void end() {
        List.copyOf(machines).forEach(Machine::turnOff);
        set("tid", threadNumber);
        thread.setName(threadName);
    }
}
