package symposium.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import symposium.arbitration.Dining;
import symposium.graph.Topologies;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Invariant;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Protocol;
import symposium.kernel.Start;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/** {@code symposium table compare}: what a meal costs by each algorithm, in messages and in waiting. */
@Command(
        name = "compare",
        header = "Counts messages per meal and the longest wait, of every algorithm for philosophers.",
        description = {
            "%nRuns in virtual time at saturation: whoever has eaten is hungry again after a tick. A message travels for 1 to 10"
                    + " ticks, a meal and the delay between two grabbings last as long, all drawn at random. The last column is the messages per meal in relation to chandy-misra."
        },
        exitCodeList = {
            "0:done",
            "1:a law is violated, or everybody waits and nothing more happens",
            "64:the command line, or what it names, is not right; one line on standard error says what would be",
            "70:a fault of this program; --debug shows where"
        })
final class CompareCommand implements Callable<Integer> {

    private static final String YARDSTICK = "chandy-misra";
    private static final int MOST = 1_000_000;
    private static final int SLOWEST = 10;
    private static final int MEALS_EACH = 20;
    private static final int LEAST_MEALS = 2_000;

    /** One algorithm on one arrangement. */
    record Row(
            String algorithm,
            NetworkOptions arrangement,
            Metrics tally,
            boolean stuck,
            Optional<InvariantViolation> violated,
            double toYardstick) {

        double perMeal() {
            return tally.served() == 0 ? 0 : (double) tally.total() / tally.served();
        }

        /** The same beside the yardstick. */
        Row beside(double yardstick) {
            return new Row(algorithm, arrangement, tally, stuck, violated, yardstick == 0 ? 0 : perMeal() / yardstick);
        }

        Map<String, Object> json() {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("algorithm", algorithm);
            object.put("topology", arrangement.topology().toString());
            object.put("philosophers", tally.processes());
            object.put("meals", tally.served());
            object.put("messages", tally.messages());
            object.put("total", tally.total());
            object.put("messagesPerMeal", rounded(perMeal()));
            object.put("longestWait", tally.longestWait());
            object.put("ticks", tally.time());
            object.put("ratio", rounded(toYardstick));
            object.put("stuck", stuck);
            object.put("violated", violated.map(InvariantViolation::invariant).orElse(null));
            return object;
        }

        private static double rounded(double value) {
            return Math.round(value * 1000) / 1000.0;
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "%-20s %,12d %,10d %14.2f %14d %8.2f%s",
                    algorithm,
                    tally.processes(),
                    tally.served(),
                    perMeal(),
                    tally.longestWait(),
                    toYardstick,
                    violated.map(refuted -> "  violated: " + refuted.getMessage())
                            .orElse(stuck ? "  nobody eats any more" : ""));
        }
    }

    @Option(
            names = {"-n", "--processes"},
            paramLabel = "N[,N...]",
            description = "How many philosophers, from 1. May be left out where --topology says it.")
    private String processes;

    @Option(names = "--topology", paramLabel = "NAME", description = NetworkOptions.TOPOLOGY)
    private String topology;

    @Option(
            names = "--meals",
            paramLabel = "K",
            description =
                    "End after so many meals. Default: " + MEALS_EACH + " each, but at least " + LEAST_MEALS + ".")
    private String meals;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "0",
            description = "From where all randomness comes. Default: ${DEFAULT-VALUE}.")
    private String seed;

    @Option(names = "--json", description = "Print one JSON object on standard output.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Optional<Topologies.Named> named = NetworkOptions.named(topology);
        List<Integer> counts = new ArrayList<>();
        if (processes == null) {
            counts.add(NetworkOptions.processes(named, null, MOST));
        } else {
            for (String each : processes.split(",", -1)) {
                counts.add(Values.whole("-n", each.strip(), 1, MOST));
            }
        }
        List<Row> rows = new ArrayList<>();
        for (int count : counts) {
            List<Row> here = new ArrayList<>();
            for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
                if (algorithm.problem() instanceof Dining) {
                    here.add(run(algorithm, NetworkOptions.of(algorithm, named, count)));
                }
            }
            double yardstick = here.stream()
                    .filter(row -> row.algorithm().equals(YARDSTICK))
                    .mapToDouble(Row::perMeal)
                    .findFirst()
                    .orElse(0);
            here.forEach(row -> rows.add(row.beside(yardstick)));
        }
        spec.commandLine().getOut().println(json ? Json.of(json(rows)) : text(rows));
        return rows.stream().anyMatch(row -> row.stuck() || row.violated().isPresent())
                ? ExitCode.VIOLATED
                : ExitCode.DONE;
    }

    private <S, M, U, I, O> Row run(Algorithm<S, M, U, I, O> algorithm, NetworkOptions arrangement) {
        int count = arrangement.positions().size();
        return run(
                algorithm,
                algorithm.protocol(Start.of(count, 0)),
                arrangement,
                meals == null
                        ? Math.max(LEAST_MEALS, (long) MEALS_EACH * count)
                        : Values.large("--meals", meals, 1, Integer.MAX_VALUE),
                Values.large("--seed", seed, 0, Long.MAX_VALUE));
    }

    /** At saturation, until so many meals have been had, or a law is violated. */
    static <S, M, U, I, O> Row run(
            Algorithm<S, M, U, I, O> algorithm,
            Protocol<S, M, I, O> protocol,
            NetworkOptions arrangement,
            long wanted,
            long from) {
        Durations slowly = Durations.between(1, SLOWEST);
        Simulation<S, M, U, I, O> simulation = Simulation.of(
                        algorithm,
                        Start.of(arrangement.positions().size(), 0),
                        arrangement.topology(),
                        algorithm.channels(),
                        Workload.demanding(
                                algorithm.problem(), who -> true, Integer.MAX_VALUE, Durations.exactly(1), slowly))
                .withProtocol(protocol)
                .withDelays(slowly)
                .withOtherTimers(slowly)
                .withSeed(from)
                .withInvariants(algorithm.invariants().stream()
                        .filter(invariant -> invariant instanceof Invariant.OfProcess)
                        .toList());
        try {
            Metrics tally = simulation.runUntilServed(wanted, Long.MAX_VALUE);
            return new Row(algorithm.name(), arrangement, tally, tally.served() < wanted, Optional.empty(), 0);
        } catch (InvariantViolation refuted) {
            return new Row(algorithm.name(), arrangement, simulation.metrics(), false, Optional.of(refuted), 0);
        }
    }

    private static Map<String, Object> json(List<Row> rows) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("yardstick", YARDSTICK);
        object.put("runs", rows.stream().map(Row::json).toList());
        return object;
    }

    private static String text(List<Row> rows) {
        StringBuilder text = new StringBuilder();
        text.append(rows.get(0).arrangement().topology()).append("\n\n");
        text.append(String.format(
                "%-20s %12s %10s %14s %14s %8s%n",
                "algorithm", "philosophers", "meals", "messages/meal", "longest wait", "ratio"));
        rows.forEach(row -> text.append(row.text()).append('\n'));
        return text.toString().stripTrailing();
    }
}
