package symposium.cli.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import symposium.cli.option.AlgorithmConverter;
import symposium.cli.option.Bounds;
import symposium.cli.option.NetworkOptions;
import symposium.cli.option.RunNetwork;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportingCommand;
import symposium.cli.report.RunTable;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Start;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.RunLength;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/** {@code symposium table compare}: what a meal costs by each algorithm, in messages and in waiting. */
@Command(name = "compare")
public final class CompareCommand extends ReportingCommand {

    private static final String YARDSTICK = "chandy-misra";
    private static final int MOST = 1_000_000;
    private static final int SLOWEST = 10;
    private static final int MEALS_EACH = 20;
    private static final int LEAST_MEALS = 2_000;

    /** One algorithm on one network. */
    public record Row(
            String algorithm,
            RunNetwork on,
            Metrics metrics,
            boolean stuck,
            Optional<InvariantViolation> violated,
            double toYardstick) {

        double perMeal() {
            return metrics.served() == 0 ? 0 : (double) metrics.total() / metrics.served();
        }

        /** The same beside the yardstick. */
        Row beside(double yardstick) {
            return new Row(algorithm, on, metrics, stuck, violated, yardstick == 0 ? 0 : perMeal() / yardstick);
        }

        JsonObject json() {
            return new JsonObject()
                    .with("algorithm", algorithm)
                    .with("topology", on.topology())
                    .with("philosophers", metrics.processes())
                    .with("meals", metrics.served())
                    .with("messages", metrics.messages())
                    .with("total", metrics.total())
                    .with("messagesPerMeal", rounded(perMeal()))
                    .with("longestWait", metrics.longestWait())
                    .with("ticks", metrics.time())
                    .with("ratio", rounded(toYardstick))
                    .with("stuck", stuck)
                    .with("violated", violated.map(InvariantViolation::invariant));
        }

        private static double rounded(double value) {
            return Math.round(value * 1000) / 1000.0;
        }

        public String note() {
            return violated.map(refuted -> "  violated: " + refuted.getMessage())
                    .orElse(stuck ? "  no philosopher eats any more" : "");
        }
    }

    @Mixin
    private final NetworkOptions network = new NetworkOptions(MOST);

    @Option(names = "--meals", paramLabel = "K")
    @Bounds(least = 1, most = Integer.MAX_VALUE)
    private Optional<Integer> meals;

    @Option(names = "--seed", paramLabel = "S")
    @Bounds(most = Long.MAX_VALUE)
    private long seed;

    @Override
    public Integer call() {
        List<Row> rows = new ArrayList<>();
        for (int count : network.counts(Optional.empty())) {
            List<Row> here = new ArrayList<>();
            for (Algorithm<?, ?, ?, ?, ?> algorithm : new AlgorithmConverter.OfDining().listed()) {
                here.add(run(algorithm, network.of(algorithm, count)));
            }
            double yardstick = here.stream()
                    .filter(row -> row.algorithm().equals(YARDSTICK))
                    .mapToDouble(Row::perMeal)
                    .findFirst()
                    .orElse(0);
            here.forEach(row -> rows.add(row.beside(yardstick)));
        }
        print(() -> JsonObject.runs("yardstick", YARDSTICK, rows, Row::json), () -> text(rows));
        return rows.stream().anyMatch(row -> row.stuck() || row.violated().isPresent())
                ? ExitCode.VIOLATED
                : ExitCode.DONE;
    }

    private <S, M, U, I, O> Row run(Algorithm<S, M, U, I, O> algorithm, RunNetwork on) {
        long wanted = meals.map(Integer::longValue).orElse(Math.max(LEAST_MEALS, (long) MEALS_EACH * on.count()));
        return run(algorithm, algorithm.protocol(Start.of(on.count(), 0)), on, wanted, seed);
    }

    /**
     * At saturation, until the philosophers have asked for that many meals and had them, and nothing more happens; or
     * an invariant is violated.
     */
    public static <S, M, U, I, O> Row run(
            Algorithm<S, M, U, I, O> algorithm, Protocol<S, M, I, O> protocol, RunNetwork on, long wanted, long from) {
        Durations slowly = Durations.between(1, SLOWEST);
        Run<S, M, U, I, O> run = Simulation.of(
                        algorithm,
                        Start.of(on.count(), 0),
                        on.topology(),
                        algorithm.system().channels(),
                        Workload.demanding(
                                algorithm.problem(), who -> true, Integer.MAX_VALUE, Durations.exactly(1), slowly))
                .withProtocol(protocol)
                .withDelays(slowly)
                .withOtherTimers(slowly)
                .withSeed(from)
                .withDemands(wanted)
                .withInvariants(algorithm.checks().invariants().stream()
                        .filter(invariant -> invariant instanceof Invariant.OfProcess)
                        .toList())
                .as(Run::new);
        try {
            Metrics served = run.runUntilServed(wanted);
            Metrics metrics = RunLength.atRest(run, served, served.time() + RunLength.rest(SLOWEST, on.count()));
            return new Row(algorithm.name(), on, metrics, metrics.served() < wanted, Optional.empty(), 0);
        } catch (InvariantViolation refuted) {
            return new Row(algorithm.name(), on, run.metrics(), false, Optional.of(refuted), 0);
        }
    }

    private static String text(List<Row> rows) {
        return rows.get(0).on().topology() + "\n\n"
                + new RunTable<Row>()
                        .with("algorithm", -20, "%s", Row::algorithm)
                        .with("philosophers", 12, "%,d", row -> row.metrics().processes())
                        .with("meals", 10, "%,d", row -> row.metrics().served())
                        .with("messages/meal", 14, "%.2f", Row::perMeal)
                        .with("longest wait", 14, "%d", row -> row.metrics().longestWait())
                        .with("ratio", 8, "%.2f", Row::toYardstick)
                        .text(rows, Row::note);
    }
}
