package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.topology.Topology;

/** Models of algorithms outside the catalogue. */
public final class Models {

    /** More states than any toy has: a checker that takes a toy to be infinite fails a test, and does not hang. */
    static final Limits FEW = new Limits(50_000, Duration.ofHours(1));

    private Models() {}

    /** Explores a toy to the end, fairness included. */
    static Report check(Model<?, ?, ?, ?, ?> model) {
        Report report = Explorer.of(model, FEW).explore().report(true);
        assertTrue(report.complete() || report.violated().isPresent(), "more than " + FEW.states() + " states");
        return report;
    }

    /**
     * Processes over links that keep order, all present from the start. Each user asks once, nothing goes wrong, and a
     * majority is a quorum.
     */
    public static <S, M, U, I, O> Model<S, M, U, I, O> of(
            String name,
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            Topology topology,
            SortedSet<ProcessId> processes) {
        return new Model<>(
                name,
                protocol,
                problem,
                List.of(),
                topology,
                processes,
                Channels.FIFO,
                OptionalInt.of(1),
                FaultBudget.NONE,
                Optional.empty(),
                Collections.emptySortedSet(),
                false,
                processes.size() / 2 + 1,
                Collections.emptySortedSet(),
                true);
    }

    /** An algorithm on three processes, without a crash and with one, and each of its variants that has a scenario. */
    public static <S, M, U, I, O> List<Model<S, M, U, I, O>> withVariants(Algorithm<S, M, U, I, O> algorithm) {
        Start start = Start.of(3, 0);
        Model<S, M, U, I, O> model = Model.of(algorithm, start);
        List<Model<S, M, U, I, O>> models =
                new ArrayList<>(List.of(model, model.withFaults(FaultBudget.NONE.withCrashes(1))));
        List<Variant<S, M, I, O>> variants = algorithm.checks().variants(start);
        for (int index = 0; index < variants.size(); index++) {
            int number = index;
            variants.get(index)
                    .scenario()
                    .ifPresent(scenario -> models.add(Model.of(algorithm, scenario)
                            .withProtocol(algorithm
                                    .checks()
                                    .variants(scenario.start())
                                    .get(number)
                                    .protocol())));
        }
        return models;
    }
}
