package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.OneRule;
import symposium.checker.local.LocalSteps;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Verdict;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Side;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Invariants;
import symposium.kernel.runtime.ProcessRuntime;
import symposium.kernel.topology.Shape;
import symposium.trace.Trace;
import symposium.trace.TraceListing;

/**
 * What an author can get wrong in steps and invariants is a counterexample with its trace, and no crash of the checker.
 */
@Tag("fast")
class AuthorMistakesTest {

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P1 = ProcessId.of(1);

    /** The rules; the last is missing from {@link Protocol#rules()}. */
    private enum Does implements Rule {
        ASKS,
        COUNTS,
        FORGOTTEN
    }

    /** Asked to, process 0 sends one letter to its neighbour; a state counts what a process has received. */
    private static class Letters implements Protocol<Integer, String, Diary.Wish, String> {
        @Override
        public List<Does> rules() {
            return List.of(Does.ASKS, Does.COUNTS);
        }

        @Override
        public Integer initial(ProcessId self, Neighbours neighbours) {
            return 0;
        }

        @Override
        public Step<Integer, String, String> step(Integer state, Event<String, Diary.Wish> event) {
            if (event instanceof Event.Input<String, Diary.Wish>) {
                return Step.<Integer, String, String>by(Does.ASKS, state).send(Neighbour.of(P1), "letter");
            }
            return Step.by(Does.COUNTS, event instanceof Event.Received<String, Diary.Wish> ? state + 1 : state);
        }
    }

    /** The same with another step on a message. */
    private static Letters on(BiFunction<Integer, String, Step<Integer, String, String>> message) {
        return new Letters() {
            @Override
            public Step<Integer, String, String> step(Integer state, Event<String, Diary.Wish> event) {
                return event instanceof Event.Received<String, Diary.Wish> received
                        ? message.apply(state, received.message())
                        : super.step(state, event);
            }
        };
    }

    private static Model<Integer, String, Boolean, Diary.Wish, String> model(Letters letters) {
        var diaries = Diary.model(Diary.of(), 2, Shape.LINE);
        return Models.of("letters", letters, diaries.problem(), diaries.topology(), diaries.processes())
                .withInitiators(java.util.Set.of(P0));
    }

    private static Invariants<Integer, String, Boolean> invariants() {
        return new Invariants<>();
    }

    /** The trace that violates a property of that name, line by line; a random walk ends likewise. */
    private static List<String> violating(String property, Model<?, ?, ?, ?, ?> model) {
        Property violated = Models.check(model).violated().orElseThrow();
        assertEquals(property, violated.name());
        String listing = TraceListing.of(new Trace(model.processes(), violated.trace()));
        TraceEvent last = violated.trace().get(violated.trace().size() - 1);
        assertTrue(listing.stripTrailing().lines().count() > violated.trace().size() - 1, listing);
        assertTrue(!(last instanceof TraceEvent.Threw threw) || listing.contains(threw.why()), listing);
        RandomWalk walk = IntStream.range(0, 20)
                .mapToObj(seed -> new RandomWalks<>(model).walk(seed, 50))
                .filter(each -> each.broken().isPresent())
                .findFirst()
                .orElseThrow();
        assertEquals(java.util.Optional.of(property), walk.broken());
        assertEquals(last.toString(), walk.trace().get(walk.trace().size() - 1).toString());
        return violated.trace().stream().map(TraceEvent::toString).toList();
    }

    private static void assertThrown(
            String invariant, String exception, int process, Invariants<Integer, String, Boolean> invariants) {
        var model = model(new Letters()).withInvariants(invariants.list());
        List<String> trace = violating(invariant, model);
        assertEquals(
                process + ": the invariant \"" + invariant + "\" throws " + exception, trace.get(trace.size() - 1));
    }

    private static boolean fails() {
        throw new UnsupportedOperationException("not written yet");
    }

    private static final String NOT_YET = "java.lang.UnsupportedOperationException: not written yet";

    // --- steps

    @Test
    void aRuleThatTheProtocolDoesNotNameIsACounterexample() {
        List<String> trace = violating(
                "every step goes by a rule that the protocol names",
                model(on((state, message) -> Step.by(Does.FORGOTTEN, state))));

        assertEquals(2, trace.size());
        assertTrue(trace.get(1).contains("forgotten is not among [asks, counts]"), trace.get(1));
    }

    @Test
    void anExceptionInAStepIsACounterexample() {
        List<String> trace = violating(ProcessRuntime.NO_EXCEPTION, model(on((state, message) -> {
            throw new UnsupportedOperationException("not written yet");
        })));

        assertEquals(2, trace.size());
        assertTrue(trace.get(1).contains(NOT_YET + " on letter from 0 at 0"), trace.get(1));
    }

    @Test
    void anExceptionInAdmitsIsACounterexample() {
        List<String> trace = violating(ProcessRuntime.NO_EXCEPTION, model(new Letters() {
            @Override
            public boolean admits(Integer state, Neighbour from, String message) {
                return AuthorMistakesTest.fails();
            }
        }));

        assertEquals(2, trace.size());
        assertTrue(trace.get(1).contains(NOT_YET + " on letter from 0 at 0"), trace.get(1));
    }

    /** The checker numbers states by their hash codes. */
    @Test
    void anExceptionInHashCodeIsACounterexample() {
        record Unhashable(int count) {
            @Override
            public int hashCode() {
                return AuthorMistakesTest.fails() ? 1 : 0;
            }
        }
        Letters letters = new Letters();
        var diaries = Diary.model(Diary.of(), 2, Shape.LINE);
        OneRule<Object, String, Diary.Wish, String> protocol = new OneRule<>() {
            @Override
            public Object initial(ProcessId self, Neighbours neighbours) {
                return letters.initial(self, neighbours);
            }

            @Override
            public Step<Object, String, String> step(Object state, Event<String, Diary.Wish> event) {
                return Step.by(Does.ACTS, new Unhashable(1));
            }
        };
        List<String> trace = violating(
                ProcessRuntime.NO_EXCEPTION,
                Models.of("letters", protocol, diaries.problem(), diaries.topology(), diaries.processes())
                        .withInitiators(java.util.Set.of(P0)));
        assertEquals(1, trace.size());
        assertTrue(trace.get(0).contains(NOT_YET + " on WRITE at 0"), trace.get(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void aMessageToAProcessThatIsNoNeighbourIsACounterexample(int stranger) {
        List<String> trace =
                violating(LocalSteps.TO_NEIGHBOURS, model(on((state, message) -> Step.<Integer, String, String>by(
                                Does.COUNTS, state)
                        .send(Neighbour.of(ProcessId.of(stranger)), "reply"))));

        assertEquals(2, trace.size());
        assertTrue(trace.get(1).contains("and its neighbours are [0]"), trace.get(1));
    }

    @Test
    void aMessageOverASideThatTheLinkDoesNotHaveIsACounterexample() {
        List<String> trace = violating(
                LocalSteps.TO_NEIGHBOURS,
                model(on((state, message) -> new Step<>(
                        Does.COUNTS, state, List.of(new Effect.Send<>(new Neighbour(P0, Side.LEFT), "reply"))))));

        assertEquals(2, trace.size());
    }

    // --- invariants

    @Test
    void anExceptionInAnInvariantIsACounterexample() {
        assertThrown("a", NOT_YET, 1, invariants().state("a", state -> state > 0, state -> fails()));
        assertThrown("a", NOT_YET, 1, invariants().state("a", state -> state > 0 && fails(), state -> true));
        assertThrown("a", NOT_YET, 1, invariants().atMost(5, "a", state -> state > 0 && fails()));
        assertThrown("a", NOT_YET, 0, invariants().count("a", state -> true, message -> fails(), 0, 9));
        assertThrown("a", NOT_YET, 1, invariants().delivery("a", String.class, (message, state) -> fails()));
        assertThrown("a", NOT_YET, 0, invariants().link("a", (one, other) -> fails()));
        assertThrown("a", NOT_YET, 0, invariants().whole("a", all -> !all.quiet(), all -> fails()));
        assertThrown("a", NOT_YET, 0, invariants().whole("a", all -> fails(), all -> true));
        assertThrown("a", NOT_YET, 0, invariants().step("a", event -> true, (before, event, after) -> fails()));
        assertThrown("a", NOT_YET, 0, invariants().step("a", event -> fails(), (before, event, after) -> true));
    }

    @Test
    void theTraceLeadsToWhereTheInvariantThrows() {
        List<String> trace = violating(
                "a",
                model(new Letters())
                        .withInvariants(invariants()
                                .state("a", state -> state > 0, state -> fails())
                                .list()));
        assertEquals(
                List.of("0: asks", "1: counts"),
                trace.stream()
                        .limit(2)
                        .map(line -> line.replaceAll("  on.*", ""))
                        .toList());
        assertEquals(3, trace.size());
    }

    @Test
    void anExceptionAtTheStartIsACounterexample() {
        assertThrown("a", NOT_YET, 0, invariants().state("a", state -> true, state -> fails()));
    }

    @Test
    void aNegativeCountIsACounterexample() {
        assertThrown(
                "a",
                "java.lang.IllegalArgumentException: it counts -1 at one place, and a count is from 0 to 32767",
                1,
                invariants()
                        .add(new symposium.kernel.problem.Invariant.Count<>(
                                "a", (state, user) -> -state, message -> 0, 0, 5)));
    }

    @Test
    void theStateOfACrashedProcessCannotBeRead() {
        var reading = invariants().whole("a", all -> true, all -> all.state(P1) >= 0);
        var living = invariants().whole("a", all -> true, all -> !all.alive(P1) || all.state(P1) >= 0);
        var crashing = model(new Letters()).withFaults(FaultBudget.NONE.withCrashes(1));

        List<String> trace = violating("a", crashing.withInvariants(reading.list()));
        assertEquals(
                List.of(
                        "1: crashed",
                        "0: the invariant \"a\" throws java.lang.IllegalStateException: process 1 has crashed and has no"
                                + " state; live() gives the processes that have one"),
                trace);
        assertEquals(
                Verdict.HOLDS,
                Models.check(crashing.withInvariants(living.list()))
                        .property("a")
                        .verdict());
    }
}
