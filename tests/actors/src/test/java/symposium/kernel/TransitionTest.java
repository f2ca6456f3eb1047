package symposium.kernel;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.composition.CarryingProtocol;
import symposium.kernel.composition.ForwardingProtocol;
import symposium.kernel.composition.SubProtocol;

/** How a handler builds a step, and how a part of a protocol takes one. */
@Tag("fast")
class TransitionTest {

    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);
    private static final Neighbour LEFT = new Neighbour(ONE, Side.LEFT);
    private static final Event<String, String> ASKED = new Event.Input<>("go");

    private enum Does implements Rule {
        ACTS,
        PART
    }

    private enum Clock implements Timer {
        TICK
    }

    private final Transition<String, String, String> step = new Transition<>("before", ASKED);

    @Test
    void aStepHasTheRuleTheStateAndTheEffectsInTheirOrder() {
        assertNull(step.rule());
        assertEquals("before", step.state());
        Step<String, String, String> taken = step.by(Does.ACTS)
                .next("after")
                .send(LEFT, "a")
                .send(TWO, "b")
                .tell("told")
                .schedule(Clock.TICK)
                .cancel(Clock.TICK)
                .leave()
                .step();
        assertEquals(Does.ACTS, step.rule());
        assertEquals(
                Step.<String, String, String>by(Does.ACTS, "after")
                        .send(LEFT, "a")
                        .send(Neighbour.of(TWO), "b")
                        .tell("told")
                        .schedule(Clock.TICK)
                        .cancel(Clock.TICK)
                        .leave(),
                taken);
        assertEquals(
                "[a to 1 (left), b to 2, told, schedule TICK, cancel TICK, leaves]",
                taken.effects().toString());
    }

    @Test
    void aMessageGoesToEachOfSome() {
        Step<String, String, String> taken = step.by(Does.ACTS, "after")
                .sendAll(List.of(LEFT, Neighbour.of(TWO)), "a")
                .sendEach(List.of(ONE, TWO), "b")
                .step();
        assertEquals("after", taken.next());
        assertEquals("[a to 1 (left), a to 2, b to 1, b to 2]", taken.effects().toString());
    }

    @Test
    void aStepWithoutARuleIsRefused() {
        InvariantViolation refused = assertThrows(InvariantViolation.class, step::step);
        assertEquals("every step goes by a rule", refused.invariant());
        assertEquals("refuted: \"every step goes by a rule\"; go at before", refused.getMessage());
    }

    @Test
    void whatIsRequiredHolds() {
        assertDoesNotThrow(() -> step.require(true, "p"));
        assertEquals(
                "p",
                assertThrows(InvariantViolation.class, () -> step.require(false, "p"))
                        .invariant());
    }

    @Test
    void whatAProcessSendsToItselfItReceivesInOrderByTheSameRule() {
        Neighbour self = Neighbour.of(ProcessId.of(0));
        Step<String, String, String> taken = step.by(Does.ACTS, "")
                .send(self, "a")
                .send(TWO, "x")
                .send(self, "b")
                .loopBack(self, (message, on) -> {
                    on.by(Does.PART, on.state() + message);
                    if (message.equals("a")) {
                        on.send(self, "c").tell("has a");
                    }
                })
                .step();
        assertEquals("abc", taken.next());
        assertEquals(Does.ACTS, taken.rule());
        assertEquals("[x to 2, has a]", taken.effects().toString());
    }

    // --- a part

    /** Does on an input whatever a part can do. */
    private static final Protocol<Integer, Integer, String, String> PART = new Protocol<>() {
        @Override
        public List<Does> rules() {
            return List.of(Does.values());
        }

        @Override
        public Integer initial(ProcessId self, Neighbours neighbours) {
            return 10 * neighbours.size();
        }

        @Override
        public List<Clock> initialTimers(Integer initial) {
            return initial == 10 ? List.of(Clock.TICK) : List.of();
        }

        @Override
        public boolean admits(Integer state, Neighbour from, Integer message) {
            return state > message;
        }

        @Override
        public Transition<Integer, Integer, String> onInput(
                String input, Integer state, Transition<Integer, Integer, String> step) {
            return step.by(Does.PART, state + 1)
                    .send(LEFT, 5)
                    .tell(input)
                    .schedule(Clock.TICK)
                    .cancel(Clock.TICK)
                    .leave();
        }

        @Override
        public Transition<Integer, Integer, String> onMessage(
                Neighbour from, Integer message, Integer state, Transition<Integer, Integer, String> step) {
            return step.by(Does.PART, state + message);
        }
    };

    /** The state of the whole is a letter before the number of the part; its messages are such numbers as words. */
    private static final SubProtocol<String, String, String, Integer, Integer, String, String> SUB = SubProtocol.of(
            PART,
            whole -> Integer.parseInt(whole.substring(1)),
            (whole, part) -> whole.charAt(0) + part.toString(),
            message -> "the " + message,
            (whole, told) -> whole.tell("part says " + told));

    @Test
    void aPartTakesItsStepWithinTheWhole() {
        Step<String, String, String> taken = new Transition<String, String, String>("w1", ASKED)
                .run(SUB, ASKED.map(Integer::parseInt))
                .step();
        assertEquals("w2", taken.next());
        assertEquals(Does.PART, taken.rule());
        assertEquals(
                "[the 5 to 1 (left), part says go, schedule TICK, cancel TICK, leaves]",
                taken.effects().toString());
    }

    @Test
    void aProcedureOfAPartContinuesTheStep() {
        Transition<String, String, String> whole = new Transition<>("w1", ASKED);
        InvariantViolation refused = assertThrows(
                InvariantViolation.class,
                () -> whole.run(SUB, part -> {
                    throw part.violates("p");
                }));
        assertEquals("refuted: \"p\"; go at 1", refused.getMessage());
        Step<String, String, String> taken =
                whole.run(SUB, part -> part.by(Does.PART, 7).send(TWO, 8)).step();
        assertEquals("w7", taken.next());
        assertEquals("[the 8 to 2]", taken.effects().toString());
    }

    /** A process counts the events that it has learned of in a letter; a message is the part's as a word. */
    private static final class Carrying extends CarryingProtocol<String, String, Integer, Integer, String, String> {
        Carrying() {
            super(SUB, Integer::parseInt);
        }

        @Override
        protected String knowingNothing(ProcessId self, Integer initial) {
            return "a" + initial;
        }

        @Override
        protected String knowing(Event<String, String> event, String state) {
            return (char) (state.charAt(0) + 1) + state.substring(1);
        }
    }

    @Test
    void aCarryingProtocolTakesThePartsStepsAndKnowsMore() {
        Carrying carrying = new Carrying();
        assertEquals(PART.rules(), carrying.rules());
        assertEquals("a10", carrying.initial(ProcessId.of(0), Neighbours.of(List.of(ONE))));
        assertEquals(List.of(Clock.TICK), carrying.initialTimers("a10"));
        assertEquals(List.of(), carrying.initialTimers("a20"));
        assertEquals(true, carrying.admits("a10", LEFT, "9"));
        assertEquals(false, carrying.admits("a10", LEFT, "10"));
        assertEquals(
                "b13", carrying.step("a10", new Event.Received<>(LEFT, "3")).next());
    }

    @Test
    void aForwardingProtocolDoesWhatTheOriginalDoes() {
        ForwardingProtocol<Integer, Integer, String, String> forwarding = new ForwardingProtocol<>(PART);
        assertEquals(PART.rules(), forwarding.rules());
        assertEquals(10, forwarding.initial(ProcessId.of(0), Neighbours.of(List.of(ONE))));
        assertEquals(List.of(Clock.TICK), forwarding.initialTimers(10));
        assertEquals(true, forwarding.admits(10, LEFT, 9));
        assertEquals(false, forwarding.admits(10, LEFT, 10));
        assertEquals(PART.step(1, new Event.Input<>("go")), forwarding.step(1, new Event.Input<>("go")));
    }

    // --- a protocol

    @Test
    void anEventWithoutAHandlerViolatesAnInvariant() {
        Protocol<String, String, String, String> none = (self, neighbours) -> "initial";
        List<Event<String, String>> events = List.of(
                new Event.Input<>("in"),
                new Event.Received<>(LEFT, "a"),
                new Event.Undeliverable<>(LEFT, "a"),
                new Event.NeighboursChanged<>(Neighbours.none(), new TreeSet<>()),
                new Event.Leave<>(),
                new Event.Timeout<>(Clock.TICK));
        for (Event<String, String> event : events) {
            InvariantViolation refused = assertThrows(InvariantViolation.class, () -> none.step("s", event));
            assertEquals(Protocol.EVERY_EVENT_HAS_A_RULE, refused.invariant());
            assertEquals(
                    "refuted: \"every event has a rule that admits it\"; " + event + " at s", refused.getMessage());
        }
        assertEquals(true, none.admits("s", LEFT, "a"));
        assertEquals(List.of(), none.initialTimers("s"));
    }

    /** Names the handler, and what it is given, in the next state. */
    private static final class Naming implements Protocol<String, String, String, String> {
        @Override
        public String initial(ProcessId self, Neighbours neighbours) {
            return "";
        }

        @Override
        public Transition<String, String, String> onInput(
                String input, String p, Transition<String, String, String> step) {
            return step.by(Does.ACTS, p + " input " + input);
        }

        @Override
        public Transition<String, String, String> onMessage(
                Neighbour from, String message, String p, Transition<String, String, String> step) {
            return step.by(Does.ACTS, p + " message " + message + " " + from);
        }

        @Override
        public Transition<String, String, String> onUndeliverable(
                Neighbour to, String message, String p, Transition<String, String, String> step) {
            return step.by(Does.ACTS, p + " undeliverable " + message + " " + to);
        }

        @Override
        public Transition<String, String, String> onNeighboursChanged(
                Neighbours neighbours,
                SortedSet<ProcessId> departed,
                String p,
                Transition<String, String, String> step) {
            return step.by(Does.ACTS, p + " neighbours " + neighbours + " " + departed);
        }

        @Override
        public Transition<String, String, String> onLeave(String p, Transition<String, String, String> step) {
            return step.by(Does.ACTS, p + " leave");
        }

        @Override
        public Transition<String, String, String> onTimeout(
                Timer timer, String p, Transition<String, String, String> step) {
            return step.by(Does.ACTS, p + " timeout " + timer);
        }
    }

    @Test
    void eachEventGoesToItsHandler() {
        Map<Event<String, String>, String> handled = Map.of(
                new Event.Input<>("in"), "s input in",
                new Event.Received<>(LEFT, "a"), "s message a 1 (left)",
                new Event.Undeliverable<>(LEFT, "a"), "s undeliverable a 1 (left)",
                new Event.NeighboursChanged<>(Neighbours.of(List.of(ONE)), new TreeSet<>(List.of(TWO))),
                        "s neighbours [1] [2]",
                new Event.Leave<>(), "s leave",
                new Event.Timeout<>(Clock.TICK), "s timeout TICK");
        handled.forEach((event, next) ->
                assertEquals(next, new Naming().step("s", event).next()));
    }

    @Test
    void theTextOfAnEventSaysWhatHasHappened() {
        assertEquals("in", new Event.Input<String, String>("in").toString());
        assertEquals("a from 1 (left)", new Event.Received<String, String>(LEFT, "a").toString());
        assertEquals(
                "a undeliverable to 2", new Event.Undeliverable<String, String>(Neighbour.of(TWO), "a").toString());
        assertEquals("asked to leave", new Event.Leave<String, String>().toString());
        assertEquals("TICK expired", new Event.Timeout<String, String>(Clock.TICK).toString());
    }

    @Test
    void anEventMayCarryAnotherMessage() {
        assertEquals(new Event.Received<>(LEFT, 1), new Event.Received<>(LEFT, "a").map(String::length));
        assertEquals(new Event.Undeliverable<>(LEFT, 1), new Event.Undeliverable<>(LEFT, "a").map(String::length));
        assertEquals(new Event.Leave<>(), new Event.Leave<String, String>().map(String::length));
    }
}
