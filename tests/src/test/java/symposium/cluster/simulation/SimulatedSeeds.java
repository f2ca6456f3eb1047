package symposium.cluster.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Runs seeds one after the other, as many at a time as there are cores, and reports those that fail. */
final class SimulatedSeeds {

    private final long end;
    private final AtomicLong next;
    private final List<String> failed = new ArrayList<>();
    private int seeds;
    private int faults;
    private double seconds;

    /** The seeds from the first one on, without the last one. */
    SimulatedSeeds(long first, long end) {
        this.next = new AtomicLong(first);
        this.end = end;
    }

    /**
     * Runs them, and begins no further one after a while. Fails if one has failed.
     *
     * @param nanos the time, in nanoseconds
     */
    void run(long nanos) throws ExecutionException, InterruptedException {
        long begin = System.nanoTime();
        LongSupplier left = () -> nanos - (System.nanoTime() - begin);
        int cores = Runtime.getRuntime().availableProcessors();
        ExecutorService threads = Executors.newFixedThreadPool(cores);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int core = 0; core < cores; core++) {
                all.add(threads.submit(() -> runSome(left)));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        double time = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "whole nodes: %,d seeds in %.1f s: %,.0f virtual seconds and %.0f faults a second%n",
                seeds,
                time,
                seconds / time,
                faults / time);
        assertEquals("", String.join("\n", failed), failed.size() + " seeds of " + seeds + " fail");
    }

    /** The first seed that has not been run. */
    long next() {
        return Math.min(next.get(), end);
    }

    /**
     * Runs seeds from 1 on, up to one, and prints the first that fails. Then the status is 1.
     *
     * @param args the last seed
     */
    public static void main(String[] args) {
        for (long seed = 1; seed <= Long.parseLong(args[0]); seed++) {
            List<String> wrong = SimulationPlan.of(seed).run().wrong();
            if (!wrong.isEmpty()) {
                System.out.println("seed " + seed + ": " + wrong.get(0));
                System.exit(1);
            }
        }
        System.exit(0);
    }

    private void runSome(LongSupplier left) {
        while (left.getAsLong() > 0) {
            long seed = next.getAndIncrement();
            if (seed >= end) {
                return;
            }
            SimulationPlan plan = SimulationPlan.of(seed);
            took(plan, plan.run());
        }
    }

    private synchronized void took(SimulationPlan plan, SimulationRun run) {
        seeds++;
        faults += run.faults();
        seconds += run.seconds();
        if (!run.wrong().isEmpty()) {
            failed.add(plan + ": " + run.wrong() + "; its steps are in " + run.written(plan.seed()));
        } else if (Boolean.getBoolean("symposium.steps")) {
            System.out.println(plan + ": its steps are in " + run.written(plan.seed()));
        }
    }
}
