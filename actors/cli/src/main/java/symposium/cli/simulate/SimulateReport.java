package symposium.cli.simulate;

import static symposium.cli.report.ReportText.counted;
import static symposium.cli.report.ReportText.listed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.cli.option.RunNetwork;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportText;
import symposium.cli.report.RunAnswers;
import symposium.cli.report.RunTable;
import symposium.election.Election;
import symposium.eventlog.reading.LogVerifier;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.simulation.Metrics;
import symposium.topology.Topologies;

/**
 * What {@code simulate} prints of a run.
 *
 * @param algorithm what was run
 * @param network who took part
 * @param channels over which links
 * @param schedule how time passes
 * @param conditions where it started and who asked for what, in words
 * @param metrics what was counted
 * @param leaders whom users were told of as leader
 * @param waiting how many users wait at the end
 * @param seed from which all randomness came
 * @param seconds how long the run took
 * @param replayed what the statements of the user say about the run
 * @param violated the invariant that was violated, and how
 */
record SimulateReport(
        Algorithm<?, ?, ?, ?, ?> algorithm,
        RunNetwork network,
        Channels channels,
        String schedule,
        Map<String, Object> conditions,
        Metrics metrics,
        TreeSet<ProcessId> leaders,
        long waiting,
        long seed,
        double seconds,
        Optional<LogVerifier.Verdict> replayed,
        Optional<Violation> violated) {

    /**
     * An invariant that was violated.
     *
     * @param invariant its name
     * @param how where and when
     */
    record Violation(String invariant, String how) {

        static Violation of(InvariantViolation violation) {
            String cause = violation.getCause() instanceof InvariantViolation first ? "; " + first.getMessage() : "";
            return new Violation(violation.invariant(), violation.getMessage() + cause);
        }
    }

    private boolean election() {
        return algorithm.problem() instanceof Election;
    }

    private static final String SYNCHRONOUS = "synchronous";

    /** Messages that are no announcements. */
    long total() {
        return metrics.total() - metrics.announcements();
    }

    private double nanosPerMessage() {
        return metrics.total() == 0 ? 0 : Math.round(seconds * 1e10 / metrics.total()) / 10.0;
    }

    double perEntry() {
        return Math.round(1000.0 * total() / metrics.served()) / 1000.0;
    }

    // --- for machines

    JsonObject json() {
        JsonObject object = new JsonObject()
                .with("algorithm", algorithm.name())
                .with("processes", metrics.processes())
                .with("topology", network.topology())
                .withAny("names", Topologies.names(network.topology()))
                .with("network", channels)
                .with("schedule", schedule)
                .with("seed", seed)
                .withAll(conditions)
                .with("messages", metrics.messages())
                .with("total", total())
                .with("announcement", metrics.announcements())
                .with("cost", algorithm.paper().cost());
        if (election()) {
            object.with("bounds", bounds(algorithm, metrics.processes()))
                    .with("leader", leaders.size() == 1 ? leaders.first() : null);
        } else {
            object.with("entries", metrics.served())
                    .with("messagesPerEntry", metrics.served() == 0 ? null : perEntry());
        }
        return object.with("demanded", metrics.demanded())
                .with("waiting", waiting)
                .with("longestWait", metrics.longestWait())
                .with("rounds", schedule.equals(SYNCHRONOUS) ? metrics.time() : null)
                .with("ticks", metrics.time())
                .with("steps", metrics.steps())
                .with("rules", metrics.rules())
                .with("quiet", metrics.quiet())
                .withPresent("untested", replayed.map(LogVerifier.Verdict::untested))
                .withPresent("answers", replayed.map(RunAnswers::json).filter(some -> !some.isEmpty()))
                .with("violated", violated.map(Violation::invariant))
                .withPresent("how", violated.map(Violation::how))
                .with("seconds", seconds)
                .with("nanosPerMessage", nanosPerMessage());
    }

    /** The values of the paper's formulas for this number of processes. */
    static Map<String, Double> bounds(Algorithm<?, ?, ?, ?, ?> algorithm, int processes) {
        Map<String, Double> bounds = new LinkedHashMap<>();
        algorithm
                .paper()
                .bounds()
                .forEach(bound -> bounds.put(bound.toString(), bound.messages().applyAsDouble(processes)));
        return bounds;
    }

    // --- for people

    String text() {
        ReportText text = new ReportText()
                .append("%s, %s of %d%n".formatted(algorithm.name(), network.topology(), metrics.processes()))
                .append(algorithm.paper().source() + "\n\n")
                .line("run", run().toArray(String[]::new))
                .line("messages", messages())
                .line("paper", algorithm.paper().cost() + bounds());
        if (election()) {
            text.line("leader", leaders.isEmpty() ? "none" : listed(leaders));
        } else {
            text.line("entries", entries());
        }
        text.line("speed", counted("%s s, %,.0f ns per message", ReportText.seconds(seconds), nanosPerMessage()));
        replayed.ifPresent(verdict -> {
            if (verdict.deviation().isEmpty()) {
                text.line("statements", counted("hold after each of %,d steps", verdict.steps()));
            }
            RunAnswers.lines(verdict).forEach(line -> text.line("answer", line.strip()));
            verdict.untested().forEach(name -> text.line("untested", name, "its premise is never true"));
        });
        violated.ifPresent(violation -> {
            text.line("violated", violation.invariant(), violation.how());
            RunNetwork.legend(network.topology()).ifPresent(legend -> text.line("", legend));
        });
        return text.toString();
    }

    private List<String> run() {
        List<String> run = new ArrayList<>(List.of("%s, links are %s, seed %d".formatted(schedule, channels, seed)));
        if (!conditions.isEmpty()) {
            run.add(conditions.entrySet().stream()
                    .map(each -> each.getKey() + " " + each.getValue())
                    .collect(Collectors.joining(", ")));
        }
        run.add(counted("%,d ticks, %,d steps", metrics.time(), metrics.steps())
                + (metrics.quiet() ? "; nothing more would happen" : ""));
        return run;
    }

    private String messages() {
        String types = metrics.messages().entrySet().stream()
                .map(type -> counted("%,d " + type.getKey(), type.getValue()))
                .collect(Collectors.joining(", "));
        return counted("%,d", total())
                + (types.isEmpty() ? "" : " (" + types + ")")
                + (metrics.announcements() > 0
                        ? counted(", besides %,d that only spread the result", metrics.announcements())
                        : "");
    }

    /** The values of the paper's formulas; only elections have them. */
    private String bounds() {
        if (!election() || algorithm.paper().bounds().isEmpty()) {
            return "";
        }
        return bounds(algorithm, metrics.processes()).entrySet().stream()
                .map(bound -> counted("%s = %,.0f", bound.getKey(), bound.getValue()))
                .collect(Collectors.joining(", ", "; here ", ""));
    }

    private String entries() {
        return counted("%,d of %,d demands", metrics.served(), metrics.demanded())
                + (metrics.served() == 0 ? "" : counted(", %,.3f messages each", perEntry()))
                + (metrics.served() > 0 && waiting > 0 ? counted(", those of %,d that wait included", waiting) : "")
                + counted("; the longest wait %,d ticks", metrics.longestWait());
    }

    // --- several runs

    /** A line for each of several runs that differ in the number of processes. */
    static String table(List<SimulateReport> reports) {
        SimulateReport first = reports.get(0);
        return "%s, %s, %s%n%n".formatted(first.algorithm.name(), first.network.topology(), first.schedule)
                + new RunTable<SimulateReport>()
                        .with("processes", 12, "%,d", run -> run.metrics.processes())
                        .with("messages", 14, "%,d", run -> run.metrics.total())
                        .with(first.election() ? "leader" : "entries", 12, "%s", SimulateReport::outcome)
                        .with("per entry", 12, "%s", run -> run.hasEntries() ? counted("%,.2f", run.perEntry()) : "-")
                        .with("seconds", 10, "%s", run -> ReportText.seconds(run.seconds))
                        .with("ns/message", 12, "%,.0f", SimulateReport::nanosPerMessage)
                        .text(reports, SimulateReport::note)
                        .stripTrailing();
    }

    private String outcome() {
        return election() ? listed(leaders) : counted("%,d", metrics.served());
    }

    /** Whether users were served entries. */
    boolean hasEntries() {
        return !election() && metrics.served() > 0;
    }

    private String note() {
        return violated.map(violation -> "  violated: " + violation.invariant())
                .orElse(election() || waiting == 0 ? "" : counted("  %,d wait", waiting));
    }
}
