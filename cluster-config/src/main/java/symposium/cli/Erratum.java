package symposium.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import symposium.checker.Explorer;
import symposium.checker.Limits;
import symposium.checker.Model;
import symposium.checker.Property;
import symposium.checker.Report;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Fault;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.RelabelledTopology;
import symposium.kernel.Scenario;
import symposium.kernel.Start;
import symposium.kernel.Variant;

/**
 * A variant of an algorithm and where its fault shows: as its package says or, where that says so of none, as a search on few processes
 * finds.
 *
 * @param algorithm the algorithm's name
 * @param number the variant's number, from 1
 * @param variant the variant's name
 * @param exhibit where it shows; empty when nothing is said and nothing was found
 */
record Erratum(String algorithm, int number, String variant, Optional<Scenario> exhibit) {

    private static final Start ANY = Start.of(3, 0);

    /** All of an algorithm. */
    static <S, M, U, I, O> List<Erratum> of(Algorithm<S, M, U, I, O> algorithm) {
        List<Variant<S, M, I, O>> variants = algorithm.variants(ANY);
        boolean silent =
                variants.stream().noneMatch(variant -> variant.exhibit().isPresent());
        Search<S, M, U, I, O> search = new Search<>(algorithm);
        List<Erratum> errata = new ArrayList<>();
        for (Variant<S, M, I, O> variant : variants) {
            int number = errata.size() + 1;
            Optional<Scenario> exhibit = silent ? search.exhibit(number) : variant.exhibit();
            errata.add(new Erratum(algorithm.name(), number, variant.name(), exhibit));
        }
        return errata;
    }

    /** The command that shows it. */
    Optional<String> command() {
        return exhibit.map(where -> "symposium check " + algorithm + options(where) + " --variant " + number);
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

    /** The fields as they are listed. */
    Map<String, Object> json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("algorithm", algorithm);
        fields.put("number", number);
        fields.put("variant", variant);
        fields.put("violates", exhibit.map(Scenario::invariant).orElse(null));
        fields.put("command", command().orElse(null));
        return fields;
    }

    /** The same for people. */
    String text() {
        String shown = exhibit.map(where ->
                        "violates: " + where.invariant() + "\n    " + command().orElseThrow())
                .orElse("not shown on few processes");
        return "%s, %d: %s%n    %s%n".formatted(algorithm, number, variant, shown);
    }

    /** Looks for where the variants of an algorithm show whose package does not say. */
    private static final class Search<S, M, U, I, O> {

        private static final int MOST_PROCESSES = 4;
        private static final Limits PATIENCE = new Limits(300_000, Duration.ofSeconds(5));

        private final Algorithm<S, M, U, I, O> algorithm;
        private final Map<Scenario, Boolean> stood = new HashMap<>();

        Search(Algorithm<S, M, U, I, O> algorithm) {
            this.algorithm = algorithm;
        }

        /**
         * The simplest surroundings in which a variant violates something and the original does not: first those of the paper, on ever more
         * processes, then with users who ask twice, then with something that goes wrong.
         */
        Optional<Scenario> exhibit(int number) {
            for (int kind = 0; kind < surroundings(1).size(); kind++) {
                for (int processes = 1; processes <= MOST_PROCESSES; processes++) {
                    Scenario here = surroundings(processes).get(kind);
                    Optional<Report> report =
                            variant(here.start(), number).map(variant -> check(here, Optional.of(variant.protocol())));
                    Optional<Property> violated = report.flatMap(Report::violated);
                    if (violated.isPresent() && stands(here)) {
                        return Optional.of(here.withInvariant(violated.get().name()));
                    }
                    if (report.isPresent()
                            && violated.isEmpty()
                            && !report.get().complete()) {
                        break;
                    }
                }
            }
            return Optional.empty();
        }

        /** Users ask twice only where there is a bound on how often they ask. */
        private List<Scenario> surroundings(int processes) {
            Scenario paper = Scenario.of(processes, "");
            List<Scenario> all = new ArrayList<>();
            all.add(paper);
            if (!algorithm.finiteStateSpace()) {
                all.add(paper.withRequests(2));
            }
            all.add(paper.withFault(Fault.LOSS, 1));
            all.add(paper.withFault(Fault.CRASH, 1));
            all.add(paper.withFault(Fault.DUPLICATE, 1));
            all.add(paper.withChannels(Channels.UNORDERED));
            return all;
        }

        private boolean stands(Scenario here) {
            return stood.computeIfAbsent(
                    here, same -> check(same, Optional.empty()).violated().isEmpty());
        }

        private Report check(Scenario here, Optional<Protocol<S, M, I, O>> bent) {
            Model<S, M, U, I, O> model = Model.of(algorithm, here);
            return Explorer.of(bent.map(model::withProtocol).orElse(model), PATIENCE)
                    .explore()
                    .report(true);
        }

        /** A variant, where it is defined for so many processes. */
        private Optional<Variant<S, M, I, O>> variant(Start start, int number) {
            try {
                return Optional.of(algorithm.variants(start).get(number - 1));
            } catch (IllegalArgumentException undefined) {
                return Optional.empty();
            }
        }
    }
}
