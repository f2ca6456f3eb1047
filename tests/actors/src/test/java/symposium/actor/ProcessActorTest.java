package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.Effect.TimerCancelled;
import akka.actor.testkit.typed.Effect.TimerScheduled;
import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Side;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;

/** What the hosting actor does beside handing events to the protocol: it lets messages wait, keeps time, and stops. */
class ProcessActorTest {

    private static final ProcessId SELF = ProcessId.of(1);
    private static final ProcessId LEFT = ProcessId.of(2);
    private static final ProcessId RIGHT = ProcessId.of(0);
    private static final ProcessId STRANGER = ProcessId.of(7);

    private final List<TraceEvent> log = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private final BehaviorTestKit<ProcessActor.Command<String, String>> process =
            BehaviorTestKit.create(ProcessActor.create(
                    SELF,
                    Neighbours.onRing(LEFT, RIGHT),
                    new Porter(),
                    new ProcessContext<>(
                            (to, message) -> sent.add(message + " to " + to),
                            told::add,
                            TimerDurations.named(Map.of("closing-time", Duration.ofMillis(70)), Duration.ofHours(1)),
                            step -> log.add(step))));

    @Test
    void aMessageThatIsNotAdmittedWaitsAndSoDoesAllBehindItOnTheSameLink() {
        deliver(LEFT, Side.LEFT, "guest a");
        deliver(LEFT, Side.LEFT, "letter b");
        assertEquals(List.of(), told);
        ask("open");
        assertEquals(List.of("open", "guest a from 2 (left)", "letter b from 2 (left)"), told);
    }

    @Test
    void aMessageThatWaitsHoldsUpNoOtherLink() {
        deliver(LEFT, Side.LEFT, "guest a");
        deliver(RIGHT, Side.RIGHT, "letter b");
        assertEquals(List.of("letter b from 0 (right)"), told);
    }

    @Test
    void afterEveryStepTheFirstMessageThatNeedNotWaitIsReceived() {
        deliver(LEFT, Side.LEFT, "guest a");
        deliver(RIGHT, Side.RIGHT, "guest b");
        deliver(LEFT, Side.LEFT, "close");
        deliver(LEFT, Side.LEFT, "guest c");
        ask("open");
        assertEquals(List.of("open", "guest a from 2 (left)", "guest b from 0 (right)", "close from 2 (left)"), told);
        ask("open");
        assertEquals("guest c from 2 (left)", told.get(told.size() - 1));
    }

    @Test
    void aMessageOfAStrangerWaitsUntilItIsANeighbour() {
        deliver(STRANGER, Side.LEFT, "letter a");
        deliver(RIGHT, Side.LEFT, "letter b");
        assertEquals(List.of(), told, "0 is a neighbour on the right only");
        become(Neighbours.onRing(STRANGER, RIGHT));
        assertEquals("letter a from 7 (left)", told.get(told.size() - 1));
        become(Neighbours.onRing(RIGHT, RIGHT));
        assertEquals("letter b from 0 (left)", told.get(told.size() - 1));
    }

    @Test
    void whatWaitsFromOneThatHasDepartedIsDropped() {
        deliver(STRANGER, Side.LEFT, "letter a");
        become(Neighbours.onRing(LEFT, RIGHT), STRANGER);
        deliver(STRANGER, Side.LEFT, "letter b");
        become(Neighbours.onRing(STRANGER, RIGHT), STRANGER);
        assertFalse(told.stream().anyMatch(what -> what.contains("letter")), told.toString());
    }

    @Test
    void overALinkThatHasFailedNothingIsReceivedBeforeTheProcessIsToldThatItWorksAgain() {
        process.run(new ProcessActor.NeighboursChanged<>(
                new Neighbours(List.of(new Neighbour(RIGHT, Side.RIGHT))), new TreeSet<>(), Set.of(LEFT)));
        deliver(LEFT, Side.LEFT, "letter a");
        deliver(RIGHT, Side.RIGHT, "letter b");
        assertEquals("letter b from 0 (right)", told.get(told.size() - 1));
        become(Neighbours.onRing(LEFT, RIGHT));
        assertEquals("letter a from 2 (left)", told.get(told.size() - 1));
    }

    @Test
    void whatWaitsWhenItsLinkFailsIsNeverReceivedAfterTheRecovery() {
        deliver(LEFT, Side.LEFT, "guest a");
        process.run(new ProcessActor.NeighboursChanged<>(
                new Neighbours(List.of(new Neighbour(RIGHT, Side.RIGHT))), new TreeSet<>(), Set.of(LEFT)));
        become(Neighbours.onRing(LEFT, RIGHT));
        ask("open");
        deliver(LEFT, Side.LEFT, "guest b");
        assertFalse(told.contains("guest a from 2 (left)"), told.toString());
        assertEquals("guest b from 2 (left)", told.get(told.size() - 1));
    }

    @Test
    void whatWaitsWhenItsLinkFailsIsGivenBackWhereLinksCan() {
        List<String> back = new ArrayList<>();
        BehaviorTestKit<ProcessActor.Command<String, String>> porter = returning(back);
        porter.run(new ProcessActor.Delivery<>(LEFT, Side.LEFT, "guest a"));
        porter.run(new ProcessActor.Delivery<>(RIGHT, Side.RIGHT, "guest b"));
        porter.run(new ProcessActor.LinkFails<>(LEFT, () -> back.add("done")));
        assertEquals(List.of("guest a to 2 (left)", "done"), back);
        porter.run(new ProcessActor.Ask<>("open"));
        assertEquals(List.of("guest a to 2 (left)", "done"), back, "guest b has been received");
    }

    @Test
    void aProcessThatHasLeftGivesBackWhatWaitsAndWhatStillComesUntilItIsDismissed() {
        List<String> back = new ArrayList<>();
        BehaviorTestKit<ProcessActor.Command<String, String>> porter = returning(back);
        porter.run(new ProcessActor.Delivery<>(LEFT, Side.LEFT, "guest a"));
        porter.run(new ProcessActor.Leave<>());
        porter.run(new ProcessActor.Delivery<>(RIGHT, Side.RIGHT, "letter b"));
        porter.run(new ProcessActor.Ask<>("open"));
        assertTrue(porter.isAlive());
        porter.run(new ProcessActor.Dismiss<>(() -> back.add("dismissed")));
        assertEquals(List.of("left", "guest a to 2 (left)", "letter b to 0 (right)", "dismissed"), back);
        assertFalse(porter.isAlive());
    }

    @Test
    void aProcessThatHasLeftStopsAtOnceWhereLinksCannotGiveBack() {
        process.run(new ProcessActor.Leave<>());
        assertFalse(process.isAlive());
    }

    private static BehaviorTestKit<ProcessActor.Command<String, String>> returning(List<String> back) {
        MessageTransport<String> links = new MessageTransport<>() {
            @Override
            public void send(Neighbour to, String message) {}

            @Override
            public void giveBack(Neighbour from, String message) {
                back.add(message + " to " + from);
            }

            @Override
            public boolean leaves() {
                return back.add("left");
            }
        };
        return BehaviorTestKit.create(ProcessActor.create(
                SELF,
                Neighbours.onRing(LEFT, RIGHT),
                new Porter(),
                new ProcessContext<>(links, output -> {}, TimerDurations.all(Duration.ofHours(1)), occurrence -> {})));
    }

    @Test
    void aTimerLastsAsLongAsItsNameIsConfiguredToLast() {
        ask("schedule");
        TimerScheduled<?> scheduled = process.expectEffectClass(TimerScheduled.class);
        assertEquals(Duration.ofMillis(70), scheduled.duration());
        process.run(new ProcessActor.TimerExpired<>(Clock.CLOSING_TIME));
        assertEquals(List.of("schedule", "CLOSING_TIME expired"), told);
    }

    @Test
    void aTimerIsCancelledAndAMessageSent() {
        ask("schedule");
        process.expectEffectClass(TimerScheduled.class);
        ask("cancel");
        assertEquals(
                Clock.CLOSING_TIME,
                process.expectEffectClass(TimerCancelled.class).key());
        process.run(new ProcessActor.TimerExpired<>(Clock.CLOSING_TIME));
        assertEquals(List.of("schedule", "cancel"), told);

        ask("send");
        assertEquals(List.of("letter to 2 (left)"), sent);
    }

    @Test
    void theTimersOfTheInitialStateStart() {
        Porter late = new Porter() {
            @Override
            public List<Clock> initialTimers(Boolean open) {
                return List.of(Clock.CLOSING_TIME);
            }
        };
        BehaviorTestKit<ProcessActor.Command<String, String>> kit = BehaviorTestKit.create(ProcessActor.create(
                SELF,
                Neighbours.none(),
                late,
                new ProcessContext<>(
                        (to, message) -> {},
                        told::add,
                        TimerDurations.all(Duration.ofSeconds(1)),
                        step -> log.add(step))));
        assertEquals(
                Clock.CLOSING_TIME, kit.expectEffectClass(TimerScheduled.class).key());
    }

    @Test
    void aProcessThatNoRuleLetsHearOfAChangeStops() {
        become(Neighbours.onRing(LEFT, RIGHT), SELF);
        assertFalse(process.isAlive());
    }

    @Test
    void aUserThatAsksOutOfTurnIsRefusedAndTheProcessGoesOn() {
        ask("nonsense");
        assertTrue(process.isAlive());
        assertTrue(log.get(0) instanceof TraceEvent.Failed, log.toString());
        assertEquals(1, process.getAllLogEntries().size());
        ask("open");
        assertEquals(List.of("open"), told);
    }

    @Test
    void aProcessOfWhichALawIsRefutedSaysSoInOneLineAndStops() {
        deliver(LEFT, Side.LEFT, "nonsense");
        assertFalse(process.isAlive());
        assertEquals(
                List.of(new TraceEvent.Failed(
                        SELF,
                        new Event.Received<>(new Neighbour(LEFT, Side.LEFT), "nonsense"),
                        "refuted: \"a porter knows what to do\"; nonsense from 2 (left)")),
                log);
        assertEquals(
                List.of(
                        "process 1 stops on nonsense from 2 (left): refuted: \"a porter knows what to do\"; nonsense from 2 (left)"),
                process.getAllLogEntries().stream()
                        .map(entry -> entry.message())
                        .toList());
    }

    @Test
    void aStepIsWrittenDownBeforeItsEffectsAreCarriedOut() {
        List<String> order = new ArrayList<>();
        BehaviorTestKit<ProcessActor.Command<String, String>> kit = BehaviorTestKit.create(ProcessActor.create(
                SELF,
                Neighbours.none(),
                new Porter(),
                new ProcessContext<>(
                        (to, message) -> {},
                        output -> order.add("told"),
                        TimerDurations.all(Duration.ofSeconds(1)),
                        occurrence -> order.add("written"))));
        kit.run(new ProcessActor.Ask<>("open"));
        assertEquals(List.of("written", "told"), order);
    }

    private void ask(String input) {
        process.run(new ProcessActor.Ask<>(input));
    }

    private void deliver(ProcessId from, Side side, String message) {
        process.run(new ProcessActor.Delivery<>(from, side, message));
    }

    private void become(Neighbours neighbours, ProcessId... departed) {
        SortedSet<ProcessId> gone = new TreeSet<>(List.of(departed));
        process.run(new ProcessActor.NeighboursChanged<>(neighbours, gone));
    }

    private enum Clock implements Timer {
        CLOSING_TIME
    }

    private enum Door implements Rule {
        ANY;

        @Override
        public String label() {
            return "any";
        }
    }

    /** Admits guests while the door is open, and letters always; tells its user of everything. */
    private static class Porter implements Protocol<Boolean, String, String, String> {
        @Override
        public List<Door> rules() {
            return List.of(Door.values());
        }

        @Override
        public Boolean initial(ProcessId self, Neighbours neighbours) {
            return false;
        }

        @Override
        public boolean admits(Boolean open, Neighbour from, String message) {
            return open || !message.startsWith("guest");
        }

        @Override
        public Step<Boolean, String, String> step(Boolean open, Event<String, String> event) {
            String what = event.toString();
            if (what.startsWith("nonsense") || what.contains("departed [" + SELF)) {
                throw new InvariantViolation("a porter knows what to do", what);
            }
            boolean next = !what.startsWith("close") && (open || what.equals("open"));
            Step<Boolean, String, String> step =
                    Step.<Boolean, String, String>by(Door.ANY, next).tell(what);
            if (event instanceof Event.Leave) {
                return step.leave();
            }
            return switch (what) {
                case "schedule" -> step.schedule(Clock.CLOSING_TIME);
                case "cancel" -> step.cancel(Clock.CLOSING_TIME);
                case "send" -> step.send(new Neighbour(LEFT, Side.LEFT), "letter");
                default -> step;
            };
        }
    }
}
