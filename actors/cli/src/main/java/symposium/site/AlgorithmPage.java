package symposium.site;

import static symposium.web.Html.escaped;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import symposium.browser.Lesson;
import symposium.browser.Playground;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;

/** The page of an algorithm, made from the catalogue, with its diagrams. */
final class AlgorithmPage<S, M, U, I, O> {

    private static final Start SMALL = Start.of(3, 0);

    private final Algorithm<S, M, U, I, O> algorithm;
    private final Protocol<S, M, I, O> protocol;
    private final Map<String, byte[]> files = new TreeMap<>();

    private AlgorithmPage(Algorithm<S, M, U, I, O> algorithm) {
        this.algorithm = algorithm;
        this.protocol = algorithm.protocol(SMALL);
    }

    /**
     * The page and its diagrams, by their paths from the root of the site.
     *
     * @param flaws its variants
     * @param misprints those of the papers that its variants show
     * @param runs whether it is simulated, and its variants are explored
     * @param api whether the site has this page of javadoc
     */
    static Map<String, byte[]> of(
            Algorithm<?, ?, ?, ?, ?> algorithm,
            List<Flaw> flaws,
            Map<String, Misprint> misprints,
            boolean runs,
            Predicate<String> api,
            Layout layout) {
        return new AlgorithmPage<>(algorithm).files(flaws, misprints, runs, api, layout);
    }

    private Map<String, byte[]> files(
            List<Flaw> flaws, Map<String, Misprint> misprints, boolean runs, Predicate<String> api, Layout layout) {
        String main = heading(api)
                + facts()
                + "<h2 id=\"rules\">Rules</h2>\n" + rules()
                + "<h2 id=\"invariants\">Invariants</h2>\n" + invariants()
                + costs(runs)
                + lesson()
                + variants(flaws, runs)
                + misprints(misprints);
        String path = Addresses.algorithm(algorithm.name());
        put(path, layout.page(path, algorithm.name(), main));
        return files;
    }

    private void put(String path, String text) {
        files.put(path, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A diagram beside the page. */
    private String drawn(String what, String svg, String of) {
        String file = algorithm.name() + "-" + what + ".svg";
        put(Addresses.BELOW_ALGORITHMS + file, svg);
        return PageParts.diagram(file, of);
    }

    private String heading(Predicate<String> api) {
        String ofPackage = Addresses.apiOfPackage(protocol.getClass());
        return """
                <h1>%s</h1>
                <p class="source">%s</p>
                <p class="actions"><a href="../%s">Walk through its states</a>%s</p>
                """.formatted(
                        algorithm.name(),
                        escaped(algorithm.paper().source()),
                        Addresses.explored(algorithm.name()),
                        api.test(ofPackage) ? " <a href=\"../%s\">What its package says</a>".formatted(ofPackage) : "");
    }

    private String facts() {
        StringBuilder facts = new StringBuilder("<dl class=\"facts\">\n");
        fact(facts, "Problem", algorithm.problem().name());
        fact(
                facts,
                "Topology",
                (algorithm.system().anyGraph() ? "any connected graph, such as " : "")
                        + algorithm.system().topologies().stream()
                                .map(Object::toString)
                                .collect(Collectors.joining(", ")));
        fact(facts, "Links", algorithm.system().channels().toString());
        fact(facts, "Assumes", algorithm.system().assumptions());
        fact(facts, "Membership", membership());
        fact(facts, "False departure", algorithm.underFalseDeparture().says());
        if (!algorithm.timers().isEmpty()) {
            fact(
                    facts,
                    "Timers",
                    algorithm.timers().stream().map(Object::toString).collect(Collectors.joining(", ")));
        }
        return facts.append("</dl>\n").toString();
    }

    private static void fact(StringBuilder facts, String name, String value) {
        facts.append("<dt>")
                .append(name)
                .append("</dt><dd>")
                .append(escaped(value))
                .append("</dd>\n");
    }

    private String membership() {
        MembershipTolerance tolerates = algorithm.system().tolerates();
        if (tolerates == MembershipTolerance.NO_CHANGE) {
            return "does not change";
        }
        return (tolerates == MembershipTolerance.DEPARTURES
                        ? "processes may crash, and the others are notified"
                        : "processes join, crash and leave, links fail and recover")
                + (algorithm.system().servesSurvivors()
                        ? "; the others continue"
                        : "; the others continue unless the removed process held what all need");
    }

    private String rules() {
        return PageParts.table(
                List.of("rule", "what it does"),
                protocol.rules().stream()
                        .map(rule -> List.of(
                                "<code>" + escaped(rule.label()) + "</code>",
                                escaped(Playground.ruleText(rule).orElse(""))))
                        .toList());
    }

    private String invariants() {
        return PageParts.table(
                List.of("what holds in every reachable state", "of what"),
                algorithm.checks().invariants().stream()
                        .map(invariant -> List.of(escaped(invariant.name()), scope(invariant)))
                        .toList());
    }

    private static String scope(Invariant<?, ?, ?> invariant) {
        if (invariant instanceof Invariant.OfProcess) {
            return "each process";
        }
        if (invariant instanceof Invariant.OfDelivery) {
            return "each message and its recipient";
        }
        if (invariant instanceof Invariant.OfLink) {
            return "each link";
        }
        if (invariant instanceof Invariant.Count<?, ?, ?> count) {
            return "a sum over processes and messages, "
                    + (count.least() == count.most()
                            ? "always " + count.least()
                            : "from " + count.least() + " to " + count.most());
        }
        return invariant instanceof Invariant.OfStep ? "each step" : "the global state";
    }

    private String costs(boolean runs) {
        String formula = "<h2 id=\"cost\">Messages</h2>\n<p>The formula: "
                + escaped(algorithm.paper().cost()) + ".</p>\n";
        if (!runs) {
            return formula;
        }
        Costs costs = new Costs(algorithm);
        return formula
                + costs.counted()
                + "<h2 id=\"run\">A run</h2>\n"
                + drawn("run", costs.diagram(), "a run of " + algorithm.name())
                + PageParts.commands(List.of(costs.drawing()));
    }

    // --- the lesson

    private String lesson() {
        Optional<Lesson> lesson = Playground.lessonOn(algorithm);
        return lesson.map(this::lesson).orElse("");
    }

    private String lesson(Lesson lesson) {
        StringBuilder steps = new StringBuilder();
        for (Lesson.Line line : lesson.steps()) {
            steps.append("<li><code>").append(escaped(line.step())).append("</code>");
            if (!line.remark().isEmpty()) {
                steps.append("<br>").append(escaped(line.remark()));
            }
            steps.append("</li>\n");
        }
        return """
                <h2 id="lesson">Lesson: %s</h2>
                <p class="actions"><a href="../%s&amp;story=1">Play it, step by step</a></p>
                <p>%s</p>
                <p>Each step is a process, the rule, and what happens.</p>
                <ol class="lesson">
                %s</ol>
                <details><summary>The same as a space-time diagram</summary>
                %s</details>
                """.formatted(
                        escaped(lesson.title()),
                        Addresses.explored(algorithm.name()),
                        escaped(lesson.opening()),
                        steps,
                        drawn("lesson", Playground.diagram(algorithm, lesson), "the lesson on " + algorithm.name()));
    }

    // --- variants

    private String variants(List<Flaw> flaws, boolean runs) {
        if (flaws.isEmpty()) {
            return "";
        }
        return "<h2 id=\"variants\">Variants, each with a fault</h2>\n"
                + "<p>A misprint read as printed, a statement left out or added. The counterexample is a shortest one;"
                + " the command prints it, too. It stands here where at most %,d states are explored to find it.</p>%n"
                        .formatted(Counterexample.MOST_STATES)
                + flaws.stream().map(flaw -> variant(flaw, runs)).collect(Collectors.joining());
    }

    private String variant(Flaw flaw, boolean runs) {
        Optional<Counterexample> found =
                runs ? flaw.scenario().flatMap(where -> Counterexample.of(algorithm, flaw, where)) : Optional.empty();
        return """
                <section id="%s">
                <h3>%d. %s</h3>
                <p>%s <a href="../%s&amp;variant=%d">Walk through it</a></p>
                %s%s</section>
                """.formatted(
                        flaw.anchor(),
                        flaw.number(),
                        escaped(flaw.name()),
                        flaw.scenario()
                                .map(where -> "Violates: " + escaped(where.invariant()) + ".")
                                .orElse("No counterexample on small instances is known."),
                        Addresses.explored(algorithm.name()),
                        flaw.number(),
                        PageParts.commands(flaw.command().stream().toList()),
                        found.map(way -> counterexample(flaw, way)).orElse(""));
    }

    private String counterexample(Flaw flaw, Counterexample way) {
        return """
                <details><summary>Counterexample of %d step%s</summary>
                %s%s%s</details>
                """.formatted(
                        way.steps(),
                        way.steps() == 1 ? "" : "s",
                        PageParts.lines(way.listing()),
                        way.cycle().isEmpty()
                                ? ""
                                : "<p>And then, while a user waits, forever:</p>\n" + PageParts.lines(way.cycle()),
                        drawn(flaw.anchor(), way.diagram(), "the counterexample of variant " + flaw.number()));
    }

    private static String misprints(Map<String, Misprint> misprints) {
        return misprints.isEmpty()
                ? ""
                : "<h2 id=\"errata\">What the papers print</h2>\n<ul>\n"
                        + misprints.entrySet().stream()
                                .map(each -> "<li><a href=\"../%s#%s\">%s</a>: %s</li>%n"
                                        .formatted(
                                                Addresses.ERRATA.page(),
                                                each.getKey(),
                                                escaped(each.getValue().paper() + ", "
                                                        + each.getValue().place()),
                                                escaped(each.getValue().right())))
                                .collect(Collectors.joining())
                        + "</ul>\n";
    }
}
