package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.group.ProcessGroup;
import symposium.group.RecordedEvents;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.topology.Shape;

/**
 * Links that fail and recover, processes that come and leave, in a group of couriers who tell of everything that
 * happens to them.
 */
class ProcessGroupFaultsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);
    private static final ProcessId THREE = ProcessId.of(3);

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create();

    private final TestProbe<ProcessGroup.UserTold<String>> users = KIT.createTestProbe();
    private final List<ProcessGroup.UserTold<String>> heard = new ArrayList<>();
    private final SortedSet<ProcessId> members =
            IntStream.range(0, 3).mapToObj(ProcessId::of).collect(Collectors.toCollection(TreeSet::new));
    private final ActorRef<ProcessGroup.Command<String>> group = KIT.spawn(ProcessGroup.create(
            new Courier(), Shape.COMPLETE, members, TimerDurations.all(Duration.ofHours(1)), told -> users.getRef()
                    .tell(told)));

    @Test
    void whatIsSentOverALinkThatIsDownComesBackAndNoOtherProcessNotices() {
        group.tell(new ProcessGroup.FailLink<>(ZERO, ONE));
        ask(ZERO, "letter to 1");
        hears(ZERO, "letter undeliverable to 1");
        ask(ONE, "letter to 0");
        hears(ONE, "letter undeliverable to 0");
        ask(ZERO, "letter to 2");
        hears(TWO, "letter from 0");
        assertReplayed("0: link with 1 fails");
    }

    @Test
    void whatWaitsWhenItsLinkFailsComesBackAndIsNotReceivedAfterTheRecovery() {
        ask(ZERO, "parcel to 1");
        ask(ZERO, "letter to 2");
        hears(TWO, "letter from 0");
        group.tell(new ProcessGroup.FailLink<>(ZERO, ONE));
        hears(ZERO, "parcel undeliverable to 1");
        tell(ZERO, "neighbours now [2], departed []");
        tell(ONE, "neighbours now [2], departed []");
        group.tell(new ProcessGroup.RecoverLink<>(ZERO, ONE));
        tell(ZERO, "neighbours now [1, 2], departed []");
        tell(ONE, "neighbours now [0, 2], departed []");
        ask(ONE, "open");
        hears(ONE, "open");
        ask(ZERO, "letter to 1");
        hears(ONE, "letter from 0");
        assertReplayed("0: link with 1 fails", "0: link with 1 recovers");
    }

    @Test
    void aLinkRecoversOnceBothEndsHaveBeenToldAndWhatComesToAProcessThatHasNotBeenToldOfThatWaits() {
        group.tell(new ProcessGroup.FailLink<>(ZERO, ONE));
        tell(ZERO, "neighbours now [2], departed []");
        group.tell(new ProcessGroup.RecoverLink<>(ZERO, ONE));
        ask(ZERO, "letter to 1");
        hears(ZERO, "letter undeliverable to 1");
        tell(ONE, "neighbours now [2], departed []");
        tell(ZERO, "neighbours now [1, 2], departed []");
        ask(ZERO, "letter to 1");
        ask(ZERO, "note to 2");
        hears(TWO, "note from 0");
        hearNothingElse();
        group.tell(new ProcessGroup.Tell<>(ONE));
        hears(ONE, "neighbours now [0, 2], departed []");
        hears(ONE, "letter from 0");
        assertReplayed("0: link with 1 fails", "0: link with 1 recovers");
    }

    @Test
    void whatWaitsAtAnEndThatWasNotToldOfTheRecoveryComesBackWhenTheLinkFailsAgain() {
        group.tell(new ProcessGroup.FailLink<>(ZERO, ONE));
        tell(ZERO, "neighbours now [2], departed []");
        tell(ONE, "neighbours now [2], departed []");
        group.tell(new ProcessGroup.RecoverLink<>(ONE, ZERO));
        tell(ZERO, "neighbours now [1, 2], departed []");
        ask(ZERO, "letter to 1");
        group.tell(new ProcessGroup.FailLink<>(ZERO, ONE));
        hears(ZERO, "letter undeliverable to 1");
    }

    @Test
    void aProcessThatComesFindsTheOthersAndIsHeardByThoseThatHaveBeenTold() {
        group.tell(new ProcessGroup.Join<>(THREE));
        ask(THREE, "letter to 0");
        ask(THREE, "letter to 1");
        tell(ZERO, "neighbours now [1, 2, 3], departed []");
        hears(ZERO, "letter from 3");
        hearNothingElse();
        tell(ONE, "neighbours now [0, 2, 3], departed []");
        hears(ONE, "letter from 3");
        group.tell(new ProcessGroup.Join<>(THREE));
        assertReplayed("3: joins");
    }

    @Test
    void whatIsSentToOneThatHasLeftComesBackUntilTheDepartureIsKnown() {
        ask(ZERO, "parcel to 2");
        ask(TWO, "letter to 0");
        hears(ZERO, "letter from 2");
        group.tell(new ProcessGroup.Leave<>(TWO));
        hears(TWO, "asked to leave");
        hears(ONE, "farewell from 2");
        hears(ZERO, "farewell from 2", "parcel undeliverable to 2");
        ask(ONE, "letter to 2");
        hears(ONE, "letter undeliverable to 2");
        group.tell(new ProcessGroup.AnnounceDeparture<>(TWO));
        hears(ZERO, "neighbours now [1], departed [2]");
        hears(ONE, "neighbours now [0], departed [2]");
        assertReplayed();
    }

    @Test
    void theDepartureOfOneThatStillHasToLeaveIsAnnouncedAfterWhatWasSentToItHasReturned() {
        ask(ZERO, "parcel to 2");
        group.tell(new ProcessGroup.Leave<>(TWO));
        group.tell(new ProcessGroup.AnnounceDeparture<>(TWO));
        hears(TWO, "asked to leave");
        hears(ZERO, "farewell from 2", "parcel undeliverable to 2", "neighbours now [1], departed [2]");
        hears(ONE, "farewell from 2", "neighbours now [0], departed [2]");
        assertReplayed();
    }

    @Test
    void theDepartureOfOneThatWasAskedToLeaveAndHasCrashedIsAnnounced() {
        group.tell(new ProcessGroup.Crash<>(TWO));
        group.tell(new ProcessGroup.Leave<>(TWO));
        group.tell(new ProcessGroup.AnnounceDeparture<>(TWO));
        hears(ONE, "neighbours now [0], departed [2]");
    }

    private void ask(ProcessId process, String what) {
        group.tell(new ProcessGroup.Ask<>(process, what));
    }

    /** What users hear comes in one order for each process, but in any among several. */
    private void hears(ProcessId process, String... allOf) {
        Set<String> awaited = new HashSet<>(Set.of(allOf));
        while (!awaited.isEmpty()) {
            ProcessGroup.UserTold<String> told = heard.stream()
                    .filter(each -> each.process().equals(process))
                    .findFirst()
                    .orElse(null);
            if (told == null) {
                heard.add(users.receiveMessage(PATIENCE));
            } else {
                heard.remove(told);
                assertTrue(awaited.remove(told.output()), told + " instead of " + awaited);
            }
        }
    }

    private void hearNothingElse() {
        assertEquals(List.of(), heard);
        users.expectNoMessage(Duration.ZERO);
    }

    private void tell(ProcessId process, String news) {
        group.tell(new ProcessGroup.Tell<>(process));
        hears(process, news);
    }

    /** What the group has logged can have happened, and besides steps it is this. */
    private void assertReplayed(String... changes) {
        TestProbe<RecordedEvents.Written> reader = KIT.createTestProbe();
        group.tell(new ProcessGroup.ReadLog<>(reader.getRef()));
        List<TraceEvent> log = reader.receiveMessage(PATIENCE).events();
        new Replay<>(new Courier(), Shape.COMPLETE, members).replay(log);
        assertEquals(
                List.of(changes),
                log.stream()
                        .filter(occurrence -> !(occurrence instanceof TraceEvent.Stepped))
                        .map(Object::toString)
                        .toList());
    }

    private enum Door implements Rule {
        ANY;

        @Override
        public String label() {
            return "any";
        }
    }

    /**
     * Sends what it is asked to, takes parcels when it has opened, bids all farewell; tells its user of everything
     * else.
     */
    private static final class Courier implements Protocol<Courier.Desk, String, String, String> {

        record Desk(Neighbours neighbours, boolean open) {}

        @Override
        public List<Door> rules() {
            return List.of(Door.values());
        }

        @Override
        public Desk initial(ProcessId self, Neighbours neighbours) {
            return new Desk(neighbours, false);
        }

        @Override
        public boolean admits(Desk desk, Neighbour from, String message) {
            return desk.open() || !message.startsWith("parcel");
        }

        @Override
        public Step<Desk, String, String> step(Desk desk, Event<String, String> event) {
            String what = event.toString();
            if (event instanceof Event.Input<String, String> && what.contains(" to ")) {
                String[] parts = what.split(" to ");
                return Step.<Desk, String, String>by(Door.ANY, desk)
                        .send(Neighbour.of(ProcessId.of(Integer.parseInt(parts[1]))), parts[0]);
            }
            Neighbours neighbours = event instanceof Event.NeighboursChanged<String, String> changed
                    ? changed.neighbours()
                    : desk.neighbours();
            Step<Desk, String, String> step = Step.<Desk, String, String>by(
                            Door.ANY, new Desk(neighbours, desk.open() || what.equals("open")))
                    .tell(what);
            if (event instanceof Event.Leave) {
                for (Neighbour each : neighbours) {
                    step = step.send(each, "farewell");
                }
                return step.leave();
            }
            return step;
        }
    }
}
