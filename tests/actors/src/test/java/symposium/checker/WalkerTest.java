package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.ewd851.Ewd851;

/** Random walks take the steps of the exploration, are judged by the same laws, and come to rest. */
@Tag("slow")
class WalkerTest {

    @Test
    void aWalkDependsOnItsSeedAlone() {
        var model = Model.of(new Ewd851Misra.Entry(), Start.of(9, 0)).withFaults(FaultBudget.NONE.withCrashes(2));
        RandomWalk walk = new RandomWalks<>(model).walk(7, 200);

        assertEquals(walk, new RandomWalks<>(model).walk(7, 200));
        assertFalse(walk.trace().equals(new RandomWalks<>(model).walk(8, 200).trace()));
    }

    @Test
    void fifteenMachinesWalkToRest() {
        var walker =
                new RandomWalks<>(Model.of(new Ewd851.Entry(), Start.of(15, 0)).withRequests(2));
        Map<String, Long> rules = new TreeMap<>();
        for (int seed = 0; seed < 50; seed++) {
            RandomWalk walk = walker.walk(seed, 300);
            assertEquals(Optional.empty(), walk.broken(), "seed " + seed + " " + walk.trace());
            assertTrue(walk.quiet() && walk.served() > 0, "seed " + seed);
            walk.rules().forEach((rule, times) -> rules.merge(rule, times, Long::sum));
        }
        assertFalse(rules.containsValue(0L), rules.toString());
    }

    @Test
    void aFaultyVariantIsFoundOutAndItsSeedFindsItAgain() {
        Start start = Start.of(9, 0);
        int found = 0;
        for (var variant : new Ewd851.Entry().checks().variants(start)) {
            var walker = new RandomWalks<>(Model.of(new Ewd851.Entry(), start)
                    .withProtocol(variant.protocol())
                    .withRequests(3));
            for (int seed = 0; seed < 20; seed++) {
                RandomWalk walk = walker.walk(seed, 300);
                if (walk.broken().isPresent()) {
                    assertEquals(walk, walker.walk(seed, 300));
                    found++;
                    break;
                }
            }
        }
        assertTrue(found > 0);
    }

    /** A process that is asked to leave and does not is one that waits. */
    @Test
    void aProcessThatNeverGetsAwayIsFound() {
        var model = Diary.model(Diary.of(0).staying(), 2, Shape.LINE).withFaults(FaultBudget.NONE.withLeaves(1));
        Set<Optional<String>> found = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            found.add(new RandomWalks<>(model).walk(seed, 100).broken());
        }

        assertTrue(found.contains(Optional.of(Scenario.NO_DEADLOCK)), found.toString());
    }

    /**
     * Every fault of {@link FaultBudget} happens in some walk, and no process keeps a diary that the exploration does
     * not know.
     */
    @Test
    void aWalkGoesNowhereThatTheExplorationDoesNot() {
        ProcessId last = ProcessId.of(2);
        var model = Diary.model(Diary.of(0), 3, Shape.COMPLETE)
                .withArriving(Set.of(last))
                .withFaults(FaultBudget.NONE
                        .withLinkFailures(1)
                        .withLinkRecoveries(1)
                        .withJoins(1)
                        .withLeaves(1));
        goesNowhereElse(
                model, List.of(TraceEvent.LinkFailed.class, TraceEvent.LinkRecovered.class, TraceEvent.Joined.class));
    }

    @Test
    void aWalkReportsDeparturesFalselyAsTheExplorationDoes() {
        var model = Diary.model(Diary.of(0), 3, Shape.COMPLETE)
                .withFaults(FaultBudget.NONE.withFalseDepartures(2).withCrashes(1));
        goesNowhereElse(model, List.of(TraceEvent.FalselyDeparted.class, TraceEvent.Crashed.class));
    }

    private static void goesNowhereElse(
            Model<Diary.State, String, Boolean, Diary.Wish, String> model, List<Class<?>> expected) {
        Set<TraceEvent> known = new HashSet<>();
        var explorer = Explorer.of(model, Limits.WIDE).explore();
        explorer.forEachTransition((from, occurrence, to) -> known.add(occurrence));
        IntStream.range(0, explorer.states()).forEach(state -> known.addAll(explorer.pathTo(state)));
        Set<Class<?>> kinds = new HashSet<>();
        for (int seed = 0; seed < 200; seed++) {
            RandomWalk walk = new RandomWalks<>(model).walk(seed, 60);
            assertEquals(Optional.empty(), walk.broken());
            assertTrue(walk.quiet(), "seed " + seed);
            for (TraceEvent occurrence : walk.trace()) {
                assertTrue(known.contains(occurrence), "seed " + seed + ": " + occurrence);
                kinds.add(occurrence.getClass());
            }
        }
        assertTrue(kinds.containsAll(expected), kinds.toString());
    }

    @Test
    void theSearchForStarvationEndsWithTheTime() {
        Duration time = Duration.ofSeconds(3);
        long end = System.nanoTime() + time.toNanos();
        var explorer = Explorer.of(Model.of(new Ewd851.Entry(), Start.of(5, 0)), new Limits(1 << 30, time))
                .explore();
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        Report report = explorer.report(true);

        assertTrue(report.complete());
        assertEquals(Verdict.UNDECIDED, report.property(Scenario.NO_STARVATION).verdict());
        assertEquals(Verdict.UNDECIDED, report.verdict());
        assertTrue(report.overtaking().isEmpty());
    }
}
