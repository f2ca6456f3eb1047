package symposium.checker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Variant;

/**
 * Searches small instances for a scenario in which a variant of an algorithm violates a property and the algorithm
 * itself violates none.
 *
 * <p>The search tries the paper's assumptions on one to {@link #MOST_PROCESSES} processes, then two requests each,
 * then one fault, then unordered channels. An exploration that reaches its limits ends the search under that
 * condition.
 */
public final class ScenarioSearch<S, M, U, I, O> {

    /** The number of processes of the largest instance that is searched. */
    public static final int MOST_PROCESSES = 4;

    /** States alone: a limit on time would make the result depend on the machine. */
    private static final Limits LIMITS = new Limits(100_000, Duration.ofHours(1));

    private final Algorithm<S, M, U, I, O> algorithm;
    private final Map<Scenario, Boolean> holds = new HashMap<>();

    /** A search for the variants of this algorithm. It caches the results for the algorithm itself. */
    public ScenarioSearch(Algorithm<S, M, U, I, O> algorithm) {
        this.algorithm = algorithm;
    }

    /**
     * The first scenario, in the order of the search, that refutes a variant; empty when the search finds none.
     *
     * @param index the variant's index among the variants of the algorithm, from 0
     */
    public Optional<Scenario> find(int index) {
        for (int condition = 0; condition < conditions(1).size(); condition++) {
            for (int processes = 1; processes <= MOST_PROCESSES; processes++) {
                Scenario here = conditions(processes).get(condition);
                Optional<Report> report = variant(here, index).map(variant -> check(here, variant.protocol()));
                Optional<Property> violated = report.flatMap(Report::violated);
                if (violated.isPresent() && holds(here)) {
                    return Optional.of(here.withInvariant(violated.get().name()));
                }
                if (violated.isEmpty() && report.isPresent() && !report.get().complete()) {
                    break;
                }
            }
        }
        return Optional.empty();
    }

    /**
     * The conditions to try, in order. A limit of two requests applies only to algorithms whose requests have to be
     * bounded.
     */
    private List<Scenario> conditions(int processes) {
        Scenario paper = Scenario.of(processes, "");
        List<Scenario> conditions = new ArrayList<>();
        conditions.add(paper);
        if (!algorithm.checks().finiteStateSpace()) {
            conditions.add(paper.withRequests(2));
        }
        for (Fault fault : List.of(Fault.LOSS, Fault.CRASH, Fault.DUPLICATE)) {
            conditions.add(paper.withFault(fault, 1));
        }
        conditions.add(paper.withChannels(Channels.UNORDERED));
        return conditions;
    }

    private boolean holds(Scenario here) {
        return holds.computeIfAbsent(
                here,
                same -> check(same, algorithm.protocol(same.start())).violated().isEmpty());
    }

    private Report check(Scenario here, Protocol<S, M, I, O> protocol) {
        return Explorer.of(Model.of(algorithm, here).withProtocol(protocol), LIMITS)
                .explore()
                .report(true);
    }

    /** The variant, if it is defined for this number of processes. */
    private Optional<Variant<S, M, I, O>> variant(Scenario here, int index) {
        try {
            return Optional.of(algorithm.checks().variants(here.start()).get(index));
        } catch (IllegalArgumentException undefined) {
            return Optional.empty();
        }
    }
}
