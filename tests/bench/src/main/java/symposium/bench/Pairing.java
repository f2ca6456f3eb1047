package symposium.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Two contenders, whose clusters are there at the same time and are measured in turn. So what else the machine does
 * concerns both alike, and the ratio of a pair is a figure where the rates are none.
 */
final class Pairing implements AutoCloseable {

    /** Requests of each member that wait for one lock. */
    private static final int WAITING = 64;

    private static final int OWN_NAMES = 1000;

    /** The compilers are quiet if they take less than this share of the time of each member. */
    private static final double QUIET = 0.03;

    private static final int QUIET_SLICES = 2;

    /** How a slice of a workload went: the figure that is compared, and grants per second. */
    private record Slice(double rate, double grants) {}

    private interface Workload {
        Slice run(Cluster cluster) throws Exception;
    }

    /** A contender, and what a workload costs it. */
    private record Measured(double rate, double micros, double system, double switches, double messages) {}

    private final String one;
    private final String other;
    private final Cluster ofOne;
    private final Cluster ofOther;
    private final int members;
    private final long millis;
    private final int pairs;
    private final int locks;
    private final int elsewhere;
    private final int mostWarm;

    /**
     * Starts both clusters.
     *
     * @param millis that a slice takes
     * @param pairs of slices for each workload
     * @param locks of the workload with many locks
     * @param elsewhere how many names are acquired that were last used elsewhere
     * @param mostWarm slices of each workload before it is measured, at most
     * @param flags of the virtual machines
     */
    Pairing(
            List<String> names,
            int members,
            Duration delay,
            long millis,
            int pairs,
            int locks,
            int elsewhere,
            int mostWarm,
            List<String> flags)
            throws IOException {
        this.one = names.get(0);
        this.other = names.get(1);
        this.members = members;
        this.millis = millis;
        this.pairs = pairs;
        this.locks = locks;
        this.elsewhere = elsewhere;
        this.mostWarm = mostWarm;
        ofOne = new Cluster(one, members, delay, Optional.empty(), flags);
        try {
            ofOther = new Cluster(other, members, delay, Optional.empty(), flags);
        } catch (IOException failure) {
            ofOne.close();
            throw failure;
        }
    }

    /** Measures all workloads, and prints each. */
    void run() throws Exception {
        measure("one lock, a client each: hand-offs/s", cluster -> {
            Cluster.Slice slice = cluster.pairs("hot", members, millis);
            return new Slice(slice.handOffs(), slice.grants());
        });
        measure("one lock, " + WAITING + " requests each: grants/s", cluster -> {
            double rate = cluster.waiters(WAITING * members, millis / 4, millis).grants();
            return new Slice(rate, rate);
        });
        measure(locks + " locks at once: grants/s", cluster -> {
            double rate = cluster.busy(locks, millis);
            return new Slice(rate, rate);
        });
        measure("last used elsewhere: acquires/s by p50", cluster -> {
            long begin = System.nanoTime();
            double median = cluster.elsewhere(elsewhere).median();
            return new Slice(1e6 / median, elsewhere * 1e9 / (System.nanoTime() - begin));
        });
        measure(OWN_NAMES + " names of its own each: pairs/s", cluster -> {
            double rate = cluster.ownNames(OWN_NAMES, members, millis).grants();
            return new Slice(rate, rate);
        });
    }

    private void measure(String what, Workload workload) throws Exception {
        warm(workload);
        List<Measured> some = new ArrayList<>();
        List<Measured> others = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            some.add(measured(workload, ofOne));
            others.add(measured(workload, ofOther));
        }
        System.out.println(what);
        print(one, some);
        print(other, others);
        System.out.println("  " + other + " to " + one + ": "
                + interval(ratios(others, some, Measured::rate)) + " of the rate, "
                + interval(ratios(others, some, Measured::micros)) + " of the processor time");
    }

    /** Until the compilers of all members are quiet. */
    private void warm(Workload workload) throws Exception {
        int quiet = 0;
        for (int slice = 0; slice < mostWarm && quiet < QUIET_SLICES; slice++) {
            boolean calm = true;
            for (Cluster cluster : List.of(ofOne, ofOther)) {
                double before = cluster.compiling();
                long begin = System.nanoTime();
                workload.run(cluster);
                double took = (System.nanoTime() - begin) / 1e6;
                calm &= cluster.compiling() - before < QUIET * took * members;
            }
            quiet = calm ? quiet + 1 : 0;
        }
    }

    private static Measured measured(Workload workload, Cluster cluster) throws Exception {
        double sent = cluster.sent();
        Usage before = cluster.usage();
        long begin = System.nanoTime();
        Slice slice = workload.run(cluster);
        double seconds = (System.nanoTime() - begin) / 1e9;
        Usage used = cluster.usage().since(before);
        double messages = cluster.sent() - sent;
        // Also before the first moment that counts, and after the last.
        double grants = Math.max(1, slice.grants() * seconds);
        return new Measured(
                slice.rate(),
                used.nanos() / 1e3 / grants,
                used.systemNanos() / 1e3 / grants,
                used.switches() / grants,
                messages / grants);
    }

    private static void print(String name, List<Measured> all) {
        System.out.printf(
                Locale.ROOT,
                "  %-14s %12s a second; a grant: %s us of processor time, %s of them in the system, %s context switches%s%n",
                name,
                median(all, Measured::rate),
                median(all, Measured::micros),
                median(all, Measured::system),
                median(all, Measured::switches),
                all.get(0).messages() > 0 ? ", " + median(all, Measured::messages) + " messages" : "");
    }

    private static List<Double> ratios(List<Measured> some, List<Measured> others, Function<Measured, Double> figure) {
        return IntStream.range(0, some.size())
                .mapToObj(pair -> figure.apply(some.get(pair)) / figure.apply(others.get(pair)))
                .toList();
    }

    private static String median(List<Measured> all, ToDoubleFunction<Measured> figure) {
        double[] sorted = all.stream().mapToDouble(figure).sorted().toArray();
        double median = sorted[sorted.length / 2];
        return String.format(Locale.ROOT, median < 100 ? "%.2f" : "%,.0f", median);
    }

    /** The median, with the least but one and the greatest but one. */
    private static String interval(List<Double> all) {
        double[] sorted = all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int edge = sorted.length > 4 ? 1 : 0;
        return String.format(
                Locale.ROOT,
                "%.2f (%.2f to %.2f)",
                sorted[sorted.length / 2],
                sorted[edge],
                sorted[sorted.length - 1 - edge]);
    }

    @Override
    public void close() throws IOException {
        try {
            ofOne.close();
        } finally {
            ofOther.close();
        }
    }
}
