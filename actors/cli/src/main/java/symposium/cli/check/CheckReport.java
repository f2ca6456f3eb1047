package symposium.cli.check;

import static symposium.cli.report.ReportText.counted;
import static symposium.cli.report.ReportText.listed;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.checker.Specification;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Scaling;
import symposium.checker.model.Verdict;
import symposium.cli.option.RunNetwork;
import symposium.cli.option.TokenHolder;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportText;
import symposium.cli.report.RunLogs;
import symposium.eventlog.LogHead;
import symposium.eventlog.reading.EventLog;
import symposium.kernel.Effect;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.Sorted;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.RelabelledTopology;
import symposium.topology.Topologies;
import symposium.trace.Trace;
import symposium.trace.TraceListing;

/**
 * What {@code check} prints.
 *
 * @param algorithm what was explored
 * @param start how it starts
 * @param model under which conditions
 * @param variant the faulty variant, if it was one
 * @param report what was found
 * @param reason why not everything is decided, if so
 * @param findings what the algorithm has to say of all reachable states
 * @param asked what the user asks of runs
 */
record CheckReport(
        Algorithm<?, ?, ?, ?, ?> algorithm,
        Start start,
        Model<?, ?, ?, ?, ?> model,
        Optional<String> variant,
        Report report,
        Optional<String> reason,
        Map<String, Object> findings,
        RunRequirements asked) {

    private static final int MOST_LISTED = 8;

    /** Where there are fewer states, the tables that hold them are mostly empty. */
    private static final int MANY = 1_000_000;

    private static final String DUPLICATING =
            "links duplicate: while a message can be delivered no state is a deadlock,"
                    + " and a fair run delivers each message again and again";

    /** Whether deadlock and starvation are judged although each message in transit stays there. */
    private boolean delivered() {
        return model.channels() == Channels.DUPLICATING && model.promisesProgress();
    }

    /** Whether a property says less than its name, since links duplicate. */
    private boolean restricted(Property property) {
        return delivered()
                && property.verdict() != Verdict.VIOLATED
                && (property.name().equals(Scenario.NO_DEADLOCK)
                        || property.name().equals(Scenario.NO_STARVATION));
    }

    /** The worst verdict of all. */
    Verdict verdict() {
        if (report.violated().isPresent()) {
            return Verdict.VIOLATED;
        }
        boolean decided = report.properties().stream().allMatch(property -> property.verdict() == Verdict.HOLDS);
        return decided ? Verdict.HOLDS : Verdict.UNDECIDED;
    }

    private boolean fairnessAsked() {
        return report.properties().stream().anyMatch(property -> property.name().equals(Scenario.NO_STARVATION));
    }

    /** What was explored, in a phrase. */
    String title() {
        return algorithm.name() + variant.map(name -> ", " + name).orElse("") + ", " + model.topology() + " of "
                + report.processes()
                + seated().map(order -> ", in the order " + listed(order)).orElse("");
    }

    /** Who is at which position, where that is not as the names are ordered. */
    private Optional<List<ProcessId>> seated() {
        return model.topology() instanceof RelabelledTopology seating
                ? Optional.of(seating.seated())
                : Optional.empty();
    }

    // --- for machines
    // -------------------------------------------------------------------------------------------------

    JsonObject json() {
        return explored()
                .with("verdict", verdict())
                .withPresent("reason", reason)
                .withAny("remarks", delivered() ? List.of(DUPLICATING) : List.of())
                .with("rules", report.rules())
                .with(
                        "properties",
                        report.properties().stream().map(CheckReport::json).toList())
                .withPresent("compared", model.quotient().map(quotient -> report.compared()))
                .with("overtaking", report.requestsBind() ? OptionalInt.empty() : report.overtaking())
                .withAll(findings)
                .with("seconds", report.seconds())
                .with("statesPerSecond", statesPerSecond())
                .with("bytesPerState", bytesPerState())
                .withPresent("allowed", report.violated().flatMap(this::allowed).map(CheckReport::json))
                .withPresent("workers", report.scaling().map(CheckReport::json));
    }

    /** What was explored, and under which conditions. */
    JsonObject explored() {
        JsonObject faults = new JsonObject()
                .with("loss", model.faults().losses())
                .with("duplicate", model.faults().duplications())
                .with("crash", model.faults().crashes())
                .with("falseDeparture", model.faults().falseDepartures());
        return new JsonObject()
                .with("algorithm", algorithm.name())
                .withPresent("variant", variant)
                .with("processes", report.processes())
                .with("topology", model.topology())
                .withPresent("ids", seated())
                .withAny("names", Topologies.names(model.topology()))
                .with("holder", start.holder())
                .with("network", model.channels())
                .with("requests", model.requests())
                .withAny("initiators", initiators())
                .with("faults", faults)
                .with("states", report.states())
                .with("transitions", report.transitions())
                .with("depth", report.depth())
                .with("complete", report.complete());
    }

    private static JsonObject json(Scaling scaling) {
        return new JsonObject()
                .with("count", scaling.workers())
                .with("serialPart", scaling.serial())
                .with("waitingPart", scaling.waiting());
    }

    private static JsonObject json(Property property) {
        JsonObject object = new JsonObject()
                .with("name", property.name())
                .with("verdict", property.verdict())
                .with("tested", property.tested());
        if (property.verdict() == Verdict.VIOLATED) {
            object.with("trace", json(property.trace())).withAny("cycle", json(property.cycle()));
        }
        return object;
    }

    static List<JsonObject> json(List<TraceEvent> events) {
        return events.stream().map(CheckReport::json).toList();
    }

    private static JsonObject json(TraceEvent event) {
        JsonObject object = new JsonObject().with("process", event.process());
        if (event instanceof TraceEvent.Stepped stepped) {
            return object.with("rule", stepped.rule().label())
                    .with("event", stepped.event().toString())
                    .with(
                            "effects",
                            stepped.effects().stream()
                                    .map(effect -> effect instanceof Effect.Send ? "send " + effect : effect.toString())
                                    .toList());
        }
        if (event instanceof TraceEvent.MessageFault fault) {
            return object.with("fault", fault instanceof TraceEvent.MessageLost ? "loss" : "duplicate")
                    .with("message", Printable.print(fault.message()) + " from " + fault.from());
        }
        if (event instanceof TraceEvent.FalselyDeparted departed) {
            return object.with("fault", Fault.FALSE_DEPARTURE).with("of", departed.other());
        }
        if (event instanceof TraceEvent.Failed failed) {
            object.with("event", failed.event().toString());
        }
        return event instanceof TraceEvent.AlgorithmFailure failure
                ? object.with("failure", failure.why())
                : object.with("fault", "crash");
    }

    private long statesPerSecond() {
        return report.seconds() > 0 ? Math.round(report.states() / report.seconds()) : 0;
    }

    /** With one decimal. */
    private double bytesPerState() {
        return report.states() > 0 ? Math.round(10.0 * report.bytes() / report.states()) / 10.0 : 0;
    }

    /** How the time of several workers was spent. */
    private String workers() {
        return report.scaling()
                .map(spent -> counted(
                        "; %d workers waited %.0f %% of the time, and %.0f %% of their work was serial",
                        spent.workers(), 100 * spent.waiting(), 100 * spent.serial()))
                .orElse("");
    }

    // --- for people
    // ---------------------------------------------------------------------------------------------------

    /**
     * What was explored, and under which conditions.
     *
     * @param extent how far
     */
    ReportText head(String extent) {
        return new ReportText()
                .append(title() + "\n" + algorithm.paper().source() + "\n\n")
                .line(
                        "explored",
                        extent,
                        counted(
                                "%,d states, %,d transitions, depth %,d",
                                report.states(), report.transitions(), report.depth()),
                        counted("%s s, %,d states per second", ReportText.seconds(report.seconds()), statesPerSecond())
                                + (report.states() < MANY
                                        ? ""
                                        : counted(", %.1f bytes each", bytesPerState()) + workers()))
                .line("under", conditions().toArray(String[]::new));
    }

    String text() {
        ReportText text = head(extent()).append("\n");
        for (Property property : report.properties()) {
            text.line(
                    property.verdict().toString(),
                    property.name() + (untested(property) ? "  (*)" : "") + (restricted(property) ? "  (**)" : ""));
        }
        text.append("\n");
        if (fairnessAsked() && report.complete()) {
            text.line("overtaking", overtaking());
        }
        findings.forEach((name, finding) -> text.line(name, finding(finding)));
        rules(text);
        if (report.properties().stream().anyMatch(CheckReport::untested)) {
            text.line("(*)", "holds, but is untested: the situation that it speaks of did not occur");
        }
        if (report.properties().stream().anyMatch(this::restricted)) {
            text.line("(**)", DUPLICATING);
        }
        report.violated().ifPresent(property -> text.append(counterexample(property)));
        return text.append("\n")
                .line("verdict", conclusion())
                .line("not proved", notProved())
                .toString();
    }

    private static boolean untested(Property property) {
        return property.verdict() == Verdict.HOLDS && !property.tested();
    }

    String extent() {
        if (report.complete()) {
            return "every reachable state, by every interleaving";
        }
        return report.violated().isPresent()
                ? "breadth first until a property was found violated"
                : "NOT every reachable state, for a bound was reached";
    }

    private List<String> conditions() {
        List<String> lines = new ArrayList<>();
        lines.add((TokenHolder.matter(algorithm) ? "the token starts at " + start.holder() + "; " : "")
                + "links are "
                + model.channels() + "; " + faults(model.faults(), model.quorum()));
        lines.add((initiators().isEmpty()
                        ? "a user asks "
                        : "of the users only those of " + listed(initiators()) + " ask, each ")
                + (model.requests().isEmpty()
                        ? "as often as it likes"
                        : model.requests().getAsInt() == 1
                                ? "at most once"
                                : "at most " + model.requests().getAsInt() + " times"));
        if (model.quotient().isPresent()) {
            lines.add(counted(
                    "states that differ only in how far they have counted are explored as one; %,d were compared with"
                            + " their normal forms",
                    report.compared()));
        }
        RunNetwork.legend(model.topology()).ifPresent(lines::add);
        asked.specification()
                .ifPresent(what -> lines.add("what users see is compared with all runs of " + what.name() + " with "
                        + what.processes().size() + " processes"));
        if (!model.judgesProgress()) {
            lines.add("only what this command asks is checked");
        } else if (model.faults().falseDepartures() > 0) {
            lines.add("promised under a false departure: "
                    + algorithm.underFalseDeparture().says());
        }
        lines.add("the paper assumes: " + algorithm.system().assumptions());
        return lines;
    }

    /** The processes whose users alone ask; empty for all. */
    private List<ProcessId> initiators() {
        return model.processes().stream()
                .filter(process -> !model.silent().isEmpty() && !model.silent().contains(process))
                .toList();
    }

    private static String faults(FaultBudget faults, int quorum) {
        if (faults.equals(FaultBudget.NONE)) {
            return "no losses, no duplications, no crashes";
        }
        List<String> parts = new ArrayList<>();
        parts.add(upTo(faults.losses(), "message lost", "messages lost"));
        parts.add(upTo(faults.duplications(), "message duplicated", "messages duplicated"));
        parts.add(upTo(faults.crashes(), "crash", "crashes"));
        addUpTo(parts, faults.linkFailures(), "failure of a link", "failures of links");
        addUpTo(parts, faults.linkRecoveries(), "recovery of a link", "recoveries of links");
        addUpTo(parts, faults.joins(), "process joining", "processes joining");
        addUpTo(parts, faults.leaves(), "process asked to leave", "processes asked to leave");
        addUpTo(parts, faults.falseDepartures(), "false departure", "false departures");
        for (SortedSet<ProcessId> side : faults.partitions()) {
            parts.add("a partition that separates " + side + " from the others");
        }
        parts.add("quorum " + quorum);
        return String.join(", ", parts);
    }

    private static void addUpTo(List<String> parts, int most, String one, String many) {
        if (most > 0) {
            parts.add(upTo(most, one, many));
        }
    }

    private static String upTo(int most, String one, String many) {
        return most == 0 ? "no " + many : "up to " + most + " " + (most == 1 ? one : many);
    }

    private String overtaking() {
        if (report.overtaking().isEmpty()) {
            return "while one waits, others may be served any number of times";
        }
        int most = report.overtaking().getAsInt();
        if (report.requestsBind()) {
            return "no bound found: while one waits, another may be served with all its requests, others "
                    + ReportText.number(most, "time") + " in all; see --requests";
        }
        if (most == 0) {
            return "while one waits, no other is served";
        }
        return "while one waits, others are served at most " + ReportText.number(most, "time")
                + ", and that many times in some run";
    }

    private static String finding(Object finding) {
        if (finding instanceof Map<?, ?> parts) {
            return parts.entrySet().stream()
                    .map(part -> part.getKey() + " " + finding(part.getValue()))
                    .collect(Collectors.joining(", "));
        }
        if (finding instanceof Collection<?> all) {
            String first =
                    all.stream().limit(MOST_LISTED).map(CheckReport::finding).collect(Collectors.joining("; "));
            return all.size() <= MOST_LISTED
                    ? all.isEmpty() ? "none" : "(" + first + ")"
                    : all.size() + " (" + first + "; ...)";
        }
        return finding instanceof Number number ? counted("%,d", number.longValue()) : "" + finding;
    }

    private void rules(ReportText text) {
        Set<String> expected = algorithm.unreachableRules(report.processes()).stream()
                .map(Rule::label)
                .collect(Collectors.toSet());
        List<String> fired = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        List<String> impossible = new ArrayList<>();
        report.rules().forEach((label, times) -> {
            if (times > 0) {
                fired.add(counted("%s" + ReportText.NO_BREAK + "%,d", label, times));
            } else {
                (expected.contains(label) ? impossible : silent).add(label);
            }
        });
        text.line("rules fired", fired.isEmpty() ? "none" : String.join("   ", fired));
        if (!impossible.isEmpty()) {
            text.line("", "cannot fire with this number of processes: " + String.join(", ", impossible));
        }
        if (!silent.isEmpty()) {
            text.line(report.complete() ? "never fired" : "not fired yet", String.join(", ", silent));
        }
    }

    private String counterexample(Property property) {
        List<TraceEvent> trace = property.trace();
        StringBuilder text = new StringBuilder("\nviolated: " + property.name() + "\n");
        text.append(
                trace.isEmpty()
                        ? "from the start on:\n"
                        : (asked.isProgress(property) ? "a way to it, of " : "a shortest way to it, of ")
                                + ReportText.number(trace.size(), "step") + ":\n" + TraceListing.of(drawable(trace)));
        List<TraceEvent> cycle = property.cycle();
        if (!cycle.isEmpty()) {
            text.append((property.name().equals(Scenario.NO_STARVATION)
                            ? "and then, while a user waits, forever "
                            : "and then forever ")
                    + ReportText.number(cycle.size(), "step") + ":\n"
                    + TraceListing.of(drawable(cycle), trace.size() + 1));
        } else if (asked.isProgress(property)) {
            text.append("and then no step has to happen\n");
        } else if (property.name().equals(Scenario.NO_STARVATION)) {
            text.append("and then no step has to happen, and a user waits\n");
        }
        allowed(property).ifPresent(run -> text.append(like(run)));
        return text.toString();
    }

    /** A run of the specification of which users see the same, but for the last step, which it does not allow. */
    private Optional<List<TraceEvent>> allowed(Property property) {
        return asked.specification()
                .filter(what -> what.invariant().equals(property.name()))
                .map(what -> what.like(property.trace()));
    }

    private String like(List<TraceEvent> run) {
        Specification<?, ?, ?, ?, ?> other = asked.specification().orElseThrow();
        return "but for the last step, users see the same in a run of " + other.name() + ", of "
                + ReportText.number(run.size(), "step") + ":\n"
                + TraceListing.of(new Trace(other.processes(), run, List.of()));
    }

    /** As it is listed and drawn. */
    Trace drawable(List<TraceEvent> events) {
        return new Trace(new TreeSet<>(start.processes()), events, Topologies.names(model.topology()));
    }

    /** A run from the start as an event log. */
    EventLog log(List<TraceEvent> path) {
        return RunLogs.of(
                new LogHead(algorithm.name(), false),
                start,
                model.topology(),
                Sorted.without(Sorted.set(model.processes()), model.arriving()),
                model.startsCutOff(),
                path);
    }

    private String conclusion() {
        return switch (verdict()) {
            case HOLDS ->
                report.properties().size() == 1
                        ? "holds: 1 property"
                        : "holds: all " + report.properties().size() + " properties";
            case VIOLATED -> "violated: " + report.violated().orElseThrow().name();
            case UNDECIDED -> "not decided: " + reason.orElse("a bound was reached");
        };
    }

    private String notProved() {
        List<String> parts = new ArrayList<>();
        if (report.properties().stream().anyMatch(property -> property.verdict() == Verdict.UNDECIDED)) {
            parts.add("the undecided properties above (they hold in the states explored)");
        }
        if (!model.judgesProgress()) {
            parts.add("the invariants of the algorithm and of its problem, and that no user waits forever (--only)");
        } else if (!model.promisesProgress()) {
            parts.add("that any user is served: under a false departure none is promised that");
        } else if (!fairnessAsked()) {
            parts.add("that no user starves (--safety)");
        }
        if (delivered()) {
            parts.add("that users are still served if messages are lost (" + DUPLICATING + ")");
        }
        parts.add("anything about other numbers of processes than " + report.processes());
        if (model.requests().isPresent()) {
            parts.add("about users that ask more often");
        }
        parts.add("about other faults than those above");
        parts.add("or about how long anything takes");
        String fair = fairnessAsked()
                ? "; \"no fair starvation\" speaks of fair runs: messages in transit arrive, and users leave the critical section"
                : "";
        return String.join(", ", parts) + fair;
    }
}
