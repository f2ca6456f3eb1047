package symposium.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import symposium.election.Election;
import symposium.kernel.Algorithm;
import symposium.kernel.Bound;
import symposium.kernel.Catalogue;
import symposium.kernel.ProcessId;
import symposium.kernel.RelabelledTopology;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;
import symposium.trace.SvgPlot;

/** {@code symposium election compare}: elections side by side. */
@Command(
        name = "compare",
        header = "Runs elections on the same random rings, and sets their messages against each other and the papers'"
                + " bounds.",
        description = {
            "%nAll call for an election at once, and every message travels for one tick. Messages that only announce the"
                    + " leader are not counted. An algorithm whose mean is known is run a second time, on the ring that costs it"
                    + " most. Algorithms for complete graphs are run on those.%n",
            "An algorithm is left out, with '-', where its bound is above " + ElectionCompareCommand.MOST_EACH_SHOWN
                    + " messages for each process, or the complete graph above "
                    + ElectionCompareCommand.MOST_COMPLETE_SHOWN
                    + " processes."
        },
        exitCodeList = {
            "0:done",
            "1:an election went wrong, or took more messages than its paper allows",
            "64:the command line, or what it names, is not right; one line on standard error says what would be",
            "70:a fault of this program; --debug shows where"
        })
final class ElectionCompareCommand implements Callable<Integer> {

    static final String MOST_EACH_SHOWN = "4,096";
    static final String MOST_COMPLETE_SHOWN = "2,048";

    private static final int MOST_EACH = 4096;
    private static final int MOST_COMPLETE = 2048;
    private static final int MOST_PROCESSES = 1 << 20;
    private static final int MOST_RINGS = 1000;
    /** Beyond so many processes one ring is like another, and each takes long. */
    private static final int LARGE = 4096;

    private static final long BETWEEN_LINES = 1_000_000_000L;
    private static final String WORST = ", at worst";
    private static final double ROUNDING = 1e-6;

    @Parameters(
            arity = "0..*",
            paramLabel = "ALGORITHM",
            description = "Which elections, by their names: see symposium algorithms. Default: all.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = {"-n", "--processes"},
            paramLabel = "N,...",
            description = "On how many processes. Default: the powers of two from 2 to 2^20.")
    private String processes;

    @Option(
            names = "--rings",
            paramLabel = "R",
            defaultValue = "10",
            description = "How many rings of each size up to " + LARGE + ", to show the mean of; one of each larger"
                    + " size. Default: ${DEFAULT-VALUE}.")
    private String rings;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "0",
            description = "The first ring of each size is that of symposium simulate --ids random --seed S, the next"
                    + " that of S+1, and so on. Default: ${DEFAULT-VALUE}.")
    private String seed;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw a plot, too, and write it to this file.")
    private String svg;

    @Option(names = "--json", description = "Print one JSON object on standard output.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private long next = System.nanoTime() + BETWEEN_LINES;

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

        /** Whether so many are not too many. */
        boolean takesOn(int count) {
            Optional<Bound> expected =
                    bound(Bound.Kind.MEAN).filter(mean -> !worst).or(() -> bound(Bound.Kind.MOST));
            return expected.stream()
                            .allMatch(bound -> bound.messages().applyAsDouble(count) <= (double) MOST_EACH * count)
                    && (onRings() || count <= MOST_COMPLETE);
        }
    }

    /** Messages of one contender on so many processes: over several rings the mean, the fewest, the most. */
    private record Result(int processes, int runs, double mean, long fewest, long most, double seconds) {}

    @Override
    public Integer call() {
        List<Contender> contenders = contenders();
        List<Integer> counts = counts();
        long first = Values.large("--seed", seed, 0, Long.MAX_VALUE - MOST_RINGS);
        int several = Values.whole("--rings", rings, 1, MOST_RINGS);
        OutputFile picture = svg == null ? null : OutputFile.of("--svg", svg);

        Map<Contender, Map<Integer, Result>> results = new LinkedHashMap<>();
        contenders.forEach(contender -> results.put(contender, new TreeMap<>()));
        List<String> wrong = new ArrayList<>();
        for (int count : counts) {
            Rings those = new Rings(count, first, count > LARGE ? 1 : several);
            for (Contender contender : contenders) {
                if (contender.takesOn(count)) {
                    results.get(contender).put(count, result(contender, those, wrong));
                }
            }
        }
        if (picture != null) {
            picture.write(drawn(results, first, several));
        }
        spec.commandLine()
                .getOut()
                .println(json ? Json.of(object(results, first, wrong)) : text(results, counts, first, wrong));
        return wrong.isEmpty() ? ExitCode.DONE : ExitCode.VIOLATED;
    }

    private List<Contender> contenders() {
        List<Algorithm<?, ?, ?, ?, ?>> elections = Catalogue.all().stream()
                .filter(algorithm -> algorithm.problem() instanceof Election)
                .toList();
        List<String> known = elections.stream().<String>map(Algorithm::name).toList();
        Set<String> wanted = new LinkedHashSet<>();
        for (String name : names) {
            if (!wanted.add(Values.oneOf("election", name, known))) {
                throw new BadInput("%s is named twice; once is wanted".formatted(Values.quoted(name)));
            }
        }
        List<Contender> contenders = new ArrayList<>();
        for (String name : wanted.isEmpty() ? known : wanted) {
            Algorithm<?, ?, ?, ?, ?> algorithm = elections.get(known.indexOf(name));
            boolean twice = algorithm.bounds().stream().anyMatch(bound -> bound.kind() == Bound.Kind.MEAN);
            if (twice) {
                contenders.add(new Contender(algorithm, true));
            }
            contenders.add(new Contender(algorithm, false));
        }
        return contenders;
    }

    private List<Integer> counts() {
        if (processes == null) {
            return IntStream.iterate(2, count -> count <= MOST_PROCESSES, count -> 2 * count)
                    .boxed()
                    .toList();
        }
        Set<Integer> counts = new TreeSet<>();
        for (String each : processes.split(",", -1)) {
            if (!counts.add(Values.whole("-n", each.strip(), 1, MOST_PROCESSES))) {
                throw new BadInput(
                        "-n %s: %s is named twice; once is wanted".formatted(Values.quoted(processes), each.strip()));
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
                last = new RelabelledTopology(Shape.RING, NetworkOptions.shuffledIds(count, first + which));
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
        Simulation<S, M, U, I, O> simulation = Simulation.of(
                        algorithm, Start.of(count, 0), topology, algorithm.channels(), users)
                .heardBy((process, output) -> {
                    leaders.add(((Election.Leader) output).leader());
                    told[0]++;
                });
        simulation.pausing(() -> progress(where, simulation));
        Metrics tally = simulation.runToTheEnd();
        if (leaders.size() != 1 || told[0] < count || simulation.waiting() > 0) {
            wrong.add(where + ": of " + count + " processes " + told[0] + " were told of a leader; there are "
                    + leaders.size());
        }
        return tally.total() - tally.announcements();
    }

    private void progress(String where, Simulation<?, ?, ?, ?, ?> simulation) {
        if (System.nanoTime() < next) {
            return;
        }
        next = System.nanoTime() + BETWEEN_LINES;
        spec.commandLine()
                .getErr()
                .println(String.format(Locale.ROOT, "%s: %,d messages", where, simulation.messages()));
    }

    // --- telling

    private static String drawn(Map<Contender, Map<Integer, Result>> results, long seed, int several) {
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
                "all call at once, the same random rings for all, seed %d; the mean of %d up to n = %,d, above that one; log: base 2"
                        .formatted(seed, several, LARGE),
                series);
    }

    private static Map<String, Object> object(
            Map<Contender, Map<Integer, Result>> results, long seed, List<String> wrong) {
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
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("seed", seed);
        object.put("runs", runs);
        object.put("wrong", wrong);
        return object;
    }

    private static String text(
            Map<Contender, Map<Integer, Result>> results, List<Integer> counts, long seed, List<String> wrong) {
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
        return text.toString().stripTrailing();
    }

    /** How much of each bound there was with the most processes. */
    private static void shares(StringBuilder text, Contender contender, Result last) {
        for (Bound bound : contender.bounds()) {
            double said = bound.messages().applyAsDouble(last.processes());
            if (said > 0) {
                text.append(String.format(
                        Locale.ROOT,
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
        return String.format(Locale.ROOT, "%,d", number);
    }
}
