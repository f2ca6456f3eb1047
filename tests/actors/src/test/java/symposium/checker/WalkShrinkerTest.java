package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.WalkShrinker.Shrunk;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;

/** A shortened walk is a run that violates the same property, and each of its steps is needed. */
class WalkShrinkerTest {

    private static final int WALKS = 20;
    private static final int STEPS = 200;

    @ParameterizedTest
    @CsvSource({
        "ewd851, 3, 0",
        "ricart-agrawala, 3, 0",
        "lamport, 3, 0",
        "suzuki-kasami, 3, 0",
        "helary-plouzeau-raynal, 3, 0",
        "carvalho-roucairol, 3, 1",
        "chang-roberts, 3, 0",
        "bully, 3, 1"
    })
    void eachMutantIsRefutedByAShortenedWalk(String name, int processes, int crashes) {
        Algorithm<?, ?, ?, ?, ?> algorithm = Catalogue.named(name).orElseThrow();
        List<Integer> saved = new ArrayList<>();
        mutants(algorithm, processes, crashes, saved);

        assertTrue(saved.stream().mapToInt(each -> each).max().orElse(0) > 0, "no walk was shortened");
    }

    private static <S, M, U, I, O> void mutants(
            Algorithm<S, M, U, I, O> algorithm, int processes, int crashes, List<Integer> saved) {
        Start start = Start.of(processes, 0);
        Model<S, M, U, I, O> correct =
                Model.of(algorithm, start).withRequests(2).withFaults(FaultBudget.NONE.withCrashes(crashes));
        for (Variant<S, M, I, O> variant : algorithm.checks().variants(start)) {
            Model<S, M, U, I, O> model = correct.withProtocol(variant.protocol());
            violated(model).ifPresent(walk -> saved.add(shrunk(variant.name(), model, walk)));
        }
    }

    private static Optional<RandomWalk> violated(Model<?, ?, ?, ?, ?> model) {
        RandomWalks<?, ?, ?, ?, ?> walks = new RandomWalks<>(model);
        return LongStream.range(0, WALKS)
                .mapToObj(seed -> walks.walk(seed, STEPS))
                .filter(walk -> walk.broken().isPresent())
                .filter(walk -> !walk.broken().get().equals(Scenario.NO_STARVATION))
                .findFirst();
    }

    /** Returns how many events were left out. */
    private static <S, M, U, I, O> int shrunk(String variant, Model<S, M, U, I, O> model, RandomWalk walk) {
        Shrunk shrunk = new WalkShrinker<>(model).shrink(walk);
        List<TraceEvent> trace = shrunk.trace();

        assertTrue(shrunk.minimal(), variant);
        assertEquals(walk.broken(), end(model, trace), variant);
        Report report = Explorer.check(model);
        report.violated()
                .ifPresent(shortest -> assertTrue(
                        trace.size() >= shortest.trace().size(),
                        variant + ": " + trace + " is shorter than " + shortest.trace()));
        for (int left = 0; left < trace.size(); left++) {
            List<TraceEvent> rest = new ArrayList<>(trace);
            TraceEvent out = rest.remove(left);
            assertNotEquals(walk.broken(), end(model, rest), variant + " without " + out);
        }
        assertEquals(trace, new WalkShrinker<>(model).shrink(again(walk, trace)).trace(), variant);
        return walk.trace().size() - trace.size();
    }

    /** What is violated after all of these events; empty if not all of them can happen, or one violates before. */
    private static <S, M, U, I, O> Optional<String> end(Model<S, M, U, I, O> model, List<TraceEvent> trace) {
        List<TraceEvent> steps = trace.stream()
                .filter(event -> !(event instanceof TraceEvent.Threw))
                .toList();
        StateWalk<S, M, U, I, O> walk = new StateWalk<>(model);
        return walk.follow(steps) == steps.size() ? walk.broken() : Optional.empty();
    }

    private static RandomWalk again(RandomWalk walk, List<TraceEvent> trace) {
        return new RandomWalk(walk.seed(), walk.broken(), trace, Map.of(), 0, false);
    }

    /** Starvation takes a whole walk. */
    @ParameterizedTest
    @CsvSource({"ewd851, 3"})
    void aWalkThatStarvesAProcessIsNotShortened(String name, int processes) {
        Algorithm<?, ?, ?, ?, ?> algorithm = Catalogue.named(name).orElseThrow();
        RandomWalk walk = new RandomWalk(
                1,
                Optional.of(Scenario.NO_STARVATION),
                new RandomWalks<>(Model.of(algorithm, Start.of(processes, 0)))
                        .walk(1, 10)
                        .trace(),
                Map.of(),
                0,
                false);

        Shrunk shrunk = new WalkShrinker<>(Model.of(algorithm, Start.of(processes, 0))).shrink(walk);
        assertEquals(walk.trace(), shrunk.trace());
        assertFalse(shrunk.minimal());
    }
}
