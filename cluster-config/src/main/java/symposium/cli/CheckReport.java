package symposium.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.checker.Explorer;
import symposium.checker.FaultBudget;
import symposium.checker.Model;
import symposium.checker.Property;
import symposium.checker.Report;
import symposium.checker.Verdict;
import symposium.kernel.Algorithm;
import symposium.kernel.Effect;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.RelabelledTopology;
import symposium.kernel.Rule;
import symposium.kernel.Start;
import symposium.kernel.TraceEvent;
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
 */
record CheckReport(
        Algorithm<?, ?, ?, ?, ?> algorithm,
        Start start,
        Model<?, ?, ?, ?, ?> model,
        Optional<String> variant,
        Report report,
        Optional<String> reason,
        Map<String, Object> findings) {

    private static final int HEAD = 15;
    private static final int TEXT = 100;
    private static final int MOST_LISTED = 8;
    private static final char NO_BREAK = '\u00a0';

    /** The worst verdict of all. */
    Verdict verdict() {
        if (violated().isPresent()) {
            return Verdict.VIOLATED;
        }
        boolean decided = report.properties().stream().allMatch(property -> property.verdict() == Verdict.HOLDS);
        return decided ? Verdict.HOLDS : Verdict.UNDECIDED;
    }

    /** The property that is violated; with several, the first. */
    Optional<Property> violated() {
        return report.violated();
    }

    private boolean fairnessAsked() {
        return report.properties().stream().anyMatch(property -> property.name().equals(Explorer.NO_STARVATION));
    }

    /** What was explored, in a phrase. */
    String title() {
        return algorithm.name() + variant.map(name -> ", " + name).orElse("") + ", " + model.topology() + " of "
                + report.processes()
                + seated().map(order -> ", in the order " + order).orElse("");
    }

    /** Who is at which position, where that is not as the names are ordered. */
    private Optional<String> seated() {
        return model.topology() instanceof RelabelledTopology seating
                ? Optional.of(seating.seated().stream().map(ProcessId::toString).collect(Collectors.joining(", ")))
                : Optional.empty();
    }

    // --- for machines
    // -------------------------------------------------------------------------------------------------

    Map<String, Object> json() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("algorithm", algorithm.name());
        variant.ifPresent(name -> object.put("variant", name));
        object.put("processes", report.processes());
        object.put("topology", model.topology().toString());
        if (model.topology() instanceof RelabelledTopology seating) {
            object.put("ids", seating.seated().stream().map(ProcessId::number).toList());
        }
        List<String> names = NetworkOptions.names(model.topology());
        if (!names.isEmpty()) {
            object.put("names", names);
        }
        object.put("holder", start.holder().number());
        object.put("network", model.channels().toString());
        object.put("requests", model.requests().isPresent() ? model.requests().getAsInt() : null);
        if (!model.silent().isEmpty()) {
            object.put(
                    "initiators", initiators().stream().map(ProcessId::number).toList());
        }
        Map<String, Object> faults = new LinkedHashMap<>();
        faults.put("loss", model.faults().losses());
        faults.put("duplicate", model.faults().duplications());
        faults.put("crash", model.faults().crashes());
        object.put("faults", faults);
        object.put("states", report.states());
        object.put("transitions", report.transitions());
        object.put("depth", report.depth());
        object.put("complete", report.complete());
        object.put("verdict", verdict().toString());
        reason.ifPresent(why -> object.put("reason", why));
        object.put("rules", report.rules());
        object.put(
                "properties",
                report.properties().stream().map(CheckReport::json).toList());
        object.put(
                "overtaking",
                report.overtaking().isPresent() ? report.overtaking().getAsInt() : null);
        object.putAll(findings);
        object.put("seconds", report.seconds());
        object.put("statesPerSecond", statesPerSecond());
        return object;
    }

    private static Map<String, Object> json(Property property) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", property.name());
        object.put("verdict", property.verdict().toString());
        object.put("tested", property.tested());
        if (property.verdict() == Verdict.VIOLATED) {
            object.put("trace", property.trace().stream().map(CheckReport::json).toList());
            if (!property.cycle().isEmpty()) {
                object.put(
                        "cycle",
                        property.cycle().stream().map(CheckReport::json).toList());
            }
        }
        return object;
    }

    private static Map<String, Object> json(TraceEvent occurrence) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("process", occurrence.process().number());
        if (occurrence instanceof TraceEvent.Stepped stepped) {
            object.put("rule", stepped.rule().label());
            object.put("event", stepped.event().toString());
            object.put(
                    "effects",
                    stepped.effects().stream()
                            .map(effect -> effect instanceof Effect.Send ? "send " + effect : effect.toString())
                            .toList());
        } else if (occurrence instanceof TraceEvent.MessageLost lost) {
            object.put("fault", "loss");
            object.put("message", Printable.print(lost.message()) + " from " + lost.from());
        } else if (occurrence instanceof TraceEvent.MessageDuplicated doubled) {
            object.put("fault", "duplicate");
            object.put("message", Printable.print(doubled.message()) + " from " + doubled.from());
        } else if (occurrence instanceof TraceEvent.Failed failed) {
            object.put("event", failed.event().toString());
            object.put("failure", failed.why());
        } else {
            object.put("fault", "crash");
        }
        return object;
    }

    private long statesPerSecond() {
        return report.seconds() > 0 ? Math.round(report.states() / report.seconds()) : 0;
    }

    // --- for people
    // ---------------------------------------------------------------------------------------------------

    String text() {
        StringBuilder text = new StringBuilder();
        text.append(title()).append('\n');
        text.append(algorithm.source()).append("\n\n");
        head(text, "explored", explored());
        head(text, "", counts("%,d states, %,d transitions, depth %,d", report));
        head(text, "", String.format(Locale.ROOT, "%s s, %,d states per second", time(), statesPerSecond()));
        String label = "under";
        for (String condition : conditions()) {
            head(text, label, condition);
            label = "";
        }
        text.append('\n');
        for (Property property : report.properties()) {
            head(text, property.verdict().toString(), property.name() + (untested(property) ? "  (*)" : ""));
        }
        text.append('\n');
        if (fairnessAsked() && report.complete()) {
            head(text, "overtaking", overtaking());
        }
        findings.forEach((name, finding) -> head(text, name, finding(finding)));
        rules(text);
        if (report.properties().stream().anyMatch(CheckReport::untested)) {
            head(text, "(*)", "holds, and was never put to the test: what it speaks of did not occur");
        }
        violated().ifPresent(property -> counterexample(text, property));
        text.append('\n');
        head(text, "verdict", conclusion());
        head(text, "not proved", notProved());
        return text.toString().stripTrailing();
    }

    private static boolean untested(Property property) {
        return property.verdict() == Verdict.HOLDS && !property.tested();
    }

    private static String counts(String format, Report report) {
        return String.format(Locale.ROOT, format, report.states(), report.transitions(), report.depth());
    }

    private String time() {
        return plain(report.seconds());
    }

    /** A number of seconds with as many decimals as say something. */
    static String plain(double seconds) {
        BigDecimal rounded = BigDecimal.valueOf(seconds).setScale(seconds < 10 ? 3 : 1, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    private String explored() {
        if (report.complete()) {
            return "every reachable state, by every interleaving";
        }
        return violated().isPresent()
                ? "breadth first until a property was found violated"
                : "NOT every reachable state, for a bound was reached";
    }

    private List<String> conditions() {
        List<String> lines = new ArrayList<>();
        lines.add((TokenHolder.matter(algorithm) ? "the token starts at " + start.holder() + "; " : "")
                + "links are "
                + model.channels() + "; " + faults(model.faults()));
        lines.add((model.silent().isEmpty()
                        ? "a user asks "
                        : "of the users only those of " + listed(initiators()) + " ask, each ")
                + (model.requests().isEmpty()
                        ? "as often as it likes"
                        : model.requests().getAsInt() == 1
                                ? "at most once"
                                : "at most " + model.requests().getAsInt() + " times"));
        if (model.quotient().isPresent()) {
            lines.add("states that differ only in how far a count has come are seen as one");
        }
        NetworkOptions.legend(model.topology()).ifPresent(lines::add);
        lines.add("the paper assumes: " + algorithm.assumptions());
        return lines;
    }

    private List<ProcessId> initiators() {
        return model.processes().stream()
                .filter(process -> !model.silent().contains(process))
                .toList();
    }

    private static String faults(FaultBudget faults) {
        if (faults.equals(FaultBudget.NONE)) {
            return "no losses, no doublings, no crashes";
        }
        List<String> parts = new ArrayList<>();
        parts.add(upTo(faults.losses(), "message lost", "messages lost"));
        parts.add(upTo(faults.duplications(), "message doubled", "messages doubled"));
        parts.add(upTo(faults.crashes(), "crash", "crashes"));
        addUpTo(parts, faults.linkFailures(), "failure of a link", "failures of links");
        addUpTo(parts, faults.linkRecoveries(), "recovery of a link", "recoveries of links");
        addUpTo(parts, faults.joins(), "process joining", "processes joining");
        addUpTo(parts, faults.leaves(), "process asked to leave", "processes asked to leave");
        for (SortedSet<ProcessId> side : faults.partitions()) {
            parts.add("a partition that separates " + side + " from the others");
        }
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
        if (most == 0) {
            return "while one waits, nobody else is served";
        }
        return "while one waits, others are served at most " + most + (most == 1 ? " time" : " times")
                + ", and so often in some run";
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
        return finding instanceof Number number ? String.format(Locale.ROOT, "%,d", number.longValue()) : "" + finding;
    }

    private void rules(StringBuilder text) {
        Set<String> expected = algorithm.unreachableRules(report.processes()).stream()
                .map(Rule::label)
                .collect(Collectors.toSet());
        List<String> fired = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        List<String> impossible = new ArrayList<>();
        report.rules().forEach((label, times) -> {
            if (times > 0) {
                fired.add(String.format(Locale.ROOT, "%s" + NO_BREAK + "%,d", label, times));
            } else {
                (expected.contains(label) ? impossible : silent).add(label);
            }
        });
        head(text, "rules fired", fired.isEmpty() ? "none" : String.join("   ", fired));
        if (!impossible.isEmpty()) {
            head(text, "", "cannot fire with so few processes: " + String.join(", ", impossible));
        }
        if (!silent.isEmpty()) {
            head(text, report.complete() ? "never fired" : "not fired yet", String.join(", ", silent));
        }
    }

    private void counterexample(StringBuilder text, Property property) {
        text.append("\nviolated: ").append(property.name()).append('\n');
        List<TraceEvent> trace = property.trace();
        if (trace.isEmpty()) {
            text.append("from the start on:\n");
        } else {
            text.append("a shortest way to it, of ").append(steps(trace.size())).append(":\n");
            text.append(TraceListing.of(drawable(trace)));
        }
        if (property.name().equals(Explorer.NO_STARVATION)) {
            if (property.cycle().isEmpty()) {
                text.append("and then nothing that has to happen is left, and somebody waits\n");
            } else {
                text.append("and then, somebody waiting all the time, on and on ")
                        .append(steps(property.cycle().size()))
                        .append(":\n");
                text.append(TraceListing.of(drawable(property.cycle()), trace.size() + 1));
            }
        }
    }

    /** As it is listed and drawn. */
    Trace drawable(List<TraceEvent> occurrences) {
        return new Trace(new TreeSet<>(start.processes()), occurrences, NetworkOptions.names(model.topology()));
    }

    private static String steps(int count) {
        return count == 1 ? "1 step" : count + " steps";
    }

    private String conclusion() {
        return switch (verdict()) {
            case HOLDS -> "holds: all " + report.properties().size() + " properties";
            case VIOLATED -> "violated: " + violated().orElseThrow().name();
            case UNDECIDED -> "not decided: " + reason.orElse("a bound was reached");
        };
    }

    private String notProved() {
        List<String> parts = new ArrayList<>();
        if (report.properties().stream().anyMatch(property -> property.verdict() == Verdict.UNDECIDED)) {
            parts.add("what is undecided above (it holds as far as was explored)");
        }
        if (!fairnessAsked()) {
            parts.add("that nobody starves (--safety)");
        }
        parts.add("anything of other numbers of processes than " + report.processes());
        if (model.requests().isPresent()) {
            parts.add("of users who ask more often");
        }
        parts.add("of other faults than those above");
        parts.add("or of how long anything takes");
        String fair = fairnessAsked()
                ? "; that nobody starves is meant of fair runs: what is under way arrives, and who is in leaves"
                : "";
        return String.join(", ", parts) + fair;
    }

    /** One line, or several where it is long, behind a heading. */
    static void head(StringBuilder text, String head, String body) {
        String indent = " ".repeat(HEAD);
        StringBuilder line = new StringBuilder(head + " ".repeat(Math.max(1, HEAD - head.length())));
        boolean first = true;
        for (String word : body.split(" (?! )")) {
            if (!first && line.length() + word.length() + 1 > TEXT) {
                text.append(line.toString().replace(NO_BREAK, ' ').stripTrailing())
                        .append('\n');
                line = new StringBuilder(indent + word.stripLeading());
            } else {
                line.append(first ? "" : " ").append(word);
            }
            first = false;
        }
        text.append(line.toString().replace(NO_BREAK, ' ').stripTrailing()).append('\n');
    }

    /** Names, with commas between. */
    static String listed(Collection<?> things) {
        return things.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
