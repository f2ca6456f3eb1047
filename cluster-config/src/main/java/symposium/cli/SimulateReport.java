package symposium.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.ProcessId;
import symposium.simulation.Metrics;

/**
 * What {@code simulate} prints of a run.
 *
 * @param algorithm what was run
 * @param arrangement who took part
 * @param channels over which links
 * @param schedule how time passes
 * @param conditions where it started and who asked for what, in words
 * @param tally what was counted
 * @param election whether somebody was to be elected
 * @param leaders whom users were told of as leader
 * @param waiting how many users wait at the end
 * @param seed from which all randomness came
 * @param seconds how long the run took
 * @param violated the law that was broken, and how
 */
record SimulateReport(
        Algorithm<?, ?, ?, ?, ?> algorithm,
        NetworkOptions arrangement,
        Channels channels,
        String schedule,
        Map<String, Object> conditions,
        Metrics tally,
        boolean election,
        TreeSet<ProcessId> leaders,
        long waiting,
        long seed,
        double seconds,
        Optional<Violation> violated) {

    /**
     * A law that was broken.
     *
     * @param invariant its name
     * @param how where and when
     */
    record Violation(String invariant, String how) {}

    private static final String SYNCHRONOUS = "synchronous";

    /** Messages that are no announcements. */
    long total() {
        return tally.total() - tally.announcements();
    }

    /** The time at the end, where every message travels for one unit of it. */
    private OptionalLong rounds() {
        return schedule.equals(SYNCHRONOUS) ? OptionalLong.of(tally.time()) : OptionalLong.empty();
    }

    private double nanosPerMessage() {
        return tally.total() == 0 ? 0 : Math.round(seconds * 1e10 / tally.total()) / 10.0;
    }

    private double perEntry() {
        return Math.round(1000.0 * total() / tally.served()) / 1000.0;
    }

    // --- for machines

    Map<String, Object> json() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("algorithm", algorithm.name());
        object.put("processes", tally.processes());
        object.put("topology", arrangement.topology().toString());
        List<String> names = NetworkOptions.names(arrangement.topology());
        if (!names.isEmpty()) {
            object.put("names", names);
        }
        object.put("network", channels.toString());
        object.put("schedule", schedule);
        object.put("seed", seed);
        object.putAll(conditions);
        object.put("messages", tally.messages());
        object.put("total", total());
        object.put("announcement", tally.announcements());
        object.put("cost", algorithm.cost());
        if (election) {
            Map<String, Object> bounds = new LinkedHashMap<>();
            algorithm
                    .bounds()
                    .forEach(bound ->
                            bounds.put(bound.toString(), bound.messages().applyAsDouble(tally.processes())));
            object.put("bounds", bounds);
        }
        if (election) {
            object.put("leader", leaders.size() == 1 ? leaders.first().number() : null);
        } else {
            object.put("entries", tally.served());
            object.put("messagesPerEntry", tally.served() == 0 ? null : perEntry());
        }
        object.put("demanded", tally.demanded());
        object.put("waiting", waiting);
        object.put("longestWait", tally.longestWait());
        object.put("rounds", rounds().isPresent() ? rounds().getAsLong() : null);
        object.put("ticks", tally.time());
        object.put("steps", tally.steps());
        object.put("rules", tally.rules());
        object.put("quiet", tally.quiet());
        object.put("violated", violated.map(Violation::invariant).orElse(null));
        violated.ifPresent(violation -> object.put("how", violation.how()));
        object.put("seconds", seconds);
        object.put("nanosPerMessage", nanosPerMessage());
        return object;
    }

    // --- for people

    String text() {
        StringBuilder text = new StringBuilder();
        text.append("%s, %s of %d%n".formatted(algorithm.name(), arrangement.topology(), tally.processes()));
        text.append(algorithm.source()).append("\n\n");
        CheckReport.head(text, "run", "%s, links are %s, seed %d".formatted(schedule, channels, seed));
        if (!conditions.isEmpty()) {
            CheckReport.head(
                    text,
                    "",
                    conditions.entrySet().stream()
                            .map(each -> each.getKey() + " " + each.getValue())
                            .collect(Collectors.joining(", ")));
        }
        CheckReport.head(
                text,
                "",
                counted("%,d ticks, %,d steps", tally.time(), tally.steps())
                        + (tally.quiet() ? "; nothing more would happen" : ""));
        CheckReport.head(text, "messages", messages());
        CheckReport.head(text, "paper", algorithm.cost() + bounds());
        if (election) {
            CheckReport.head(text, "leader", leaders.isEmpty() ? "none" : CheckReport.listed(leaders));
        } else {
            CheckReport.head(text, "entries", entries());
        }
        CheckReport.head(
                text,
                "speed",
                CheckReport.plain(seconds) + " s, "
                        + String.format(Locale.ROOT, "%,.0f ns per message", nanosPerMessage()));
        violated.ifPresent(violation -> {
            CheckReport.head(text, "violated", violation.invariant());
            CheckReport.head(text, "", violation.how());
            NetworkOptions.legend(arrangement.topology()).ifPresent(legend -> CheckReport.head(text, "", legend));
        });
        return text.toString().stripTrailing();
    }

    private String messages() {
        String types = tally.messages().entrySet().stream()
                .map(type -> counted("%,d " + type.getKey(), type.getValue()))
                .collect(Collectors.joining(", "));
        return counted("%,d", total())
                + (types.isEmpty() ? "" : " (" + types + ")")
                + (tally.announcements() > 0
                        ? counted(", besides %,d that only spread the result", tally.announcements())
                        : "");
    }

    /** What the paper's formulas come to with so many processes; a run that is held again and again has no such numbers. */
    private String bounds() {
        if (!election || algorithm.bounds().isEmpty()) {
            return "";
        }
        return algorithm.bounds().stream()
                .map(bound -> counted(bound + " = %,.0f", bound.messages().applyAsDouble(tally.processes())))
                .collect(Collectors.joining(", ", "; here ", ""));
    }

    private String entries() {
        return counted("%,d of %,d demands", tally.served(), tally.demanded())
                + (tally.served() == 0 ? "" : String.format(Locale.ROOT, ", %,.3f messages each", perEntry()))
                + counted("; the longest wait %,d ticks", tally.longestWait());
    }

    private static String counted(String format, Object... numbers) {
        return String.format(Locale.ROOT, format, numbers);
    }

    // --- several runs

    /** A line for each of several runs that differ in the number of processes. */
    static String table(List<SimulateReport> reports) {
        SimulateReport first = reports.get(0);
        StringBuilder text = new StringBuilder();
        text.append("%s, %s, %s%n%n".formatted(first.algorithm.name(), first.arrangement.topology(), first.schedule));
        text.append(String.format(
                "%12s %14s %12s %12s %10s %12s%n",
                "processes", "messages", first.election ? "leader" : "entries", "per entry", "seconds", "ns/message"));
        for (SimulateReport each : reports) {
            Object outcome = each.election ? CheckReport.listed(each.leaders) : counted("%,d", each.tally.served());
            text.append(String.format(
                    Locale.ROOT,
                    "%,12d %,14d %12s %12s %10s %,12.0f%s%n",
                    each.tally.processes(),
                    each.tally.total(),
                    outcome,
                    each.election || each.tally.served() == 0
                            ? "-"
                            : String.format(Locale.ROOT, "%,.2f", each.perEntry()),
                    CheckReport.plain(each.seconds),
                    each.nanosPerMessage(),
                    each.violated
                            .map(violation -> "  violated: " + violation.invariant())
                            .orElse("")));
        }
        return text.toString().stripTrailing();
    }
}
