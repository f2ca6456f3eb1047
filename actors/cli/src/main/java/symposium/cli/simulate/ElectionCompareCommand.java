package symposium.cli.simulate;

import static symposium.cli.option.Values.quoted;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import symposium.cli.option.AlgorithmConverter;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.OutputFile;
import symposium.cli.option.Values;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportText;
import symposium.cli.report.ReportingCommand;
import symposium.election.Election;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Bound;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.RelabelledTopology;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;
import symposium.topology.RandomGraph;
import symposium.trace.SvgPlot;
import symposium.trace.TextTable;

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

    /** An algorithm on random rings, or on its worst, and its results by the number of processes. */
    private record Contender(Algorithm<?, ?, ?, ?, ?> algorithm, boolean worst, SortedMap<Integer, Result> results) {

        private static boolean hasMean(Algorithm<?, ?, ?, ?, ?> algorithm) {
            return algorithm.paper().bounds().stream().anyMatch(bound -> bound.kind() == Bound.Kind.MEAN);
        }

        /** What its paper says of it, when all call at once. */
        List<Bound> bounds() {
            Bound.Kind kind = worst || !hasMean(algorithm) ? Bound.Kind.MOST : Bound.Kind.MEAN;
            return algorithm.paper().bounds().stream()
                    .filter(bound -> bound.kind() == kind)
                    .toList();
        }

        String label() {
            return algorithm.name() + (worst ? WORST : "");
        }

        boolean onRings() {
            return algorithm.system().topologies().get(0) == Shape.RING;
        }

        /** Whether the comparison runs it on this number of processes. */
        boolean takesOn(int count) {
            return bounds().stream()
                            .limit(1)
                            .allMatch(bound -> bound.messages().applyAsDouble(count) <= (double) MOST_EACH * count)
                    && (onRings() || count <= MOST_COMPLETE);
        }

        /** The mean number of messages on this number of processes. */
        String cell(int count) {
            Optional<Result> result = Optional.ofNullable(results.get(count));
            return result.map(runs -> counted(Math.round(runs.messages().getAverage())))
                    .orElse("-");
        }

        SvgPlot.Series series() {
            SortedMap<Integer, Double> means = new TreeMap<>();
            results.forEach(
                    (count, result) -> means.put(count, result.messages().getAverage()));
            return new SvgPlot.Series(label() + (onRings() ? "" : ", complete graph"), means, bounds());
        }

        /**
         * Where it runs: a complete graph, the ring on which each name meets all smaller ones first, or a random ring.
         */
        Topology topology(int count, IntFunction<Topology> random, int run) {
            if (!onRings()) {
                return algorithm.system().topologies().get(0);
            }
            return worst
                    ? RelabelledTopology.ring(IntStream.range(0, count)
                            .map(place -> count - 1 - place)
                            .toArray())
                    : random.apply(run);
        }
    }

    /** The numbers of messages of one contender in its runs. */
    private record Result(int processes, LongSummaryStatistics messages, double seconds) {}

    @Override
    public Integer call() {
        List<Contender> contenders = contenders();
        SortedSet<Integer> counts = counts();
        List<String> wrong = new ArrayList<>();
        for (int count : counts) {
            Topology first = ring(count, seed);
            IntFunction<Topology> random = run -> run == 0 ? first : ring(count, seed + run);
            contenders.stream().filter(each -> each.takesOn(count)).forEach(each -> each.results()
                    .put(count, result(each, count, random, wrong)));
        }
        List<Contender> ran =
                contenders.stream().filter(each -> !each.results().isEmpty()).toList();
        svg.ifPresent(file -> file.write("--svg", drawn(ran)));
        print(() -> json(ran, wrong), () -> text(contenders, counts, ran, wrong));
        return wrong.isEmpty() ? ExitCode.DONE : ExitCode.VIOLATED;
    }

    private static Topology ring(int count, long seed) {
        return RelabelledTopology.ring(RandomGraph.shuffled(count, new SplittableRandom(seed)));
    }

    private List<Contender> contenders() {
        AlgorithmConverter elections = new AlgorithmConverter.OfElections();
        Map<String, Algorithm<?, ?, ?, ?, ?>> wanted = new LinkedHashMap<>();
        for (String name : names) {
            Algorithm<?, ?, ?, ?, ?> election = Values.of("election", () -> elections.convert(name));
            if (wanted.put(election.name(), election) != null) {
                throw new BadInput("%s is named twice; name it once", quoted(name));
            }
        }
        return (wanted.isEmpty() ? elections.listed() : wanted.values())
                .stream()
                        .flatMap(each -> Stream.of(true, false)
                                .filter(worst -> !worst || Contender.hasMean(each))
                                .map(worst -> new Contender(each, worst, new TreeMap<>())))
                        .toList();
    }

    private SortedSet<Integer> counts() {
        return processes
                .map(text -> Values.several("-n", text, each -> Values.whole("-n", each.strip(), 1, MOST_PROCESSES)))
                .orElseGet(() -> IntStream.iterate(2, count -> count <= MOST_PROCESSES, count -> 2 * count)
                        .boxed()
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    // --- running

    private Result result(Contender contender, int count, IntFunction<Topology> random, List<String> wrong) {
        int runs = contender.onRings() && !contender.worst() && count <= LARGE ? rings : 1;
        long begin = System.nanoTime();
        LongSummaryStatistics all = new LongSummaryStatistics();
        for (int run = 0; run < runs; run++) {
            String where = "%s, n = %d, seed %d".formatted(contender.label(), count, seed + run);
            all.accept(messages(contender.algorithm(), contender.topology(count, random, run), count, where, wrong));
        }
        for (Bound bound : contender.algorithm().paper().bounds()) {
            double allowed = bound.messages().applyAsDouble(count) + ROUNDING;
            if (bound.kind() == Bound.Kind.MOST && all.getMax() > allowed) {
                wrong.add("%s, n = %d: %d messages, %s is %.0f"
                        .formatted(contender.label(), count, all.getMax(), bound, allowed));
            }
        }
        return new Result(count, all, (System.nanoTime() - begin) / 1e9);
    }

    private <S, M, U, I, O> long messages(
            Algorithm<S, M, U, I, O> algorithm, Topology topology, int count, String where, List<String> wrong) {
        Set<ProcessId> leaders = new TreeSet<>();
        long[] told = new long[1];
        Workload<U, I> users =
                Workload.demanding(algorithm.problem(), process -> true, 1, Durations.exactly(0), Durations.exactly(1));
        Run<S, M, U, I, O> run = Simulation.of(
                        algorithm,
                        Start.of(count, 0),
                        topology,
                        algorithm.system().channels(),
                        users)
                .withListener((process, output) -> {
                    leaders.add(((Election.Leader) output).leader());
                    told[0]++;
                })
                .withPause(counted -> progress(() -> ReportText.counted(
                        "%s: %,d messages", where, counted.get().total())))
                .as(Run::new);
        Metrics metrics = run.runToTheEnd();
        if (leaders.size() != 1 || told[0] < count || run.waiting() > 0) {
            wrong.add(where + ": of " + count + " processes " + told[0] + " learned of a leader; there are "
                    + leaders.size());
        }
        return metrics.total() - metrics.announcements();
    }

    // --- telling

    private String drawn(List<Contender> ran) {
        if (ran.isEmpty()) {
            throw new BadInput("--svg: nothing has been run that could be drawn; use fewer processes with -n");
        }
        return SvgPlot.of(
                "Elections: messages until a leader is found",
                "all processes initiate at once, the same random rings for all, seed %d; the mean of %d up to n = %,d, above that one; log: base 2"
                        .formatted(seed, rings, LARGE),
                ran.stream().map(Contender::series).toList());
    }

    private JsonObject json(List<Contender> ran, List<String> wrong) {
        List<JsonObject> runs = ran.stream()
                .flatMap(each -> each.results().values().stream().map(result -> json(each, result)))
                .toList();
        return new JsonObject().with("seed", seed).with("runs", runs).with("wrong", wrong);
    }

    private static JsonObject json(Contender contender, Result result) {
        LongSummaryStatistics messages = result.messages();
        return new JsonObject()
                .with("algorithm", contender.algorithm().name())
                .with(
                        "topology",
                        !contender.onRings() ? "complete" : contender.worst() ? "descending ring" : "random ring")
                .with("processes", result.processes())
                .with("runs", messages.getCount())
                .with("messages", messages.getAverage())
                .with("fewest", messages.getMin())
                .with("most", messages.getMax())
                .with("bounds", SimulateReport.bounds(contender.algorithm(), result.processes()))
                .with("seconds", result.seconds());
    }

    private String text(
            List<Contender> contenders, SortedSet<Integer> counts, List<Contender> ran, List<String> wrong) {
        List<List<String>> columns = new ArrayList<>();
        columns.add(column("n", counts.stream().map(count -> counted(count))));
        contenders.forEach(
                each -> columns.add(column(each.label(), counts.stream().map(each::cell))));
        int height = columns.stream().mapToInt(List::size).max().orElseThrow();
        columns.forEach(column -> column.addAll(0, Collections.nCopies(height - column.size(), "")));
        List<List<String>> rows = IntStream.range(0, height)
                .mapToObj(row -> columns.stream().map(column -> column.get(row)).toList())
                .toList();
        StringBuilder text = new StringBuilder("""
                messages until a leader is found, on the same random rings, seed %d

                %s

                -: left out: the bound is above %s messages for each process, or the complete graph above %s processes

                """.formatted(
                        seed,
                        String.join("\n", TextTable.lines(rows, "  ", column -> true)),
                        counted(MOST_EACH),
                        counted(MOST_COMPLETE)));
        ran.forEach(each -> shares(text, each, each.results().get(each.results().lastKey())));
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
                        100 * last.messages().getAverage() / said,
                        bound.kind() == Bound.Kind.MOST ? "at most" : "the mean",
                        bound.formula()));
            }
        }
    }

    /** A name in several lines, and what stands below it. */
    private static List<String> column(String name, Stream<String> values) {
        return Stream.concat(Stream.of(name.split("(?<=-)|, ")).map(String::strip), values)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static String counted(long number) {
        return ReportText.counted("%,d", number);
    }
}
