package symposium.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** Measures the contenders one after the other, and prints medians with the least and the greatest of all slices. */
final class Benchmark {

    static final String HAZELCAST = "hazelcast";
    private static final String QUICK = "--quick";
    private static final String CRASHES = "--crashes";
    private static final String MEMBERS = "--members=[2-9]";

    private static final List<String> CONTENDERS = List.of("named", "ewd851-misra", "suzuki-kasami-census", HAZELCAST);
    private static final int MANY = 10_000;
    private static final int HOPS = 20_000;
    private static final int MOST_WARM = 40;

    private final int members;
    private final int slices;
    private final long millis;
    private final Map<String, Double> handOffs = new LinkedHashMap<>();
    private final Map<String, Double> pairs = new LinkedHashMap<>();

    private Benchmark(int members, int slices, long millis) {
        this.members = members;
        this.slices = slices;
        this.millis = millis;
    }

    public static void main(String[] args) throws Exception {
        boolean quick = List.of(args).contains(QUICK);
        int members = List.of(args).stream()
                .filter(arg -> arg.matches(MEMBERS))
                .map(arg -> Integer.valueOf(arg.substring(arg.indexOf('=') + 1)))
                .findFirst()
                .orElse(3);
        List<String> names = List.of(args).stream()
                .filter(arg -> !arg.equals(QUICK) && !arg.equals(CRASHES) && !arg.matches(MEMBERS))
                .toList();
        if (names.stream().anyMatch(name -> !CONTENDERS.contains(name))) {
            System.err.println("usage: run.sh [--quick] [--members=2..9] [CONTENDER ...], with contenders of "
                    + CONTENDERS + "; or run.sh --crashes [--members=2..9]");
            System.exit(64);
        }
        if (List.of(args).contains(CRASHES)) {
            Benchmark crashes = new Benchmark(members, 3, 1000);
            for (Detection detection : Detection.values()) {
                System.out.println(detection.name().toLowerCase(Locale.ROOT) + " detection");
                crashes.crash("named", detection);
            }
            return;
        }
        new Benchmark(members, quick ? 3 : 7, quick ? 1000 : 3000).run(names.isEmpty() ? CONTENDERS : names);
    }

    private void run(List<String> names) throws Exception {
        System.out.printf(
                Locale.ROOT,
                "%d processors, Java %s, %d members; medians of %d slices of %d ms (least to greatest)%n",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.version"),
                members,
                slices,
                millis);
        RawHop.measure(2 * HOPS);
        List<Double> sockets = times(() -> RawHop.measure(HOPS));
        double socket = median(sockets);
        line("a socket, 64 bytes", "us per message", sockets);
        try (WireCost wire = new WireCost()) {
            wire.measure(5 * HOPS);
            line("a token of " + wire.bytes() + " bytes", "us to write and read", times(() -> wire.measure(HOPS)));
        }
        boolean failed = false;
        for (String name : names) {
            System.out.println(name);
            try (Cluster cluster = new Cluster(name, members, Optional.empty())) {
                measure(name, cluster);
                if (!name.equals(HAZELCAST)) {
                    crash(name, Detection.FAST);
                }
            } catch (IOException failure) {
                // The others are worth their figures all the same.
                failed = true;
                System.out.println("  failed: " + failure.getMessage());
            }
        }
        System.out.println("ratios of medians");
        handOffs.forEach((name, own) -> System.out.printf(
                Locale.ROOT,
                "  %-34s %s%s%n",
                name,
                pairs.containsKey(HAZELCAST) && pairs.containsKey(name) && !name.equals(HAZELCAST)
                        ? "hand-offs %6.2f, pairs %6.2f of FencedLock's"
                                .formatted(own / handOffs.get(HAZELCAST), pairs.get(name) / pairs.get(HAZELCAST))
                        : "",
                " a hand-off takes %.1f sockets".formatted(1e6 / own / socket)));
        if (failed) {
            System.exit(1);
        }
    }

    private void measure(String name, Cluster cluster) throws Exception {
        cluster.pairs("own", 1, 2 * millis);
        warm(() -> cluster.pairs("hot", members, millis).handOffs());
        List<Double> hops = List.of();
        if (!name.equals(HAZELCAST)) {
            cluster.hop(2 * HOPS);
            hops = times(() -> cluster.hop(HOPS));
            line("a message of Akka", "us per message", hops);
        }
        List<Double> grants = new ArrayList<>();
        List<Double> contended = times(() -> {
            Cluster.Slice slice = cluster.pairs("hot", members, millis);
            grants.add(slice.grants());
            return slice.handOffs();
        });
        line("a client each, one lock", "hand-offs/s", contended);
        handOffs.put(name, median(contended));
        line("", "grants/s", grants);
        if (!hops.isEmpty()) {
            System.out.printf(
                    Locale.ROOT,
                    "  %-28s %12.1f messages of Akka%n",
                    "a hand-off takes",
                    1e6 / median(contended) / median(hops));
        }
        List<Double> alone = times(() -> cluster.pairs("own", 1, millis).grants());
        line("one client", "pairs/s", alone);
        pairs.put(name, median(alone));
        if (name.startsWith("named")) {
            warm(() -> cluster.busy(MANY, millis));
            line(MANY + " locks at once", "grants/s", times(() -> cluster.busy(MANY, millis)));
            line("used locks", "bytes each", List.of(cluster.idle(10 * MANY)));
            line("one lock at once", "grants/s", times(() -> cluster.busy(1, millis)));
        }
    }

    /** A holder is killed, in clusters of their own. */
    private void crash(String name, Detection detection) throws Exception {
        List<Double> removals = new ArrayList<>();
        List<Double> grants = new ArrayList<>();
        for (int crash = 0; crash < 3; crash++) {
            try (Cluster cluster = new Cluster(name, members, Optional.of(detection))) {
                long[] removedAndGranted = cluster.crash();
                removals.add((double) removedAndGranted[0]);
                grants.add((double) removedAndGranted[1]);
            }
        }
        line("a holder is killed", "ms until it is removed", removals);
        line("", "ms from then to the next grant", grants);
    }

    private interface Measured {
        double take() throws Exception;
    }

    /** Measures until three slices in a row are no better than what came before: the code has been compiled. */
    private static void warm(Measured measured) throws Exception {
        double best = 0;
        int since = 0;
        for (int slice = 0; slice < MOST_WARM && since < 3; slice++) {
            double now = measured.take();
            since = now > 1.05 * best ? 0 : since + 1;
            best = Math.max(best, now);
        }
    }

    private List<Double> times(Measured measured) throws Exception {
        List<Double> all = new ArrayList<>();
        for (int slice = 0; slice < slices; slice++) {
            all.add(measured.take());
        }
        return all;
    }

    private static double median(List<Double> all) {
        return all.stream().sorted().skip(all.size() / 2).findFirst().orElseThrow();
    }

    private static void line(String what, String unit, List<Double> all) {
        DoubleStream each = all.stream().mapToDouble(Double::doubleValue);
        var summary = each.summaryStatistics();
        String form = median(all) < 1000 ? "%.1f" : "%,.0f";
        System.out.printf(
                Locale.ROOT,
                "  %-28s %12s %s (%s to %s)%n",
                what,
                form.formatted(median(all)),
                unit,
                form.formatted(summary.getMin()),
                form.formatted(summary.getMax()));
    }
}
