package symposium.cluster.simulation;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs seeds one after the other, as many at a time as there are cores, and reports those that fail. */
final class SimulatedSeeds {

    private static final int RUNS_OF_SEARCH = 60;

    private final long end;
    private final AtomicLong next;
    private final SortedMap<Long, List<String>> failed = new TreeMap<>();
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
        if (!failed.isEmpty()) {
            fail(failed.size() + " seeds of " + seeds + " fail\n" + failures());
        }
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
            failed.put(plan.seed(), run.wrong());
        }
    }

    /** The seeds that have failed, and a plan for the first that is easier to understand. */
    private String failures() {
        SimulationPlan least = new SimulationShrinker(SimulationPlan::run, RUNS_OF_SEARCH)
                .shrunk(SimulationPlan.of(failed.firstKey()));
        String all = failed.entrySet().stream()
                .map(each -> "seed " + each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining("\n"));
        written(least);
        return all + "\nThe first of them fails also by this plan: " + least + "\n" + where(least);
    }

    private static Path directory(SimulationPlan plan) {
        return Path.of("target", "simulated", plan.toString()).toAbsolutePath();
    }

    /** Where the steps and the event logs of a plan are written. */
    static String where(SimulationPlan plan) {
        return "Its steps are in " + directory(plan).resolve("steps.txt") + "\nTo see it: symposium trace open "
                + directory(plan).resolve("logs");
    }

    /** Runs a plan, and writes its steps and the event logs of its nodes. */
    static SimulationRun written(SimulationPlan plan) {
        try {
            Path logs = Files.createDirectories(directory(plan).resolve("logs"));
            try (Stream<Path> earlier = Files.list(logs)) {
                for (Path log : earlier.toList()) {
                    Files.delete(log);
                }
            }
            SimulationRun run = plan.run(message -> false, Optional.of(logs));
            Files.write(directory(plan).resolve("steps.txt"), run.events());
            return run;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
