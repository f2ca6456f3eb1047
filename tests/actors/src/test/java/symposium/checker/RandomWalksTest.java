package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Diary.State;
import symposium.checker.Diary.Wish;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.topology.Shape;

/** Invariants of every kind, each violated at one place alone: the exploration finds it, and so do random walks. */
class RandomWalksTest {

    private static final String NAME = "the invariant";
    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P2 = ProcessId.of(2);

    private static Model<State, String, Boolean, Wish, String> three(Invariants<State, String, Boolean> invariants) {
        return Diary.model(Diary.of(0, 1, 2), 3, Shape.COMPLETE).withInvariants(invariants.list());
    }

    /** Others follow one that holds. */
    private static Invariants<State, String, Boolean> invariants() {
        return new Invariants<State, String, Boolean>().state("nothing", p -> true, p -> true);
    }

    /** The messages that a process receives in a walk. */
    static String received(RandomWalk walk, ProcessId process) {
        return walk.trace().stream()
                .filter(event -> receives(event, process))
                .map(event -> ((Event.Received<?, ?>) ((TraceEvent.Stepped) event).event())
                        .message()
                        .toString())
                .collect(Collectors.joining());
    }

    private static boolean receives(TraceEvent event, ProcessId process) {
        return event instanceof TraceEvent.Stepped stepped
                && stepped.process().equals(process)
                && stepped.event() instanceof Event.Received;
    }

    private static List<String> diary(Configuration<State, String, Boolean> at, ProcessId process) {
        return at.state(process).diary();
    }

    private static boolean reads(State p, String line) {
        return p.self().equals(P2) && p.diary().contains(line);
    }

    private static Stream<Invariant<State, String, Boolean>> violatedWhereTheLastReads() {
        return new Invariants<State, String, Boolean>()
                        .state(NAME, p -> true, p -> !reads(p, "b from 1"))
                        .atMost(0, NAME, p -> reads(p, "b from 1"))
                        .whole(NAME, at -> true, at -> !diary(at, P2).contains("b from 1"))
                        .step(NAME, event -> receives(event, P2), (before, event, after) -> !diary(after, P2)
                                .contains("b from 1"))
                        .list()
                        .stream();
    }

    @ParameterizedTest
    @MethodSource("violatedWhereTheLastReads")
    void aViolationIsFoundAtTheStepThatLeadsToIt(Invariant<State, String, Boolean> invariant) {
        var model = three(invariants().add(invariant));
        Property violated = Models.check(model).violated().orElseThrow();
        assertEquals(NAME, violated.name());
        assertEquals(3, violated.trace().size());

        RandomWalk walk = new RandomWalks<>(model).walk(1, 10_000);
        assertEquals(Optional.of(NAME), walk.broken());
        assertEquals(
                "b from 1",
                ((TraceEvent.Stepped) walk.trace().get(walk.trace().size() - 1))
                        .event()
                        .toString());
        assertEquals(
                walk.trace().size(),
                walk.rules().values().stream().mapToLong(each -> each).sum());
    }

    @Test
    void anInvariantOfMessagesIsCheckedWhileTheyAreInTransit() {
        for (var invariants : List.of(
                invariants()
                        .<String>delivery(
                                NAME, String.class, (letter, p) -> !p.self().equals(P2) || letter.equals("a")),
                invariants().count(NAME, p -> false, letter -> letter.equals("b"), 0, 3),
                invariants().channel(NAME, letters -> letters.size() < 2),
                invariants().link(NAME, (one, other) -> one.isEmpty() || other.isEmpty()))) {
            var model = three(invariants);
            assertEquals(NAME, Models.check(model).violated().orElseThrow().name());
            assertTrue(Stream.of(1, 2, 3, 4, 5)
                    .map(seed -> new RandomWalks<>(model).walk(seed, 100))
                    .anyMatch(walk -> walk.broken().equals(Optional.of(NAME))));
        }
    }

    @Test
    void theStartOfAWalkIsChecked() {
        var model = three(invariants().state(NAME, p -> true, p -> p.diary().isEmpty()));
        RandomWalk walk = new RandomWalks<>(model).walk(1, 0);
        assertEquals(Optional.of(NAME), walk.broken());
        assertEquals(List.of(), walk.trace());
    }

    /** The invariant of steps compares the configuration before the step with the one after it. */
    @Test
    void whatHoldsOfEveryStepIsNotViolated() {
        ProcessId last = ProcessId.of(1);
        var model = Diary.model(Diary.of(0, 1), 2, Shape.LINE)
                .withInvariants(invariants()
                        .step(
                                NAME,
                                event -> receives(event, last),
                                (before, event, after) -> diary(after, last).size()
                                                == diary(before, last).size() + 1
                                        && diary(after, P0).equals(diary(before, P0)))
                        .list());
        Report report = Models.check(model);
        assertEquals(Verdict.HOLDS, report.verdict());
        assertTrue(report.property(NAME).tested());
        RandomWalk walk = new RandomWalks<>(model).walk(1, 10_000);
        assertEquals(Optional.empty(), walk.broken());
        assertEquals("ab", received(walk, P0));
        assertEquals("ab", received(walk, last));
    }

    /** All successors of a state are checked, not only the first; and the trace ends with the step that violates. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void anInvariantOfStepsIsCheckedOnEverySuccessor(int number) {
        ProcessId process = ProcessId.of(number);
        Report report = Models.check(three(
                invariants().step(NAME, event -> event instanceof TraceEvent.Stepped, (before, event, after) -> !diary(
                                after, process)
                        .contains("writes"))));
        List<TraceEvent> trace = report.violated().orElseThrow().trace();
        assertEquals(1, trace.size());
        assertEquals(process, ((TraceEvent.Stepped) trace.get(0)).process());
    }
}
