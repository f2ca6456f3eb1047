package symposium.inventory;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import symposium.checker.Explorer;
import symposium.checker.ScenarioSearch;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.cli.Main;
import symposium.kernel.Rule;
import symposium.kernel.Timer;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;

/**
 * Lists all that a change of structure must not lose, one fact a line: of each algorithm its entry, rules, invariants
 * and variants, the sizes of its state spaces on small instances, and the message counts of seeded simulations.
 * {@code tests/inventory/compare.py} compares two such lists.
 *
 * <p>Arguments: the first letters of the names of algorithms to list; all where there is none.
 */
public final class Inventory {

    private static final Limits SMALL = new Limits(30_000, Duration.ofMinutes(5));

    private static final Pattern TIMES = Pattern.compile(",\"(seconds|nanosPerMessage)\":[^,}]*");

    private Inventory() {}

    public static void main(String[] prefixes) {
        for (Algorithm<?, ?, ?, ?, ?> algorithm : everyAlgorithm()) {
            if (prefixes.length == 0 || List.of(prefixes).stream().anyMatch(algorithm.name()::startsWith)) {
                list(algorithm);
            }
        }
    }

    /** Those that the catalogue lists, and the other members of its families. */
    private static List<Algorithm<?, ?, ?, ?, ?>> everyAlgorithm() {
        Map<String, Algorithm<?, ?, ?, ?, ?>> all = new TreeMap<>();
        Catalogue.all().forEach(each -> all.put(each.name(), each));
        for (Algorithm<?, ?, ?, ?, ?> token : Catalogue.byThemselves()) {
            for (Algorithm<?, ?, ?, ?, ?> election : Catalogue.byThemselves()) {
                Catalogue.named(token.name() + "-by-" + election.name())
                        .ifPresent(member -> all.put(member.name(), member));
            }
        }
        return List.copyOf(all.values());
    }

    private static <S, M, U, I, O> void list(Algorithm<S, M, U, I, O> algorithm) {
        Start three = Start.of(3, 0);
        say(algorithm, "entry", entry(algorithm));
        say(algorithm, "source", algorithm.source());
        say(algorithm, "assumptions", algorithm.assumptions());
        algorithm.bounds().forEach(bound -> say(algorithm, "bound", bound.toString()));
        for (Rule rule : algorithm.protocol(three).rules()) {
            say(algorithm, "rule", rule.label());
        }
        for (int processes = 1; processes <= 3; processes++) {
            say(algorithm, "rules that cannot fire, n = " + processes, labels(algorithm, processes));
        }
        algorithm.invariants().forEach(invariant -> say(algorithm, "invariant", invariant.name()));
        for (Invariant<S, M, U> invariant : algorithm.invariantsUnderSuspicion()) {
            say(algorithm, "invariant under suspicion", invariant.name());
        }
        ScenarioSearch<S, M, U, I, O> search = new ScenarioSearch<>(algorithm);
        List<Variant<S, M, I, O>> variants = algorithm.variants(three);
        boolean own = algorithm.getClass().getPackageName().startsWith("symposium.own");
        for (int number = 0; number < variants.size(); number++) {
            int index = number;
            Optional<Scenario> shows =
                    variants.get(index).scenario().or(() -> own ? Optional.empty() : found(search, index));
            say(
                    algorithm,
                    "variant",
                    variants.get(index).name() + " | "
                            + shows.map(Inventory::scenario).orElse("searched"));
        }
        explore(algorithm);
        simulate(algorithm);
    }

    /** What the search finds under the paper's assumptions; anything else, once found, would have been recorded. */
    private static Optional<Scenario> found(ScenarioSearch<?, ?, ?, ?, ?> search, int index) {
        return search.find(index).filter(it -> it.equals(Scenario.of(it.processes(), it.invariant())));
    }

    private static String entry(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return String.join(
                " | ",
                algorithm.problem().name(),
                algorithm.topologies().toString() + (algorithm.anyGraph() ? " any" : ""),
                algorithm.tolerates().toString(),
                algorithm.leaves() ? "leaves" : "-",
                algorithm.channels().toString(),
                "timers " + names(algorithm.timers()),
                "loss detection timers " + names(algorithm.lossDetectionTimers()),
                algorithm.finiteStateSpace() ? "finite" : "infinite",
                algorithm.quotient().isPresent() ? "quotient" : "-",
                algorithm.cost());
    }

    private static List<String> names(List<? extends Timer> timers) {
        return timers.stream().map(Timer::name).toList();
    }

    private static String labels(Algorithm<?, ?, ?, ?, ?> algorithm, int processes) {
        return algorithm.unreachableRules(processes).stream()
                .map(Rule::label)
                .sorted()
                .toList()
                .toString();
    }

    private static String scenario(Scenario exhibit) {
        return String.join(
                " | ",
                exhibit.invariant(),
                exhibit.processes() + " processes, token at " + exhibit.holder(),
                exhibit.topology().map(Object::toString).orElse("-"),
                "initiators " + exhibit.initiators(),
                "requests " + exhibit.requests(),
                exhibit.channels().map(Object::toString).orElse("-"),
                exhibit.faults().toString(),
                "partition " + exhibit.partition());
    }

    // --- state spaces

    private static <S, M, U, I, O> void explore(Algorithm<S, M, U, I, O> algorithm) {
        boolean family = algorithm.name().contains("-by-") || algorithm.name().endsWith("-terms");
        for (int processes = 1; processes <= (family ? 3 : 4); processes++) {
            Start start = Start.of(processes, 0);
            if (algorithm.topologies().get(0).misfit(processes).isPresent()) {
                continue;
            }
            Model<S, M, U, I, O> model = Model.of(algorithm, start);
            explore(algorithm, "n " + processes, model);
            if (family && processes == 3) {
                continue;
            }
            explore(algorithm, "n " + processes + " requests 2", model.withRequests(2));
            explore(algorithm, "n " + processes + " unordered", model.withChannels(Channels.UNORDERED));
            explore(algorithm, "n " + processes + " loss 1", model.withFaults(FaultBudget.NONE.withLosses(1)));
            if (algorithm.tolerates() != MembershipTolerance.NO_CHANGE && processes > 1) {
                explore(algorithm, "n " + processes + " crash 1", model.withFaults(FaultBudget.NONE.withCrashes(1)));
                explore(
                        algorithm,
                        "n " + processes + " crash 1 quorum 1",
                        Model.of(algorithm, start.withQuorum(1)).withFaults(FaultBudget.NONE.withCrashes(1)));
            }
            if (algorithm.tolerates() == MembershipTolerance.ANY_CHANGE && processes > 1) {
                explore(
                        algorithm,
                        "n " + processes + " link failure 1",
                        model.withFaults(FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1)));
            }
            if (algorithm.leaves()) {
                explore(algorithm, "n " + processes + " leave 1", model.withFaults(FaultBudget.NONE.withLeaves(1)));
            }
        }
    }

    private static void explore(Algorithm<?, ?, ?, ?, ?> algorithm, String instance, Model<?, ?, ?, ?, ?> model) {
        String found;
        try {
            Report report = Explorer.of(model, SMALL).explore().report(true);
            String violated = report.violated()
                    .map(property -> ", violated in " + property.trace().size() + ": " + property.name())
                    .orElse("");
            found = report.complete() || report.violated().isPresent()
                    ? report.states() + " states, " + report.transitions() + " transitions, depth " + report.depth()
                            + violated + ", " + report.rules()
                    : "not within " + SMALL.states();
        } catch (RuntimeException refused) {
            found = refused.getClass().getSimpleName();
        }
        say(algorithm, "explored " + instance, found);
    }

    // --- simulations

    private static void simulate(Algorithm<?, ?, ?, ?, ?> algorithm) {
        List<String> options = new ArrayList<>(List.of("simulate", algorithm.name(), "--json", "--seed", "7", "-n"));
        for (int processes : new int[] {2, 5, 12}) {
            for (String schedule : List.of("synchronous", "random")) {
                List<String> line = new ArrayList<>(options);
                line.addAll(List.of(String.valueOf(processes), "--schedule", schedule));
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);
                int code = Main.run(line.toArray(String[]::new), to, to);
                String said =
                        TIMES.matcher(out.toString(StandardCharsets.UTF_8)).replaceAll("");
                say(algorithm, "simulated n " + processes + " " + schedule, code + " " + said.strip());
            }
        }
    }

    private static void say(Algorithm<?, ?, ?, ?, ?> algorithm, String kind, String what) {
        System.out.println(algorithm.name() + " | " + kind + " | " + what.replace('\n', ' '));
    }
}
