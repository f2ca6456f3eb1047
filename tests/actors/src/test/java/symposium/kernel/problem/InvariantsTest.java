package symposium.kernel.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Invariant.Count;
import symposium.kernel.problem.Invariant.OfConfiguration;
import symposium.kernel.problem.Invariant.OfDelivery;
import symposium.kernel.problem.Invariant.OfLink;
import symposium.kernel.problem.Invariant.OfProcess;
import symposium.kernel.problem.Invariant.OfStep;

/** When an invariant of each kind is tested, and when it holds. States are words, and messages any objects. */
@Tag("fast")
class InvariantsTest {

    private final Invariants<String, Object, Integer> invariants = new Invariants<>();

    /** The only invariant so far, of the kind that is expected. */
    @SuppressWarnings("unchecked")
    private <T extends Invariant<String, Object, Integer>> T only(String name) {
        assertEquals(1, invariants.list().size());
        assertEquals(name, invariants.list().get(0).name());
        return (T) invariants.list().get(0);
    }

    /** A global state of live processes with these states, and these messages from 0 to 1. */
    private static Configuration<String, Object, Integer> all(List<String> states, Object... inTransit) {
        Map<ProcessId, String> byProcess = new TreeMap<>();
        states.forEach(state -> byProcess.put(ProcessId.of(byProcess.size()), state));
        return new Configuration<>() {
            @Override
            public List<ProcessId> processes() {
                return List.copyOf(byProcess.keySet());
            }

            @Override
            public boolean alive(ProcessId process) {
                return true;
            }

            @Override
            public String state(ProcessId process) {
                return byProcess.get(process);
            }

            @Override
            public Integer user(ProcessId process) {
                return 0;
            }

            @Override
            public List<Object> inTransit(ProcessId from, Neighbour to) {
                return from.number() == 0 && to.equals(Neighbour.of(ProcessId.of(1))) ? List.of(inTransit) : List.of();
            }
        };
    }

    @Test
    void anInvariantOfAProcessSeesItsStateAndItsUser() {
        invariants.process("p", (state, user) -> state.equals("in"), (state, user) -> user == 1);
        OfProcess<String, Object, Integer> process = only("p");
        assertTrue(process.situation().test("in", 0));
        assertFalse(process.situation().test("out", 1));
        assertTrue(process.condition().test("out", 1));
        assertFalse(process.condition().test("in", 0));
    }

    @Test
    void anInvariantWithoutASituationIsTestedOfEveryProcess() {
        invariants.process("always", (state, user) -> user == 1);
        OfProcess<String, Object, Integer> process = only("always");
        assertTrue(process.situation().test("any", 0));
        assertTrue(process.condition().test("any", 1));
        assertFalse(process.condition().test("any", 0));
    }

    @Test
    void anInvariantOfAStateDoesNotSeeTheUser() {
        invariants.state("s", state -> state.startsWith("in"), state -> state.endsWith("fine"));
        OfProcess<String, Object, Integer> process = only("s");
        assertTrue(process.situation().test("in", null));
        assertFalse(process.situation().test("fine", null));
        assertTrue(process.condition().test("fine", null));
        assertFalse(process.condition().test("in", null));
    }

    /** A state is a key and a value, or a key alone. */
    @Test
    void thoseWithTheSameKeyAgreeOnWhatTheyKnow() {
        invariants.agree("agree", state -> state.charAt(0), state -> Optional.of(state.substring(1))
                .filter(known -> !known.isEmpty()));
        OfConfiguration<String, Object, Integer> agree = only("agree");
        assertFalse(agree.situation().test(all(List.of("a", "b"))), "nobody knows anything");
        assertTrue(agree.situation().test(all(List.of("a", "a1"))));
        assertTrue(agree.condition().test(all(List.of("a1", "a", "a1", "b2"))));
        assertFalse(agree.condition().test(all(List.of("a1", "b2", "a2"))));
    }

    @Test
    void processesInASituationAreCounted() {
        invariants.atMost(2, "most", state -> state.equals("in"));
        Count<String, Object, Integer> most = only("most");
        assertEquals(1, most.ofProcess().applyAsInt("in", 0));
        assertEquals(0, most.ofProcess().applyAsInt("out", 0));
        assertEquals(0, most.ofMessage().applyAsInt("in"));
        assertEquals(List.of(0, 2), List.of(most.least(), most.most()));
    }

    @Test
    void oneTokenIsAtAProcessOrTravels() {
        invariants.one("token", state -> state.equals("holds"), Integer.class);
        Count<String, Object, Integer> one = only("token");
        assertEquals(1, one.ofProcess().applyAsInt("holds", 0));
        assertEquals(0, one.ofProcess().applyAsInt("waits", 0));
        assertEquals(1, one.ofMessage().applyAsInt(7));
        assertEquals(0, one.ofMessage().applyAsInt("request"));
        assertEquals(List.of(1, 1), List.of(one.least(), one.most()));
    }

    @Test
    void aCountHasItsBounds() {
        invariants.count("some", state -> true, message -> message.equals("m"), 2, 3);
        Count<String, Object, Integer> some = only("some");
        assertEquals(List.of(2, 3), List.of(some.least(), some.most()));
        assertEquals(1, some.ofMessage().applyAsInt("m"));
        assertEquals(0, some.ofMessage().applyAsInt("n"));
        assertEquals(0, new Count<String, Object, Integer>("none", (s, u) -> 0, m -> 0, 0, 0).most());
    }

    @Test
    void aMessageOfATypeFindsItsRecipientInACondition() {
        invariants.delivery("d", Integer.class, (number, state) -> state.length() == number);
        OfDelivery<String, Object, Integer> delivery = only("d");
        assertTrue(delivery.kind().test(2));
        assertFalse(delivery.kind().test("two"));
        assertTrue(delivery.condition().test(2, "in"));
        assertFalse(delivery.condition().test(3, "in"));
    }

    @Test
    void anInvariantOfALinkSeesBothDirectionsTogether() {
        invariants.link("l", (one, other) -> one.size() == other.size());
        OfLink<String, Object, Integer> link = only("l");
        assertTrue(link.condition().test(List.of("a"), List.of("b")));
        assertFalse(link.condition().test(List.of("a"), List.of()));
    }

    @Test
    void anInvariantOfAChannelHoldsInEachDirection() {
        invariants.channel("c", messages -> messages.size() < 2);
        OfLink<String, Object, Integer> link = only("c");
        assertTrue(link.condition().test(List.of("a"), List.of("b")));
        assertFalse(link.condition().test(List.of("a", "b"), List.of()));
        assertFalse(link.condition().test(List.of(), List.of("a", "b")));
    }

    @Test
    void everyTwoInASituationSatisfyACondition() {
        invariants.pair("pair", pair -> pair.p().equals("in"), pair -> pair.q().equals("out"));
        OfConfiguration<String, Object, Integer> pair = only("pair");
        assertTrue(pair.situation().test(all(List.of("out", "in"))));
        assertFalse(pair.situation().test(all(List.of("out", "out"))));
        assertTrue(pair.condition().test(all(List.of("out", "in", "out"))));
        assertFalse(pair.condition().test(all(List.of("out", "in", "in"))));
    }

    @Test
    void valuesOfAStateDiffer() {
        invariants.distinct("distinct", Configuration::states);
        OfConfiguration<String, Object, Integer> distinct = only("distinct");
        assertTrue(distinct.situation().test(all(List.of("a"))));
        assertFalse(distinct.situation().test(all(List.of())));
        assertTrue(distinct.condition().test(all(List.of("a", "b"))));
        assertFalse(distinct.condition().test(all(List.of("a", "b", "a"))));
    }

    @Test
    void anInvariantOfAStepSeesTheStatesBeforeAndAfter() {
        invariants.step(
                "step",
                event -> event instanceof TraceEvent.Joined,
                (before, event, after) -> before.live().size() < after.live().size());
        OfStep<String, Object, Integer> step = only("step");
        TraceEvent joined = new TraceEvent.Joined(ProcessId.of(1));
        assertTrue(step.situation().test(joined));
        assertFalse(step.situation().test(new TraceEvent.Crashed(ProcessId.of(1))));
        assertTrue(step.condition().holds(all(List.of("a")), joined, all(List.of("a", "b"))));
        assertFalse(step.condition().holds(all(List.of("a")), joined, all(List.of("a"))));
    }

    @Test
    void invariantsKeepTheirOrderAndAreFoundByKind() {
        Invariants<String, Object, Integer> some =
                new Invariants<String, Object, Integer>().link("b", (one, other) -> true);
        invariants
                .atMost(1, "a", state -> true)
                .addAll(some.list())
                .add(some.list().get(0))
                .atMost(1, "z", state -> true);
        assertEquals(
                List.of("a", "b", "b", "z"),
                invariants.list().stream().map(Invariant::name).toList());
        List<Count<String, Object, Integer>> counts = Invariant.ofKind(Count.class, invariants.list());
        assertEquals(List.of("a", "z"), counts.stream().map(Count::name).toList());
    }

    // --- an invariant of a part within the whole: a state of the whole may have a part after a colon, a message of the
    // whole is a list that carries one of the part, or nothing

    private static Optional<String> part(String whole) {
        return whole.contains(":") ? Optional.of(whole.substring(whole.indexOf(':') + 1)) : Optional.empty();
    }

    private static Optional<Object> carried(List<Object> message) {
        return message.stream().findFirst();
    }

    @SuppressWarnings("unchecked")
    private <T extends Invariant<String, List<Object>, Integer>> T lifted() {
        Invariant<String, Object, Integer> own = invariants.list().get(0);
        Invariant<String, List<Object>, Integer> lifted = own.<String, List<Object>>lift(
                        InvariantsTest::part, InvariantsTest::carried, (message, whole) -> !whole.startsWith("other"))
                .orElseThrow();
        assertEquals(own.name(), lifted.name());
        return (T) lifted;
    }

    @Test
    void anInvariantOfAProcessIsTestedWhereThePartRuns() {
        invariants.process("p", (state, user) -> state.equals("in"), (state, user) -> user == 1);
        OfProcess<String, List<Object>, Integer> whole = lifted();
        assertTrue(whole.situation().test("w:in", 1));
        assertFalse(whole.situation().test("w:out", 1));
        assertFalse(whole.situation().test("w", 1), "the part does not run");
        assertTrue(whole.condition().test("w:in", 1));
        assertFalse(whole.condition().test("w:in", 0));
    }

    @Test
    void anInvariantOfADeliveryConcernsMessagesOfTheSamePart() {
        invariants.delivery("d", Integer.class, (number, state) -> state.length() == number);
        OfDelivery<String, List<Object>, Integer> whole = lifted();
        assertTrue(whole.kind().test(List.of(2)));
        assertFalse(whole.kind().test(List.of("two")));
        assertFalse(whole.kind().test(List.of()));
        assertTrue(whole.condition().test(List.of(2), "w:in"));
        assertFalse(whole.condition().test(List.of(3), "w:in"));
        assertTrue(whole.condition().test(List.of(3), "w"), "the part does not run");
        assertTrue(whole.condition().test(List.of(3), "other:in"), "another run of the part");
    }

    @Test
    void anInvariantOfALinkSeesTheMessagesOfThePartAlone() {
        invariants.link("l", (one, other) -> one.equals(List.of("a")) && other.equals(List.of("b")));
        OfLink<String, List<Object>, Integer> whole = lifted();
        assertTrue(whole.condition().test(List.of(List.of("a"), List.of()), List.of(List.of("b"))));
        assertFalse(whole.condition().test(List.of(List.of("b")), List.of(List.of("b"))));
        assertFalse(whole.condition().test(List.of(List.of("a")), List.of()));
    }

    @Test
    void aCountAddsUpThePartsAlone() {
        invariants.count("c", state -> state.equals("in"), Integer.class, 2, 3);
        Count<String, List<Object>, Integer> whole = lifted();
        assertEquals(1, whole.ofProcess().applyAsInt("w:in", 0));
        assertEquals(0, whole.ofProcess().applyAsInt("w", 0));
        assertEquals(1, whole.ofMessage().applyAsInt(List.of(1)));
        assertEquals(0, whole.ofMessage().applyAsInt(List.of()));
        assertEquals(List.of(2, 3), Arrays.asList(whole.least(), whole.most()));
    }

    @Test
    void anInvariantOfTheGlobalStateIsNotLifted() {
        invariants.whole("w", all -> true, all -> true).step("s", event -> true, (before, event, after) -> true);
        for (Invariant<String, Object, Integer> each : invariants.list()) {
            assertEquals(
                    Optional.empty(),
                    each.<String, List<Object>>lift(
                            InvariantsTest::part, InvariantsTest::carried, (message, whole) -> true));
        }
    }

    @Test
    void invariantsAreLeftOutByNameOrKeptForOneProcess() {
        invariants.state("s", state -> true, state -> true).atMost(1, "m", state -> true);
        assertEquals(
                List.of("m"),
                FalseDeparturePromise.without(invariants.list(), "s", "x").stream()
                        .map(Invariant::name)
                        .toList());
        assertEquals(
                List.of("s"),
                FalseDeparturePromise.ofOneProcess(invariants.list()).stream()
                        .map(Invariant::name)
                        .toList());
    }
}
