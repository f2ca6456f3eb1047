package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.checker.Toy.asking;
import static symposium.checker.Toy.input;
import static symposium.checker.Toy.model;
import static symposium.checker.Toy.receives;
import static symposium.checker.Toy.sending;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import symposium.checker.Toy.Clock;
import symposium.checker.Toy.State;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Scenario;

/** Which steps a random walk takes, and what its trace tells. */
class RandomWalkStepsTest {

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P1 = ProcessId.of(1);

    private static final Toy TICKING = new Toy(
            List.of(Clock.TICK),
            (p, event) -> event instanceof Event.Timeout ? p.acts().schedule(Clock.TICK) : p.acts());

    private static RandomWalk walk(Model<State, String, Boolean, String, String> model, long seed, int steps) {
        return new RandomWalks<>(model).walk(seed, steps);
    }

    private static long count(RandomWalk walk, Class<? extends TraceEvent> kind) {
        return walk.trace().stream().filter(kind::isInstance).count();
    }

    @Test
    void aWalkHasNoNegativeLength() {
        assertThrows(IllegalArgumentException.class, () -> walk(model(1, asking("a"), sending("")), 1, -1));
    }

    @Test
    void withoutRandomStepsAWalkTakesOnlyOwedSteps() {
        RandomWalk none = walk(model(2, asking("a"), sending("")), 1, 0);
        assertEquals(List.of(), none.trace(), "no user has to ask");
        assertTrue(none.quiet());
        assertEquals(
                1,
                walk(model(2, asking("a"), sending("")).withInitiators(Set.of(P0)), 1, 1).trace().stream()
                        .filter(event -> event.toString().startsWith("0: acts  on a"))
                        .count());
    }

    @Test
    void theStepThatIsOwedLongestIsNext() {
        RandomWalk walk = walk(model(3, asking(), TICKING), 1, 0);
        Map<ProcessId, Long> ticks =
                walk.trace().stream().collect(Collectors.groupingBy(TraceEvent::process, Collectors.counting()));
        assertEquals(500, walk.trace().size());
        ticks.values().forEach(each -> assertTrue(each == 166 || each == 167, ticks.toString()));
    }

    @Test
    void aProcessStarvesAfter5000StepsForEachProcess() {
        RandomWalk starved = walk(model(2, new Toy.Users(List.of(), true), TICKING), 1, 10);
        assertEquals(Optional.of(Scenario.NO_STARVATION), starved.broken());
        assertEquals(10 + 2 * 5000, starved.trace().size());
    }

    @Test
    void faultsAreRareInAWalk() {
        var model = model(2, asking(), TICKING)
                .withFaults(FaultBudget.NONE.withLinkFailures(10_000).withLinkRecoveries(10_000));
        RandomWalk walk = walk(model, 1, 2000);
        long failures = count(walk, TraceEvent.LinkFailed.class);
        assertTrue(failures > 10 && failures < 200, failures + " failures");
    }

    @Test
    void aDuplicationIsToldBeforeTheStepThatItCauses() {
        var model = model(2, asking("a"), sending("from "))
                .withInitiators(Set.of(P0))
                .withFaults(FaultBudget.NONE.withDuplications(1));
        long doubled = 0;
        for (int seed = 0; seed < 100; seed++) {
            List<TraceEvent> trace = walk(model, seed, 10).trace();
            long received = trace.stream()
                    .filter(event -> event.toString().startsWith("1: acts  on from 0 from 0"))
                    .count();
            int at = trace.stream().map(TraceEvent::toString).toList().indexOf("1: doubled on the way: from 0 from 0");
            assertEquals(received == 2, at >= 0, trace.toString());
            if (at >= 0) {
                doubled++;
                assertTrue(trace.get(at + 1).toString().startsWith("1: acts"), trace.toString());
            }
        }
        assertTrue(doubled > 0);
    }

    @Test
    void aLossTellsTheMessage() {
        var model = model(2, asking("a"), sending("from "))
                .withInitiators(Set.of(P0))
                .withFaults(FaultBudget.NONE.withLosses(1));
        List<String> lost = new java.util.ArrayList<>();
        Explorer.of(model, Models.FEW).explore().forEachTransition((from, event, to) -> {
            if (event instanceof TraceEvent.MessageLost) {
                lost.add(event.toString());
            }
        });
        assertEquals(List.of("1: lost on the way: from 0 from 0"), lost);
    }

    /** The step that violates is found before any other is taken. */
    @Test
    void aWalkEndsBeforeAStepThatViolates() {
        Toy wrong = new Toy(List.of(Clock.TICK), (p, event) -> {
            if (input(event) && p.self().equals(P1)) {
                throw new InvariantViolation("wrong", "wrong");
            }
            return event instanceof Event.Timeout ? p.acts().schedule(Clock.TICK) : p.acts();
        });
        for (int seed = 0; seed < 10; seed++) {
            RandomWalk walk = walk(model(2, asking("a"), wrong), seed, 100);
            assertEquals(Optional.of("wrong"), walk.broken());
            assertEquals(1, walk.trace().size(), walk.trace().toString());
            assertEquals(P1, walk.trace().get(0).process());
        }
    }

    @Test
    void aDuplicateThatViolatesIsToldFirst() {
        Toy wrong = new Toy(List.of(), (p, event) -> {
            if (receives(event)) {
                throw new InvariantViolation("wrong", "wrong");
            }
            return p.acts().send(Neighbour.of(P1), "x");
        });
        var model = model(2, asking("a"), wrong).withInitiators(Set.of(P0)).withChannels(Channels.DUPLICATING);
        List<TraceEvent> trace = walk(model, 1, 100).trace();
        assertEquals(3, trace.size(), trace.toString());
        assertEquals("1: doubled on the way: x from 0", trace.get(1).toString());
    }
}
