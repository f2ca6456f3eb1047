package symposium.kernel.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.OneRule;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.problem.Channels;
import symposium.kernel.runtime.ProcessRuntime.Turn;

/** Which steps follow from one event, which messages wait, return or vanish, and which timers run. */
@Tag("fast")
class ProcessRuntimeTest {

    private static final ProcessId SELF = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);
    private static final ProcessId STRANGER = ProcessId.of(3);

    private enum Clock implements Timer {
        FIRST,
        SECOND
    }

    /** A state counts the places for guests; an input is a number of guests, or the name of an effect. */
    private static final class Porter implements OneRule<Integer, String, String, String> {
        @Override
        public Integer initial(ProcessId self, Neighbours neighbours) {
            return 0;
        }

        @Override
        public List<Clock> initialTimers(Integer initial) {
            return List.of(Clock.FIRST);
        }

        @Override
        public boolean admits(Integer places, Neighbour from, String message) {
            if (message.equals("illegible")) {
                throw new IllegalStateException("thrown");
            }
            return places > 0 || !message.startsWith("guest");
        }

        @Override
        public Step<Integer, String, String> step(Integer places, Event<String, String> event) {
            if (event instanceof Event.Input<String, String> input) {
                return switch (input.input()) {
                    case "start" -> by(places).schedule(Clock.SECOND);
                    case "again" -> by(places).schedule(Clock.FIRST);
                    case "cancel" -> by(places).cancel(Clock.FIRST);
                    case "throw" -> throw new IllegalStateException("thrown");
                    case "refuse" -> throw new InvariantViolation("no", "refused");
                    default -> by(Integer.parseInt(input.input()));
                };
            }
            if (event instanceof Event.Received<String, String> received) {
                if (received.message().equals("bad")) {
                    throw new InvariantViolation("no", "bad");
                }
                int room = received.message().equals("place")
                        ? 1
                        : received.message().startsWith("guest") ? -1 : 0;
                return by(places + room);
            }
            return event instanceof Event.Leave ? by(places).leave() : by(places);
        }

        private static Step<Integer, String, String> by(int places) {
            return Step.by(Does.ACTS, places);
        }
    }

    private ProcessRuntime<Integer, String, String, String> process = start(Channels.FIFO, true);
    private Turn<Integer, String, String, String> turn;

    private static ProcessRuntime<Integer, String, String, String> start(Channels channels, boolean changing) {
        return ProcessRuntime.start(SELF, neighbours(ONE, TWO), new Porter(), channels, changing);
    }

    private static Neighbours neighbours(ProcessId... others) {
        return new Neighbours(List.of(others).stream().map(Neighbour::of).toList());
    }

    /** The events on which the process has taken steps, in order. */
    private List<String> after(Turn<Integer, String, String, String> taken) {
        turn = taken;
        process = taken.next();
        return taken.steps().stream().map(step -> step.event().toString()).toList();
    }

    private List<String> asks(String input) {
        return after(process.on(new Event.Input<>(input)));
    }

    private static Event.Received<String, String> message(ProcessId from, String message) {
        return new Event.Received<>(Neighbour.of(from), message);
    }

    private List<String> receives(ProcessId from, String message) {
        return after(process.on(message(from, message)));
    }

    private List<String> changes(Neighbours neighbours, Set<ProcessId> departed, Set<ProcessId> failed) {
        return after(process.changed(new Event.NeighboursChanged<>(neighbours, new TreeSet<>(departed)), failed))
                .stream()
                .filter(event -> event.contains(" from "))
                .toList();
    }

    private List<String> expires(Timer timer) {
        return after(process.on(new Event.Timeout<>(timer)));
    }

    @Test
    void whatWaitsIsReceivedInTheOrderOfArrivalOnceItIsAdmitted() {
        assertEquals(List.of(), receives(ONE, "guest a"));
        assertEquals(List.of(), receives(TWO, "guest b"));
        assertEquals(List.of(), receives(ONE, "letter"));
        assertEquals(3, process.waiting().size());
        assertEquals(List.of("1", "guest a from 1", "letter from 1"), asks("1"));
        assertEquals(List.of(message(TWO, "guest b")), process.waiting());
        assertEquals(List.of("1", "guest b from 2"), asks("1"));
        assertEquals(List.of(), process.waiting());
    }

    @Test
    void aMessageOvertakesOnlyWhereLinksAreNotFifo() {
        receives(ONE, "guest");
        assertEquals(List.of(), receives(ONE, "letter a"));
        assertEquals(List.of("letter b from 2"), receives(TWO, "letter b"));

        process = start(Channels.UNORDERED, true);
        receives(ONE, "guest");
        assertEquals(List.of("letter a from 1"), receives(ONE, "letter a"));
        assertEquals(List.of(message(ONE, "guest")), process.waiting());
    }

    @Test
    void aStrangerIsHeardOnlyWhereTheMembershipDoesNotChange() {
        assertEquals(List.of(), receives(STRANGER, "letter"));
        assertEquals(List.of("letter from 3"), changes(neighbours(ONE, STRANGER), Set.of(), Set.of()));

        process = start(Channels.FIFO, false);
        assertEquals(List.of("letter from 3"), receives(STRANGER, "letter"));
    }

    @Test
    void aFormerNeighbourIsHeardUnlessItHasDepartedOrItsLinkHasFailed() {
        changes(neighbours(), Set.of(TWO), Set.of());
        assertEquals(Set.of(Neighbour.of(ONE)), process.former());
        assertEquals(List.of("letter from 1"), receives(ONE, "letter"));
        assertEquals(List.of(), receives(TWO, "letter"));
        assertEquals(List.of(message(TWO, "letter")), turn.vanished());
        assertEquals(List.of(), process.waiting());

        changes(neighbours(), Set.of(), Set.of(ONE));
        assertEquals(Set.of(TWO), process.departed(), "a departure is not forgotten");
        assertEquals(List.of(), receives(ONE, "letter"));
        assertEquals(List.of("letter from 1"), changes(neighbours(ONE), Set.of(), Set.of()));
        assertEquals(Set.of(), process.former());
        assertEquals(List.of("letter from 1"), receives(ONE, "letter"));
    }

    @Test
    void whatWaitsFromADepartedProcessOrBehindAFailedLinkVanishes() {
        receives(ONE, "guest a");
        receives(TWO, "guest b");
        receives(STRANGER, "guest c");
        changes(neighbours(TWO), Set.of(ONE), Set.of(STRANGER));
        assertEquals(List.of(message(ONE, "guest a"), message(STRANGER, "guest c")), turn.vanished());
        assertEquals(List.of(message(TWO, "guest b")), process.waiting());
        assertEquals(List.of("9", "guest b from 2"), asks("9"));
    }

    @Test
    void whatWaitsOnALinkThatFailsReturns() {
        receives(ONE, "guest a");
        receives(TWO, "guest b");
        assertEquals(List.of(), after(process.linkFails(ONE)));
        assertEquals(List.of(message(ONE, "guest a")), turn.returned());
        assertEquals(List.of(message(TWO, "guest b")), process.waiting());
    }

    @Test
    void aProcessThatHasLeftTakesNoStepAndReturnsAllMessages() {
        receives(ONE, "guest");
        assertFalse(process.left());
        assertEquals(1, after(process.on(new Event.Leave<>())).size());
        assertTrue(process.left());
        assertEquals(List.of(message(ONE, "guest")), turn.returned());
        assertEquals(List.of(), process.timers());

        assertEquals(List.of(), receives(TWO, "letter"));
        assertEquals(List.of(message(TWO, "letter")), turn.returned());
        assertEquals(List.of(), asks("9"));
        assertEquals(List.of(), expires(Clock.FIRST));
        assertEquals(
                List.of(),
                after(process.changed(new Event.NeighboursChanged<>(neighbours(), new TreeSet<>()), Set.of())));
        assertEquals(List.of(), process.waiting());
    }

    @Test
    void aTimerRunsFromItsStartUntilItExpiresOrIsCancelled() {
        assertEquals(List.of(Clock.FIRST), process.timers());
        assertEquals(List.of(), expires(Clock.SECOND));
        asks("start");
        assertEquals(List.of(Clock.FIRST, Clock.SECOND), process.timers());
        asks("again");
        assertEquals(List.of(Clock.SECOND, Clock.FIRST), process.timers(), "the last started is the last");
        assertEquals(1, expires(Clock.SECOND).size());
        assertEquals(List.of(Clock.FIRST), process.timers());
        assertEquals(List.of(), expires(Clock.SECOND));
        asks("cancel");
        assertEquals(List.of(), process.timers());
        assertEquals(List.of(), expires(Clock.FIRST));
    }

    @Test
    void aMessageOfAnotherLinkCanEndTheWait() {
        receives(ONE, "guest");
        receives(ONE, "later");
        assertEquals(List.of("place from 2", "guest from 1", "later from 1"), receives(TWO, "place"));
        assertEquals(List.of(), process.waiting());
    }

    @Test
    void aRefusedEventEndsTheTurnAndChangesNothing() {
        receives(ONE, "guest");
        receives(ONE, "bad");
        receives(TWO, "guest");
        assertEquals(List.of("2", "guest from 1"), asks("2"));
        assertEquals("bad from 1", turn.refused().orElseThrow().event().toString());
        assertEquals(List.of(message(TWO, "guest")), process.waiting());
        assertEquals(1, process.state());

        assertEquals(List.of(), asks("refuse"));
        assertEquals("no", turn.refused().orElseThrow().violation().invariant());
    }

    @Test
    void anExceptionViolatesAProperty() {
        asks("throw");
        InvariantViolation violation = turn.refused().orElseThrow().violation();
        assertEquals(ProcessRuntime.NO_EXCEPTION, violation.invariant());
        assertTrue(violation.getMessage().contains("thrown on throw at 0"), violation.getMessage());
        assertTrue(violation.getCause() instanceof IllegalStateException);
    }

    @Test
    void anExceptionInAdmitsRefusesTheMessage() {
        receives(ONE, "illegible");
        assertThrownOn("illegible from 1");
    }

    @Test
    void anExceptionInAdmitsOnAMessageThatWaitsRefusesIt() {
        receives(ONE, "guest");
        receives(ONE, "illegible");
        assertEquals(List.of("1", "guest from 1"), asks("1"), "it waited for the message before it");
        assertThrownOn("illegible from 1");
    }

    private void assertThrownOn(String event) {
        assertEquals(event, turn.refused().orElseThrow().event().toString());
        InvariantViolation violation = turn.refused().orElseThrow().violation();
        assertEquals(ProcessRuntime.NO_EXCEPTION, violation.invariant());
        assertTrue(violation.getMessage().contains("thrown on " + event + " at 0"), violation.getMessage());
    }

    @Test
    void aChangeWithoutAFailedLinkIsAnEventLikeAnyOther() {
        var change = new Event.NeighboursChanged<String, String>(neighbours(TWO), new TreeSet<>(Set.of(ONE)));
        assertEquals(List.of(change.toString()), after(process.on(change)));
        assertEquals(Set.of(ONE), process.departed());
        assertEquals(neighbours(TWO), process.neighbours());
    }
}
