package symposium.cli.catalogue;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import symposium.checker.ScenarioSearch;
import symposium.cli.report.JsonObject;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.topology.RelabelledTopology;
import symposium.site.Flaw;

/**
 * A variant of an algorithm and the scenario that refutes it: the recorded one or, without one, the first that a search
 * on small instances finds.
 *
 * @param algorithm the algorithm's name
 * @param number the variant's number, from 1
 * @param variant the variant's name
 * @param scenario the scenario; empty when none is recorded and the search finds none
 */
record RefutedVariant(String algorithm, int number, String variant, Optional<Scenario> scenario) {

    private static final Start ANY = Start.of(3, 0);

    /** All variants of an algorithm. */
    static <S, M, U, I, O> List<RefutedVariant> of(Algorithm<S, M, U, I, O> algorithm) {
        List<Variant<S, M, I, O>> variants = algorithm.checks().variants(ANY);
        ScenarioSearch<S, M, U, I, O> search = new ScenarioSearch<>(algorithm);
        return IntStream.range(0, variants.size())
                .mapToObj(index -> new RefutedVariant(
                        algorithm.name(),
                        index + 1,
                        variants.get(index).name(),
                        variants.get(index).scenario().or(() -> search.find(index))))
                .toList();
    }

    /** The command that shows it. */
    Optional<String> command() {
        return scenario.map(where -> "symposium check " + algorithm + options(where) + " --variant " + number);
    }

    private static String options(Scenario where) {
        StringBuilder options = new StringBuilder(" -n " + where.processes());
        where.topology().ifPresent(topology -> options.append(" --topology ").append(topology));
        Optional<RelabelledTopology> seating =
                where.topology().filter(RelabelledTopology.class::isInstance).map(RelabelledTopology.class::cast);
        seating.ifPresent(order -> options.append(" --ids ").append(listed(order.seated())));
        int first = seating.map(order -> order.seated().get(0).number()).orElse(0);
        if (where.holder() != first) {
            options.append(" --holder ").append(where.holder());
        }
        if (!where.initiators().isEmpty()) {
            options.append(" --initiators ").append(listed(where.initiators()));
        }
        where.requests().ifPresent(each -> options.append(" --requests ").append(each));
        where.channels().ifPresent(order -> options.append(" --network ").append(order));
        where.faults()
                .forEach((fault, times) ->
                        options.append(" --").append(fault).append(' ').append(times));
        if (!where.partition().isEmpty()) {
            options.append(" --partition ").append(listed(where.partition()));
        }
        return options.toString();
    }

    private static String listed(Collection<ProcessId> processes) {
        return processes.stream().map(ProcessId::toString).collect(Collectors.joining(","));
    }

    /** The same for the site. */
    Flaw flaw() {
        return new Flaw(algorithm, number, variant, scenario, command());
    }

    JsonObject json() {
        return new JsonObject()
                .with("algorithm", algorithm)
                .with("number", number)
                .with("variant", variant)
                .with("violates", scenario.map(Scenario::invariant))
                .with("command", command());
    }

    /** The variant, what it violates, and the command. */
    String text() {
        String shown = scenario.map(where ->
                        "violates: " + where.invariant() + "\n    " + command().orElseThrow())
                .orElse(
                        "no counterexample on up to %d processes; symposium check %s --variant %d -n N searches a larger instance"
                                .formatted(ScenarioSearch.MOST_PROCESSES, algorithm, number));
        return "%s, %d: %s%n    %s%n".formatted(algorithm, number, variant, shown);
    }
}
