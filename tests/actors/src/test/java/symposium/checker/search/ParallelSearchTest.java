package symposium.checker.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.Models;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Entries;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;

/** Several threads find what one thread finds. */
@Tag("slow")
public class ParallelSearchTest {

    private static final int WORKERS = 3;
    /** Also the smallest models are explored by all workers. */
    private static final int AT_ONCE = 1;

    private static final Limits LIMITS = new Limits(6_000, Duration.ofMinutes(5));

    /** Whatever an algorithm of the catalogue and its variants do, also where the limit ends the search. */
    @ParameterizedTest
    @MethodSource(Entries.ALL)
    <S, M, U, I, O> void everyAlgorithmAndEachOfItsVariants(Algorithm<S, M, U, I, O> algorithm) {
        Models.withVariants(algorithm).forEach(model -> assertFoundAlike(model, LIMITS));
    }

    /** Hundreds of thousands of states, whose numbers outgrow their layout on the way. */
    @Test
    void manyStates() {
        Model<?, ?, ?, ?, ?> model =
                Model.of(new Ewd851Misra.Entry(), Start.of(3, 0)).withFaults(FaultBudget.NONE.withCrashes(1));
        assertFoundAlike(model, Limits.WIDE);
    }

    private static <S, M, U, I, O> void assertFoundAlike(Model<S, M, U, I, O> model, Limits limits) {
        Report alone = Explorer.of(model, limits).explore().report(true);
        Explorer<S, M, U, I, O> explorer =
                Explorer.of(model, limits, WORKERS, AT_ONCE).explore();
        Report together = explorer.report(true);
        assertEquals(summary(alone), summary(together), model.name());
        assertEquals(alone.rules(), together.rules(), model.name());
        assertTrue(
                IntStream.range(0, explorer.states())
                        .allMatch(state ->
                                state % 997 != 0 || explorer.pathTo(state).size() <= alone.depth() * 2),
                "each state has its path");
    }

    /** What does not depend on the order of states and steps. */
    public static List<Object> summary(Report report) {
        List<Object> summary = new ArrayList<>(List.of(
                report.states(),
                report.transitions(),
                report.depth(),
                report.complete(),
                report.overtaking(),
                report.requestsBind()));
        for (Property property : report.properties()) {
            summary.add(property.name() + " " + property.verdict());
            // Starvation is found on some cycle, and there may be several.
            summary.add(
                    property.name().equals(Scenario.NO_STARVATION)
                            ? 0
                            : property.trace().size());
        }
        return summary;
    }

    /** What one worker throws ends the search, and comes to the caller. */
    @Test
    void anErrorOfAWorkerIsThrown() {
        OutOfMemoryError full = new OutOfMemoryError("planted");
        Model<?, ?, ?, ?, ?> model = failing(Model.of(new Ewd851Misra.Entry(), Start.of(3, 0)), full);
        Explorer<?, ?, ?, ?, ?> explorer = Explorer.of(model, Limits.WIDE, WORKERS, AT_ONCE);
        assertEquals(full, assertThrows(OutOfMemoryError.class, explorer::explore));
    }

    /** The model with an invariant whose thousandth evaluation throws an error. */
    private static <S, M, U, I, O> Model<S, M, U, I, O> failing(Model<S, M, U, I, O> model, Error error) {
        AtomicInteger evaluated = new AtomicInteger();
        return model.withInvariants(List.of(new Invariant.OfConfiguration<>("planted", all -> true, all -> {
            if (evaluated.incrementAndGet() == 1000) {
                throw error;
            }
            return true;
        })));
    }

    @Test
    void aWorkerAtLeast() {
        Model<?, ?, ?, ?, ?> model = Model.of(new Ewd851Misra.Entry(), Start.of(3, 0));
        assertEquals(
                "an exploration has at least one worker, not 0",
                assertThrows(IllegalArgumentException.class, () -> Explorer.of(model, Limits.WIDE, 0))
                        .getMessage());
    }
}
