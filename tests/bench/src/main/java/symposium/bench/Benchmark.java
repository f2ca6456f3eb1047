package symposium.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.cluster.EventLogCost;

/** Measures the contenders one after the other, and prints medians with the least and the greatest of all slices. */
final class Benchmark {

    static final String HAZELCAST = "hazelcast";
    private static final String NAMED = "named";
    private static final String DEFAULT = "ewd851-misra";
    private static final String QUICK = "--quick";
    private static final String BRIEF = "--brief";
    private static final String CRASHES = "--crashes";
    private static final String EVENTS = "--events";
    private static final String PAIR = "--pair";
    private static final String MEMBERS = "--members=[2-9]";
    private static final String DELAY = "--delay=[0-9]{1,3}ms";

    private static final int ACTORS = 16;

    /** They take milliseconds. */
    private static final int SLICES_OF_STEPS = 7;

    private static final int SLICES_OF_ACQUIRES = 5;

    private static final long PAIR_MILLIS = 1000;

    private static final List<String> CONTENDERS = List.of(NAMED, DEFAULT, "suzuki-kasami-census", HAZELCAST);
    private static final List<String> PAIRED =
            List.of(NAMED, NAMED + SymposiumContender.LOW_LATENCY, DEFAULT, "suzuki-kasami-census", HAZELCAST);

    /** How much is measured; {@code BRIEF} is no measurement, and shows that everything runs. */
    private enum Effort {
        FULL(7, 3000, 20_000, 10_000, 200, List.of(10, 1000, 20_000), 40, 3),
        QUICK(3, 1000, 20_000, 10_000, 100, List.of(10, 1000, 20_000), 40, 3),
        BRIEF(1, 100, 200, 100, 10, List.of(10), 1, 1);

        private final int slices;
        private final long millis;
        private final int hops;
        private final int locks;
        private final int elsewhere;
        private final List<Integer> waiters;
        private final int mostWarm;
        private final int crashes;
        /** What is no measurement need not be compiled as for one. */
        private final List<String> flags;

        Effort(
                int slices,
                long millis,
                int hops,
                int locks,
                int elsewhere,
                List<Integer> waiters,
                int mostWarm,
                int crashes) {
            this.slices = slices;
            this.millis = millis;
            this.hops = hops;
            this.locks = locks;
            this.elsewhere = elsewhere;
            this.waiters = waiters;
            this.mostWarm = mostWarm;
            this.crashes = crashes;
            this.flags = mostWarm == 1 ? List.of("-XX:TieredStopAtLevel=1") : List.of();
        }
    }

    private static final List<EventLogCost.Log> LOGS_OF_NODES =
            List.of(EventLogCost.Log.OFF, EventLogCost.Log.STEPS, EventLogCost.Log.STATES);

    private final int members;
    private final Duration delay;
    private final Effort effort;
    private final Map<String, Double> handOffs = new LinkedHashMap<>();
    private final Map<String, Double> pairs = new LinkedHashMap<>();

    private Benchmark(int members, Duration delay, Effort effort) {
        this.members = members;
        this.delay = delay;
        this.effort = effort;
    }

    public static void main(String[] args) throws Exception {
        Effort effort = List.of(args).contains(BRIEF)
                ? Effort.BRIEF
                : List.of(args).contains(QUICK) ? Effort.QUICK : Effort.FULL;
        int members = List.of(args).stream()
                .filter(arg -> arg.matches(MEMBERS))
                .map(arg -> Integer.valueOf(arg.substring(arg.indexOf('=') + 1)))
                .findFirst()
                .orElse(3);
        Duration delay = List.of(args).stream()
                .filter(arg -> arg.matches(DELAY))
                .map(arg -> Duration.ofMillis(Long.parseLong(arg.replaceAll("[^0-9]", ""))))
                .findFirst()
                .orElse(Duration.ZERO);
        List<String> names = List.of(args).stream()
                .filter(arg -> !List.of(QUICK, BRIEF, CRASHES, EVENTS, PAIR).contains(arg)
                        && !arg.matches(MEMBERS)
                        && !arg.matches(DELAY))
                .toList();
        boolean pair = List.of(args).contains(PAIR);
        if (names.stream().anyMatch(name -> !(pair ? PAIRED : CONTENDERS).contains(name))
                || pair && names.size() != 2) {
            System.err.println(
                    "usage: run.sh [--quick | --brief] [--members=2..9] [--delay=1..999ms] [CONTENDER ...], with contenders of "
                            + CONTENDERS
                            + "; or run.sh --pair [--quick | --brief] [--members=2..9] [--delay=1..999ms] CONTENDER CONTENDER, also of ["
                            + NAMED + SymposiumContender.LOW_LATENCY + "]"
                            + "; or run.sh --crashes [--brief] [--members=2..9], or run.sh --events [--quick | --brief] [--members=2..9]");
            System.exit(64);
        }
        if (List.of(args).contains(CRASHES)) {
            Benchmark crashes = new Benchmark(members, delay, effort == Effort.FULL ? Effort.QUICK : effort);
            for (Detection detection : Detection.values()) {
                System.out.println(detection.name().toLowerCase(Locale.ROOT) + " detection");
                crashes.crash(NAMED, detection);
            }
            return;
        }
        if (List.of(args).contains(EVENTS)) {
            new Benchmark(members, delay, effort).events();
            return;
        }
        if (pair) {
            new Benchmark(members, delay, effort).pair(names);
            return;
        }
        new Benchmark(members, delay, effort).run(names.isEmpty() ? CONTENDERS : names);
    }

    private void pair(List<String> names) throws Exception {
        int pairs = effort == Effort.FULL ? 11 : effort.slices;
        long millis = effort == Effort.BRIEF ? effort.millis : PAIR_MILLIS;
        System.out.printf(
                Locale.ROOT,
                "%d processors, Java %s, two clusters of %d members, %d ms of delay each way; medians of %d pairs of slices"
                        + " of %d ms (of ratios, with the least but one and the greatest but one)%n",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.version"),
                members,
                delay.toMillis(),
                pairs,
                millis);
        try (Pairing pairing = new Pairing(
                names, members, delay, millis, pairs, effort.locks, effort.elsewhere, effort.mostWarm, effort.flags)) {
            pairing.run();
        }
    }

    private void run(List<String> names) throws Exception {
        System.out.printf(
                Locale.ROOT,
                "%d processors, Java %s, %d members, %d ms of delay each way; medians of %d slices of %d ms (least to greatest)%n",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.version"),
                members,
                delay.toMillis(),
                effort.slices,
                effort.millis);
        RawHop.measure(2 * effort.hops);
        List<Double> sockets = times(() -> RawHop.measure(effort.hops));
        double socket = median(sockets);
        line("a socket, 64 bytes", "us per message", sockets);
        try (WireCost wire = new WireCost()) {
            wire.measure(5 * effort.hops);
            line(
                    "a token of " + wire.bytes() + " bytes",
                    "us to write and read",
                    times(() -> wire.measure(effort.hops)));
        }
        boolean failed = false;
        for (String name : names) {
            System.out.println(name);
            boolean crashes = !name.equals(HAZELCAST) && delay.isZero();
            // What is no measurement may have one cluster for all. Fast detection takes a member of a loaded machine,
            // on which such runs are common, for crashed long before it is killed.
            boolean ownClusters = effort != Effort.BRIEF;
            Optional<Detection> detection = crashes && !ownClusters ? Optional.of(Detection.DEFAULT) : Optional.empty();
            try (Cluster cluster = new Cluster(name, members, delay, detection, effort.flags)) {
                measure(name, cluster);
                if (crashes && ownClusters) {
                    crash(name, Detection.FAST);
                } else if (crashes) {
                    crashed(List.of(cluster.crash()));
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

    /** The event log, off and on: what a step of a process costs, and how many grants a cluster makes. */
    private void events() throws Exception {
        Path directory = Files.createTempDirectory("symposium-bench-events");
        try {
            steps(directory);
            logged(directory);
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(each -> each.toFile().delete());
            }
        }
    }

    /** Slices of all ways to log take turns, so that what else the machine does concerns them alike. */
    private void steps(Path directory) {
        System.out.println("three processes of " + DEFAULT + " in one thread, processor time of a step");
        Map<EventLogCost.Log, EventLogCost> costs = new EnumMap<>(EventLogCost.Log.class);
        Map<EventLogCost.Log, List<Double>> times = new EnumMap<>(EventLogCost.Log.class);
        for (EventLogCost.Log log : EventLogCost.Log.values()) {
            costs.put(
                    log,
                    new EventLogCost(DEFAULT, log, directory.resolve(log.name().toLowerCase(Locale.ROOT))));
            times.put(log, new ArrayList<>());
        }
        int warm = effort.mostWarm == 1 ? 1 : 3;
        for (int slice = -warm; slice < effort.slices * SLICES_OF_STEPS; slice++) {
            for (EventLogCost.Log log : EventLogCost.Log.values()) {
                // A log that is on costs ten times as much, and fills the disk.
                boolean writes = log == EventLogCost.Log.STEPS || log == EventLogCost.Log.STATES;
                double took = costs.get(log).measure(writes ? effort.hops / 10 : effort.hops);
                if (slice >= 0) {
                    times.get(log).add(took);
                }
            }
        }
        costs.values().forEach(EventLogCost::close);
        times.forEach((log, all) -> line(told(log), "ns, " + ratio(all, times.get(EventLogCost.Log.OFF)), all));
    }

    private static String told(EventLogCost.Log log) {
        return switch (log) {
            case ABSENT -> "no listener at all";
            case UNHEARD -> "a listener that does nothing";
            case OFF -> "the log, off";
            case STEPS -> "the log, without states";
            case STATES -> "the log, with states";
        };
    }

    /** Of slices that took turns, the median of their ratios. */
    private static String ratio(List<Double> some, List<Double> off) {
        List<Double> ratios = IntStream.range(0, some.size())
                .mapToObj(slice -> some.get(slice) / off.get(slice))
                .toList();
        return String.format(Locale.ROOT, "%.2f of off", median(ratios));
    }

    /**
     * Clusters that live side by side, of which one is used at a time: names that were used last at another member,
     * one after the other, so that each acquire takes as many messages and steps as any other.
     */
    private void logged(Path directory) throws Exception {
        System.out.printf(
                Locale.ROOT, "named locks, %d JVMs, an acquire and a release of a name last used elsewhere%n", members);
        Map<EventLogCost.Log, Cluster> clusters = new EnumMap<>(EventLogCost.Log.class);
        Map<EventLogCost.Log, List<Double>> waits = new EnumMap<>(EventLogCost.Log.class);
        Map<EventLogCost.Log, List<Double>> times = new EnumMap<>(EventLogCost.Log.class);
        try {
            for (EventLogCost.Log log : LOGS_OF_NODES) {
                clusters.put(log, cluster(directory, log));
                waits.put(log, new ArrayList<>());
                times.put(log, new ArrayList<>());
            }
            for (Cluster cluster : clusters.values()) {
                cluster.pairs("hot", members, 4 * effort.millis);
            }
            for (int slice = -effort.slices; slice < effort.slices * SLICES_OF_ACQUIRES; slice++) {
                for (EventLogCost.Log log : LOGS_OF_NODES) {
                    Cluster cluster = clusters.get(log);
                    Duration before = cluster.processorTime();
                    double wait = cluster.elsewhere(effort.elsewhere).median();
                    if (slice >= 0) {
                        waits.get(log).add(wait);
                        times.get(log).add(cluster.processorTime().minus(before).toNanos() / 1e3 / effort.elsewhere);
                    }
                }
            }
        } finally {
            for (Cluster cluster : clusters.values()) {
                cluster.close();
            }
        }
        for (EventLogCost.Log log : LOGS_OF_NODES) {
            line(told(log), "us to acquire, " + ratio(waits.get(log), waits.get(EventLogCost.Log.OFF)), waits.get(log));
            line("", "us of processor time, " + ratio(times.get(log), times.get(EventLogCost.Log.OFF)), times.get(log));
        }
    }

    private Cluster cluster(Path directory, EventLogCost.Log log) throws IOException {
        List<String> flags = new ArrayList<>(effort.flags);
        boolean writes = log != EventLogCost.Log.OFF;
        flags.add("-Dsymposium.event-log.directory=" + (writes ? directory.resolve(log.name()) : "off"));
        flags.add("-Dsymposium.event-log.states=" + (log == EventLogCost.Log.STATES ? "on" : "off"));
        return new Cluster(NAMED, members, delay, Optional.empty(), flags);
    }

    private void measure(String name, Cluster cluster) throws Exception {
        cluster.pairs("own", 1, 2 * effort.millis);
        warm(() -> cluster.pairs("hot", members, effort.millis).handOffs());
        List<Double> hops = List.of();
        if (!name.equals(HAZELCAST)) {
            int messages = delay.isZero() ? effort.hops : Math.max(1, effort.hops / 100);
            cluster.hop(2 * messages);
            hops = times(() -> cluster.hop(messages));
            line("a message of Akka", "us per message", hops);
        }
        List<Double> grants = new ArrayList<>();
        List<Cluster.Waits> waits = new ArrayList<>();
        List<Double> contended = times(() -> {
            Cluster.Slice slice = cluster.pairs("hot", members, effort.millis);
            grants.add(slice.grants());
            waits.add(slice.waits());
            return slice.handOffs();
        });
        line("a client each, one lock", "hand-offs/s", contended);
        handOffs.put(name, median(contended));
        line("", "grants/s", grants);
        delays(median(contended), "a hand-off takes");
        waits(waits);
        if (!hops.isEmpty()) {
            System.out.printf(
                    Locale.ROOT,
                    "  %-28s %12.1f messages of Akka%n",
                    "a hand-off takes",
                    1e6 / median(contended) / median(hops));
        }
        List<Double> alone = times(() -> cluster.pairs("own", 1, effort.millis).grants());
        line("one client", "pairs/s", alone);
        pairs.put(name, median(alone));
        if (name.equals(NAMED) || name.equals(HAZELCAST)) {
            for (int names : List.of(1, 1000)) {
                warm(() -> cluster.ownNames(names, members, effort.millis).grants());
                waits.clear();
                line("a client each, " + names + " of its own", "pairs/s each", times(() -> {
                    Cluster.Slice slice = cluster.ownNames(names, members, effort.millis);
                    waits.add(slice.waits());
                    return slice.grants() / members;
                }));
                waits(waits);
            }
            cluster.elsewhere(effort.elsewhere);
            cluster.elsewhere(effort.elsewhere);
            waits.clear();
            List<Double> medians = times(() -> {
                waits.add(cluster.elsewhere(effort.elsewhere));
                return waits.get(waits.size() - 1).median();
            });
            line("last used elsewhere", "us to acquire", medians);
            delays(1e6 / median(medians), "it takes");
            waits(waits);
            warm(() -> cluster.busy(effort.locks, effort.millis));
            line(effort.locks + " locks at once", "grants/s", times(() -> cluster.busy(effort.locks, effort.millis)));
            // Memory does not depend on the delay, and ten thousand first uses would take minutes.
            if (name.equals(NAMED) && delay.isZero()) {
                line("used locks", "bytes each", List.of(cluster.idle(effort.locks)));
            }
            line("one lock at once", "grants/s", times(() -> cluster.busy(1, effort.millis)));
        }
        if (name.equals(NAMED) && delay.isZero()) {
            warm(() -> cluster.actors(ACTORS, effort.millis));
            line(ACTORS + " actors", "pairs/s of processor time", times(() -> cluster.actors(ACTORS, effort.millis)));
            for (int waiters : effort.waiters) {
                // Until all have asked.
                long filling = 1000 + waiters / 4;
                cluster.waiters(waiters, filling, effort.millis);
                grants.clear();
                line(waiters + " waiters for one lock", "hand-offs/s", times(() -> {
                    Cluster.Slice slice = cluster.waiters(waiters, filling, effort.millis);
                    grants.add(slice.grants());
                    return slice.handOffs();
                }));
                line("", "grants/s", grants);
            }
        }
    }

    private void delays(double perSecond, String what) {
        if (!delay.isZero()) {
            System.out.printf(Locale.ROOT, "  %-28s %12.2f delays%n", what, 1e9 / perSecond / delay.toNanos());
        }
    }

    private static void waits(List<Cluster.Waits> waits) {
        System.out.printf(
                Locale.ROOT,
                "  %-28s %12.0f us (p50), %.0f us (p99) to acquire%n",
                "",
                median(waits.stream().map(Cluster.Waits::median).toList()),
                median(waits.stream().map(Cluster.Waits::of99).toList()));
    }

    /** A holder is killed, in clusters of their own. */
    private void crash(String name, Detection detection) throws Exception {
        List<Cluster.Crash> crashes = new ArrayList<>();
        for (int crash = 0; crash < effort.crashes; crash++) {
            try (Cluster cluster = new Cluster(name, members, delay, Optional.of(detection), effort.flags)) {
                crashes.add(cluster.crash());
            }
        }
        crashed(crashes);
    }

    private static void crashed(List<Cluster.Crash> all) {
        line(
                "a holder is killed",
                "ms until it is removed",
                all.stream().map(Cluster.Crash::removed).toList());
        line(
                "",
                "ms from then to the next grant",
                all.stream().map(Cluster.Crash::granted).toList());
    }

    private interface Measured {
        double take() throws Exception;
    }

    /** Measures until three slices in a row are no better than what came before: the code has been compiled. */
    private void warm(Measured measured) throws Exception {
        double best = 0;
        int since = 0;
        for (int slice = 0; slice < effort.mostWarm && since < 3; slice++) {
            double now = measured.take();
            since = now > 1.05 * best ? 0 : since + 1;
            best = Math.max(best, now);
        }
    }

    private List<Double> times(Measured measured) throws Exception {
        List<Double> all = new ArrayList<>();
        for (int slice = 0; slice < effort.slices; slice++) {
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
