package symposium.cli.simulate;

import static symposium.cli.report.ReportText.counted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import symposium.cli.report.JsonObject;
import symposium.cli.report.RunTable;
import symposium.eventlog.reading.LogVerifier;
import symposium.kernel.problem.Bound;
import symposium.trace.SvgPlot;

/**
 * The runs of one instance that differ in the seed only.
 *
 * @param first the report of the first run
 * @param runs the outcomes of all, in the order of their seeds, each seed one greater than the last
 */
record SeedSweep(SimulateReport first, List<Outcome> runs) {

    private static final int MOST_NAMED = 3;

    /**
     * What is kept of a run.
     *
     * @param entries whether users were served entries
     * @param messages the messages: for each entry, where users were served entries
     * @param untested the statements of the user with a premise that was never true
     */
    record Outcome(
            long seed,
            boolean entries,
            double messages,
            long longestWait,
            long ticks,
            List<String> untested,
            Optional<SimulateReport.Violation> violated) {

        Outcome withSeed(long other) {
            return new Outcome(other, entries, messages, longestWait, ticks, untested, violated);
        }

        static Outcome of(SimulateReport run) {
            return new Outcome(
                    run.seed(),
                    run.hasEntries(),
                    run.hasEntries() ? run.perEntry() : run.total(),
                    run.metrics().longestWait(),
                    run.metrics().time(),
                    run.replayed().map(LogVerifier.Verdict::untested).orElse(List.of()),
                    run.violated());
        }
    }

    private Optional<Estimate> messages() {
        return estimate(Outcome::messages, run -> run.entries() == hasEntries());
    }

    /** Whether users were served entries in some run. */
    private boolean hasEntries() {
        return runs.stream().anyMatch(Outcome::entries);
    }

    private Optional<Estimate> longestWait() {
        return estimate(Outcome::longestWait, Outcome::entries);
    }

    private Optional<Estimate> ticks() {
        return estimate(Outcome::ticks, run -> true);
    }

    /** From the runs that ended as they should. */
    private Optional<Estimate> estimate(Function<Outcome, Number> quantity, Predicate<Outcome> condition) {
        return Estimate.of(runs.stream()
                .filter(run -> run.violated().isEmpty())
                .filter(condition)
                .map(run -> quantity.apply(run).doubleValue())
                .toList());
    }

    /** Whether a run violated an invariant. */
    boolean isViolated() {
        return !violated().isEmpty();
    }

    private List<Outcome> violated() {
        return runs.stream().filter(run -> run.violated().isPresent()).toList();
    }

    /** The statements with premises that were true in no run. */
    private List<String> untested() {
        List<String> untested = new ArrayList<>(runs.get(0).untested());
        runs.forEach(run -> untested.retainAll(run.untested()));
        return untested;
    }

    private int processes() {
        return first.metrics().processes();
    }

    // --- for machines

    JsonObject json() {
        return new JsonObject()
                .with("processes", processes())
                .with("runs", runs.size())
                .with("seeds", List.of(first.seed(), runs.get(runs.size() - 1).seed()))
                .with(hasEntries() ? "messagesPerEntry" : "messages", json(messages()))
                .withPresent("longestWait", longestWait().map(Estimate::json))
                .with("ticks", json(ticks()))
                .with("bounds", SimulateReport.bounds(first.algorithm(), processes()))
                .with("untested", untested())
                .with("violated", violated().stream().map(SeedSweep::violation).toList());
    }

    private static JsonObject json(Optional<Estimate> estimate) {
        return estimate.map(Estimate::json).orElse(null);
    }

    private static JsonObject violation(Outcome run) {
        SimulateReport.Violation violation = run.violated().orElseThrow();
        return new JsonObject()
                .with("seed", run.seed())
                .with("invariant", violation.invariant())
                .with("how", violation.how());
    }

    // --- for people

    /** A line for each number of processes. */
    static String table(List<SeedSweep> sweeps) {
        SimulateReport first = sweeps.get(0).first;
        boolean entries = sweeps.stream().anyMatch(SeedSweep::hasEntries);
        StringBuilder text = new StringBuilder(counted(
                "%s, %s, %s, seeds %d to %d: means with their 95 %% confidence intervals%n%n",
                first.algorithm().name(),
                first.network().topology(),
                first.schedule(),
                first.seed(),
                first.seed() + sweeps.get(0).runs.size() - 1));
        RunTable<SeedSweep> table = new RunTable<SeedSweep>()
                .with("processes", 12, "%,d", sweep -> sweep.processes())
                .with("runs", 8, "%,d", sweep -> sweep.runs.size())
                .with(entries ? "messages per entry" : "messages", 24, "%s", sweep -> interval(sweep.messages()))
                .with("least", 12, "%s", sweep -> decimal(sweep.messages(), Estimate::least))
                .with("most", 12, "%s", sweep -> decimal(sweep.messages(), Estimate::most));
        table = entries
                ? table.with("longest wait", 22, "%s", sweep -> interval(sweep.longestWait()))
                : table.with("ticks", 22, "%s", sweep -> interval(sweep.ticks()));
        for (Bound bound : first.algorithm().paper().bounds()) {
            if (bound.kind() == Bound.Kind.MEAN) {
                table = table.with(
                        bound.toString(), 24, "%,.2f", sweep -> bound.messages().applyAsDouble(sweep.processes()));
            }
        }
        text.append(table.text(sweeps, sweep -> ""));
        sweeps.forEach(sweep -> sweep.remarks(text));
        return text.toString().stripTrailing();
    }

    private static String interval(Optional<Estimate> estimate) {
        return estimate.map(Estimate::interval).orElse("-");
    }

    private static String decimal(Optional<Estimate> estimate, Function<Estimate, Double> value) {
        return estimate.map(it -> counted("%,.2f", value.apply(it))).orElse("-");
    }

    /** Whether the seed makes no difference. */
    private boolean isAlwaysTheSame() {
        return runs.stream().map(run -> run.withSeed(0)).distinct().count() == 1;
    }

    private void remarks(StringBuilder text) {
        int processes = processes();
        if (isAlwaysTheSame()) {
            text.append(counted(
                    "%nall runs with %,d processes are the same: see --schedule, --ids, --spread and --think",
                    processes));
        }
        untested()
                .forEach(name -> text.append(
                        counted("%nuntested with %,d processes: %s: its premise is never true", processes, name)));
        violated().stream()
                .limit(MOST_NAMED)
                .forEach(run -> text.append(counted(
                        "%nviolated with %,d processes and seed %d: %s: %s",
                        processes,
                        run.seed(),
                        run.violated().orElseThrow().invariant(),
                        run.violated().orElseThrow().how())));
        if (violated().size() > MOST_NAMED) {
            text.append(counted("%nviolated with %,d seeds more", violated().size() - MOST_NAMED));
        }
    }

    // --- the plot

    /** The means with their intervals against the numbers of processes, and the bounds of the paper. */
    static Optional<String> plot(List<SeedSweep> sweeps) {
        SimulateReport first = sweeps.get(0).first;
        SortedMap<Integer, Double> means = new TreeMap<>();
        SortedMap<Integer, Double> spreads = new TreeMap<>();
        for (SeedSweep sweep : sweeps) {
            sweep.messages().ifPresent(estimate -> {
                means.put(sweep.processes(), estimate.mean());
                spreads.put(sweep.processes(), estimate.spread());
            });
        }
        if (means.isEmpty()) {
            return Optional.empty();
        }
        String what = sweeps.stream().anyMatch(SeedSweep::hasEntries) ? "messages per entry" : "messages";
        return Optional.of(SvgPlot.of(
                first.algorithm().name() + ": " + what,
                counted(
                        "%s, %s, seeds %d to %d: means with their 95 %% confidence intervals",
                        first.network().topology(),
                        first.schedule(),
                        first.seed(),
                        first.seed() + sweeps.get(0).runs.size() - 1),
                what,
                List.of(new SvgPlot.Series(
                        first.algorithm().name(),
                        means,
                        spreads,
                        first.algorithm().paper().bounds()))));
    }
}
