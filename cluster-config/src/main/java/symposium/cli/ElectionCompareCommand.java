package symposium.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import symposium.election.Election;
import symposium.kernel.Algorithm;
import symposium.kernel.Bound;
import symposium.kernel.ProcessId;
import symposium.kernel.RelabelledTopology;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;
import symposium.trace.SvgPlot;

/** {@code symposium election compare}: elections side by side. */
@Command(name = "compare")
final class ElectionCompareCommand extends ReportingCommand {

    private static final int MOST_EACH = 4096;
    private static final int MOST_COMPLETE = 2048;
    private static final int MOST_PROCESSES = 1 << 20;
    private static final int MOST_RINGS = 1000;
    /** With more processes than this, rings differ little and take long; one is enough. */
    private static final int LARGE = 4096;

    private static final String WORST = ", at worst";
    private static final double ROUNDING = 1e-6;

    @Parameters(arity = "0..*", paramLabel = "ELECTION", descriptionKey = "election")
    private List<String> names = new ArrayList<>();

    @Option(
            names = {"-n", "--processes"},
            paramLabel = "N,...")
    private Optional<String> processes;

    @Option(names = "--rings", paramLabel = "R")
    @Bounds(least = 1, most = MOST_RINGS)
    private int rings = 10;

    @Option(names = "--seed", paramLabel = "S")
    @Bounds(most = Long.MAX_VALUE - MOST_RINGS)
    private long seed;

    @Option(names = "--svg", paramLabel = "FILE")
    private Optional<OutputFile> svg;

    /** An algorithm on random rings, or on its worst. */
    private record Contender(Algorithm<?, ?, ?, ?, ?> algorithm, boolean worst) {

        /** What is said of it there, when all call at once. */
        List<Bound> bounds() {
            Bound.Kind kind = worst || bound(Bound.Kind.MEAN).isEmpty() ? Bound.Kind.MOST : Bound.Kind.MEAN;
            return algorithm.bounds().stream()
                    .filter(bound -> bound.kind() == kind)
                    .toList();
        }

        String label() {
            return algorithm.name() + (worst ? WORST : "");
        }

        boolean onRings() {
            return algorithm.topologies().get(0) == Shape.RING;
        }

        Optional<Bound> bound(Bound.Kind kind) {
            return algorithm.bounds().stream()
                    .filter(bound -> bound.kind() == kind)
                    .findFirst();
        }

        /** Whether the comparison runs it on this number of processes. */
        boolean takesOn(int count) {
            Optional<Bound> expected =
                    bound(Bound.Kind.MEAN).filter(mean -> !worst).or(() -> bound(Bound.Kind.MOST));
            return expected.stream()
                            .allMatch(bound -> bound.messages().applyAsDouble(count) <= (double) MOST_EACH * count)
                    && (onRings() || count <= MOST_COMPLETE);
        }
    }

    /** The messages of one contender: over several rings the mean, the fewest, the most. */
    private record Result(int processes, int runs, double mean, long fewest, long most, double seconds) {}

    @Override
    public Integer call() {
        List<Contender> contenders = contenders();
        List<Integer> counts = counts();
        Map<Contender, Map<Integer, Result>> results = new LinkedHashMap<>();
        contenders.forEach(contender -> results.put(contender, new TreeMap<>()));
        List<String> wrong = new ArrayList<>();
        for (int count : counts) {
            Rings those = new Rings(count, seed, count > LARGE ? 1 : rings);
            for (Contender contender : contenders) {
                if (contender.takesOn(count)) {
                    results.get(contender).put(count, result(contender, those, wrong));
                }
            }
        }
        svg.ifPresent(file -> file.write("--svg", drawn(results)));
        print(() -> json(results, wrong), () -> text(results, counts, wrong));
        return wrong.isEmpty() ? ExitCode.DONE : ExitCode.VIOLATED;
    }

    private List<Contender> contenders() {
        AlgorithmConverter elections = new AlgorithmConverter.OfElections();
        Map<String, Algorithm<?, ?, ?, ?, ?>> wanted = new LinkedHashMap<>();
        for (String name : names) {
            Algorithm<?, ?, ?, ?, ?> election = elections.of("election", name);
            if (wanted.put(election.name(), election) != null) {
                throw new BadInput("%s is named twice; once is wanted".formatted(Values.quoted(name)));
            }
        }
        List<Contender> contenders = new ArrayList<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : wanted.isEmpty() ? elections.listed() : wanted.values()) {
            if (algorithm.bounds().stream().anyMatch(bound -> bound.kind() == Bound.Kind.MEAN)) {
                contenders.add(new Contender(algorithm, true));
            }
            contenders.add(new Contender(algorithm, false));
        }
        return contenders;
    }

    private List<Integer> counts() {
        if (processes.isEmpty()) {
            return IntStream.iterate(2, count -> count <= MOST_PROCESSES, count -> 2 * count)
                    .boxed()
                    .toList();
        }
        Set<Integer> counts = new TreeSet<>();
        for (String each : processes.get().split(",", -1)) {
            if (!counts.add(Values.whole("-n", each.strip(), 1, MOST_PROCESSES))) {
                throw new BadInput("-n %s: %s is named twice; once is wanted"
                        .formatted(Values.quoted(processes.get()), each.strip()));
            }
        }
        return List.copyOf(counts);
    }

    // --- running

    /** The rings of one size; the last that was made is kept for the next contender. */
    private static final class Rings {
        private final int count;
        private final long first;
        private final int several;
        private long kept = -1;
        private Topology last;

        Rings(int count, long first, int several) {
            this.count = count;
            this.first = first;
            this.several = several;
        }

        Topology random(int which) {
            if (kept != which) {
                last = new RelabelledTopology(Shape.RING, Ids.random(count, first + which));
                kept = which;
            }
            return last;
        }

        /** Every name meets all smaller ones before a greater one. */
        Topology descending() {
            return new RelabelledTopology(
                    Shape.RING,
                    IntStream.range(0, count)
                            .mapToObj(place -> ProcessId.of(count - 1 - place))
                            .toList());
        }
    }

    private Result result(Contender contender, Rings rings, List<String> wrong) {
        int runs = contender.onRings() && !contender.worst() ? rings.several : 1;
        long begin = System.nanoTime();
        long sum = 0;
        long fewest = Long.MAX_VALUE;
        long most = 0;
        for (int run = 0; run < runs; run++) {
            Topology topology = !contender.onRings()
                    ? contender.algorithm().topologies().get(0)
                    : contender.worst() ? rings.descending() : rings.random(run);
            String where = "%s, n = %d, seed %d".formatted(contender.label(), rings.count, rings.first + run);
            long messages = messages(contender.algorithm(), topology, rings.count, where, wrong);
            sum += messages;
            fewest = Math.min(fewest, messages);
            most = Math.max(most, messages);
        }
        for (Bound bound : contender.algorithm().bounds()) {
            double allowed = bound.messages().applyAsDouble(rings.count) + ROUNDING;
            if (bound.kind() == Bound.Kind.MOST && most > allowed) {
                wrong.add("%s, n = %d: %d messages, %s is %.0f"
                        .formatted(contender.label(), rings.count, most, bound, allowed));
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Result(rings.count, runs, (double) sum / runs, fewest, most, seconds);
    }

    private <S, M, U, I, O> long messages(
            Algorithm<S, M, U, I, O> algorithm, Topology topology, int count, String where, List<String> wrong) {
        Set<ProcessId> leaders = new TreeSet<>();
        long[] told = new long[1];
        Workload<U, I> users =
                Workload.demanding(algorithm.problem(), process -> true, 1, Durations.exactly(0), Durations.exactly(1));
        Run<S, M, U, I, O> run = Simulation.of(algorithm, Start.of(count, 0), topology, algorithm.channels(), users)
                .withListener((process, output) -> {
                    leaders.add(((Election.Leader) output).leader());
                    told[0]++;
                })
                .withPause(counted -> progress(() -> ReportText.counted(
                        "%s: %,d messages", where, counted.get().total())))
                .as(Run::new);
        Metrics metrics = run.runToTheEnd();
        if (leaders.size() != 1 || told[0] < count || run.waiting() > 0) {
            wrong.add(where + ": of " + count + " processes " + told[0] + " were told of a leader; there are "
                    + leaders.size());
        }
        return metrics.total() - metrics.announcements();
    }

    // --- telling

    private String drawn(Map<Contender, Map<Integer, Result>> results) {
        List<SvgPlot.Series> series = new ArrayList<>();
        results.forEach((contender, byCount) -> {
            if (!byCount.isEmpty()) {
                TreeMap<Integer, Double> messages = new TreeMap<>();
                byCount.forEach((count, result) -> messages.put(count, result.mean()));
                String label = contender.label() + (contender.onRings() ? "" : ", complete graph");
                series.add(new SvgPlot.Series(label, messages, contender.bounds()));
            }
        });
        if (series.isEmpty()) {
            throw new BadInput("--svg: nothing has been run that could be drawn; fewer processes are wanted behind -n");
        }
        return SvgPlot.of(
                "Elections: messages until a leader is found",
                "all processes initiate at once, the same random rings for all, seed %d; the mean of %d up to n = %,d, above that one; log: base 2"
                        .formatted(seed, rings, LARGE),
                series);
    }

    private Map<String, Object> json(Map<Contender, Map<Integer, Result>> results, List<String> wrong) {
        List<Map<String, Object>> runs = new ArrayList<>();
        results.forEach((contender, byCount) -> byCount.values().forEach(result -> {
            Map<String, Object> run = new LinkedHashMap<>();
            run.put("algorithm", contender.algorithm().name());
            run.put(
                    "topology",
                    !contender.onRings() ? "complete" : contender.worst() ? "descending ring" : "random ring");
            run.put("processes", result.processes());
            run.put("runs", result.runs());
            run.put("messages", result.mean());
            run.put("fewest", result.fewest());
            run.put("most", result.most());
            Map<String, Object> bounds = new LinkedHashMap<>();
            for (Bound bound : contender.algorithm().bounds()) {
                bounds.put(bound.toString(), bound.messages().applyAsDouble(result.processes()));
            }
            run.put("bounds", bounds);
            run.put("seconds", result.seconds());
            runs.add(run);
        }));
        Map<String, Object> object = Json.runs("seed", seed, runs);
        object.put("wrong", wrong);
        return object;
    }

    private String text(Map<Contender, Map<Integer, Result>> results, List<Integer> counts, List<String> wrong) {
        List<List<String>> columns = new ArrayList<>();
        columns.add(column("n", counts.stream().map(count -> counted(count)).toList()));
        results.forEach((contender, byCount) -> columns.add(column(
                contender.label(),
                counts.stream()
                        .map(count -> byCount.containsKey(count)
                                ? counted(Math.round(byCount.get(count).mean()))
                                : "-")
                        .toList())));
        StringBuilder text = new StringBuilder();
        text.append("messages until a leader is found, on the same random rings, seed ")
                .append(seed)
                .append("\n\n");
        int heads = columns.stream()
                .mapToInt(column -> column.size() - counts.size())
                .max()
                .orElseThrow();
        for (int row = -heads; row < counts.size(); row++) {
            StringBuilder line = new StringBuilder();
            for (List<String> column : columns) {
                int width = column.stream().mapToInt(String::length).max().orElseThrow();
                int at = column.size() - counts.size() + row;
                line.append(" ".repeat(line.isEmpty() ? 0 : 2)).append(aligned(at < 0 ? "" : column.get(at), width));
            }
            text.append(line.toString().stripTrailing()).append("\n");
        }
        text.append("\n-: left out: the bound is above ")
                .append(counted(MOST_EACH))
                .append(" messages for each process, or the complete graph above ")
                .append(counted(MOST_COMPLETE))
                .append(" processes\n\n");
        results.forEach((contender, byCount) -> byCount.values().stream()
                .reduce((one, other) -> other)
                .ifPresent(last -> shares(text, contender, last)));
        wrong.forEach(each -> text.append("violated: ").append(each).append('\n'));
        return text.toString();
    }

    /** How much of each bound there was with the most processes. */
    private static void shares(StringBuilder text, Contender contender, Result last) {
        for (Bound bound : contender.bounds()) {
            double said = bound.messages().applyAsDouble(last.processes());
            if (said > 0) {
                text.append(ReportText.counted(
                        "%-24s n = %,9d: %5.1f %% of %s %s%n",
                        contender.label(),
                        last.processes(),
                        100 * last.mean() / said,
                        bound.kind() == Bound.Kind.MOST ? "at most" : "the mean",
                        bound.formula()));
            }
        }
    }

    /** A name in several lines, and what stands below it. */
    private static List<String> column(String name, List<String> values) {
        List<String> column = new ArrayList<>(
                Stream.of(name.split("(?<=-)|, ")).map(String::strip).toList());
        column.addAll(values);
        return column;
    }

    private static String aligned(String text, int width) {
        return " ".repeat(width - text.length()) + text;
    }

    private static String counted(long number) {
        return ReportText.counted("%,d", number);
    }
}
