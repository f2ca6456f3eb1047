package symposium.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.actor.TimerDurations;
import symposium.group.ProcessGroup;
import symposium.group.RecordedEvents;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.Side;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.ewd851.Ewd851;
import symposium.simulation.Durations;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;
import symposium.trace.MessageDelivery;
import symposium.trace.Trace;
import symposium.trace.TraceListing;
import symposium.trace.TraceStamps;

/**
 * The stamps of what really happens: of runs in virtual time, of the checker's ways with all their faults, of actors.
 */
class StampsTest {

    private static final ProcessId P = ProcessId.of(0);
    private static final ProcessId Q = ProcessId.of(1);
    private static final ProcessId R = ProcessId.of(2);

    private enum Doing implements Rule {
        SENDS,
        RECEIVES;

        @Override
        public String label() {
            return name();
        }
    }

    // --- random runs

    @Test
    void bothConditionsHoldOfARunInVirtualTime() {
        long seed = Long.getLong("symposium.seed", System.nanoTime());
        System.out.println("a ring in virtual time from seed " + seed);
        for (int run = 0; run < 10; run++) {
            List<TraceEvent> log = new ArrayList<>();
            Simulation.of(
                            new Ewd851.Entry(),
                            Start.of(6, 0),
                            Workload.busy(MutualExclusion.PROBLEM, Durations.between(0, 30), Durations.between(1, 5)))
                    .withSeed(seed + run)
                    .withDelays(Durations.between(1, 9))
                    .withWatcher((time, occurrence) -> log.add(occurrence))
                    .as(Run::new)
                    .runUntilServed(60);
            assertTrue(log.size() > 120);
            assertBothConditions(log, "seed " + (seed + run));
        }
    }

    @Test
    void bothConditionsHoldWhereMessagesAreLostAndDoubledAndProcessesCrash() {
        long seed = Long.getLong("symposium.seed", System.nanoTime());
        System.out.println("faults from seed " + seed);
        for (int run = 0; run < 200; run++) {
            assertBothConditions(withFaults(new Random(seed + run)), "seed " + (seed + run));
        }
    }

    /** Four processes; each message is another, so that there is no doubt which one is received. */
    private static List<TraceEvent> withFaults(Random lot) {
        record Message(ProcessId from, ProcessId to, String text) {}
        List<Message> inTransit = new ArrayList<>();
        Set<ProcessId> alive = new TreeSet<>(Start.of(4, 0).processes());
        List<TraceEvent> log = new ArrayList<>();
        while (log.size() < 40) {
            int what = lot.nextInt(40);
            Message message = inTransit.isEmpty() ? null : inTransit.get(lot.nextInt(inTransit.size()));
            ProcessId process = ProcessId.of(lot.nextInt(4));
            if (what == 0 && alive.size() > 2 && alive.remove(process)) {
                log.add(new TraceEvent.Crashed(process));
            } else if (what < 3 && message != null) {
                inTransit.remove(message);
                log.add(new TraceEvent.MessageLost(message.to(), Neighbour.of(message.from()), message.text()));
            } else if (what < 6 && message != null) {
                inTransit.add(message);
                log.add(new TraceEvent.MessageDuplicated(message.to(), Neighbour.of(message.from()), message.text()));
            } else if (what < 24 && message != null && alive.contains(message.to())) {
                inTransit.remove(message);
                log.add(receives(message.to(), message.from(), message.text()));
            } else if (alive.contains(process)) {
                Message fresh = new Message(process, ProcessId.of(lot.nextInt(4)), "m" + log.size());
                inTransit.add(fresh);
                log.add(sends(fresh.from(), fresh.to(), fresh.text()));
            }
        }
        return log;
    }

    private static void assertBothConditions(List<TraceEvent> log, String which) {
        List<Stamped> stamped = TraceStamps.of(log);
        List<BitSet> before = before(log);
        for (int other = 0; other < log.size(); other++) {
            for (int one = 0; one < log.size(); one++) {
                String pair = which + ": " + (one + 1) + " and " + (other + 1);
                boolean happenedBefore = before.get(other).get(one);
                assertEquals(happenedBefore, stamped.get(one).happenedBefore(stamped.get(other)), pair);
                if (happenedBefore) {
                    assertTrue(
                            logical(stamped.get(one)).clock()
                                    < logical(stamped.get(other)).clock(),
                            pair);
                }
            }
        }
    }

    private static Timestamp logical(Stamped stamped) {
        return stamped.stamp().orElseThrow().logical();
    }

    /** What happened before each, from the definition: the flights say what was received where. */
    private static List<BitSet> before(List<TraceEvent> log) {
        List<MessageDelivery> flights = Trace.of(log).deliveries();
        List<BitSet> before = new ArrayList<>();
        for (int at = 0; at < log.size(); at++) {
            BitSet causes = new BitSet();
            for (int earlier = 0; earlier < at; earlier++) {
                if (atAProcess(log.get(earlier))
                        && atAProcess(log.get(at))
                        && (log.get(earlier).process().equals(log.get(at).process())
                                || received(flights, earlier, at))) {
                    causes.set(earlier);
                    causes.or(before.get(earlier));
                }
            }
            before.add(causes);
        }
        return before;
    }

    private static boolean atAProcess(TraceEvent occurrence) {
        return !(occurrence instanceof TraceEvent.MessageLost || occurrence instanceof TraceEvent.MessageDuplicated);
    }

    private static boolean received(List<MessageDelivery> flights, int sent, int at) {
        return flights.stream()
                .anyMatch(flight -> flight.sentAt() == sent
                        && flight.endedAt() == at
                        && flight.fate() == MessageDelivery.Fate.RECEIVED);
    }

    // --- one by one

    @Test
    void aStepThatSendsAndOneThatReceives() {
        assertEquals(
                List.of("(0, 0) [0:1]", "(1, 0) [0:2]", "(1, 1) [0:1 1:1]", "(2, 1) [0:2 1:2]"),
                stamps(sends(P, Q, "x"), sends(P, Q, "y"), receives(Q, P, "x"), receives(Q, P, "y")));
    }

    @Test
    void aMessageLostAndOneDoubled() {
        assertEquals(
                List.of("(0, 0) [0:1]", "(1, 0) [0:2]", "none", "none", "(2, 1) [0:2 1:1]", "(3, 1) [0:2 1:2]"),
                stamps(
                        sends(P, Q, "x"),
                        sends(P, Q, "x"),
                        new TraceEvent.MessageLost(Q, Neighbour.of(P), "x"),
                        new TraceEvent.MessageDuplicated(Q, Neighbour.of(P), "x"),
                        receives(Q, P, "x"),
                        receives(Q, P, "x")));
    }

    @Test
    void aMessageDoubledByTheNetworkUnseen() {
        assertEquals(
                List.of("(0, 0) [0:1]", "(1, 1) [0:1 1:1]", "(2, 1) [0:1 1:2]"),
                stamps(sends(P, Q, "x"), receives(Q, P, "x"), receives(Q, P, "x")));
    }

    @Test
    void aCrashIsTheLastEventOfItsProcess() {
        assertEquals(
                List.of("(0, 0) [0:1]", "(1, 0) [0:2]", "(1, 1) [0:1 1:1]"),
                stamps(sends(P, Q, "x"), new TraceEvent.Crashed(P), receives(Q, P, "x")));
    }

    @Test
    void whatComesBackWasNotReceived() {
        assertEquals(
                List.of("(0, 0) [0:1]", "(1, 0) [0:2]", "(2, 0) [0:3]", "(3, 1) [0:3 1:1]"),
                stamps(
                        sends(P, Q, "x"),
                        new TraceEvent.Stepped(
                                P, new Event.Undeliverable<>(Neighbour.of(Q), "x"), Doing.RECEIVES, List.of()),
                        sends(P, Q, "x"),
                        receives(Q, P, "x")));
    }

    @Test
    void aLinkThatFailsAndRecoversIsNoEventOfAProcess() {
        assertEquals(
                List.of("none", "none", "(0, 2) [2:1]", "(0, 1) [1:1]"),
                stamps(
                        new TraceEvent.LinkFailed(P, Q),
                        new TraceEvent.LinkRecovered(P, Q),
                        new TraceEvent.Joined(R),
                        new TraceEvent.Failed(
                                Q, new Event.Received<>(Neighbour.of(P), "never sent"), "no rule admits it")));
    }

    @Test
    void messagesOverTheTwoLinksOfARingOfTwoAreToldApart() {
        assertEquals(
                List.of("(0, 0) [0:1]", "(1, 0) [0:2]", "(2, 1) [0:2 1:1]"),
                stamps(
                        stepped(P, new Neighbour(Q, Side.LEFT), "x"),
                        stepped(P, new Neighbour(Q, Side.RIGHT), "x"),
                        new TraceEvent.Stepped(
                                Q, new Event.Received<>(new Neighbour(P, Side.LEFT), "x"), Doing.RECEIVES, List.of())));
    }

    private static List<String> stamps(TraceEvent... log) {
        return TraceStamps.of(List.of(log)).stream()
                .map(each -> each.stamp().map(Stamp::toString).orElse("none"))
                .toList();
    }

    private static TraceEvent sends(ProcessId from, ProcessId to, String message) {
        return stepped(from, Neighbour.of(to), message);
    }

    private static TraceEvent stepped(ProcessId from, Neighbour to, String message) {
        Step<String, String, String> step = Step.by(Doing.SENDS, "");
        return new TraceEvent.Stepped(
                from,
                new Event.Input<>("send"),
                Doing.SENDS,
                step.send(to, message).effects());
    }

    private static TraceEvent receives(ProcessId to, ProcessId from, String message) {
        return new TraceEvent.Stepped(to, new Event.Received<>(Neighbour.of(from), message), Doing.RECEIVES, List.of());
    }

    // --- where they are shown

    @Test
    void theLogOfActorsTellsTheTimesOfWhatHappened() {
        ActorTestKit kit = ActorTestKit.create();
        try {
            Start start = Start.of(3, 0);
            TestProbe<ProcessGroup.UserTold<Output>> users = kit.createTestProbe();
            ActorRef<ProcessGroup.Command<Input>> group = kit.spawn(ProcessGroup.create(
                    new Ewd851(P),
                    Shape.RING,
                    start.processes(),
                    TimerDurations.all(Duration.ofSeconds(1)),
                    told -> users.getRef().tell(told)));
            group.tell(new ProcessGroup.Ask<>(Q, Input.ENTER));
            users.receiveMessage();
            TestProbe<RecordedEvents.Written> reader = kit.createTestProbe();
            group.tell(new ProcessGroup.ReadLog<>(reader.getRef()));
            RecordedEvents.Written written = reader.receiveMessage();

            assertEquals(
                    written.events(),
                    TraceStamps.of(written.events()).stream()
                            .map(Stamped::event)
                            .toList());
            assertEquals(
                    List.of("(0, 1) [1:1]", "(1, 0) [0:1 1:1]", "(2, 1) [0:1 1:2]"),
                    TraceStamps.of(written.events()).stream()
                            .map(each -> each.stamp().map(Stamp::toString).orElse("none"))
                            .toList());
        } finally {
            kit.shutdownTestKit();
        }
    }

    @Test
    void aListingShowsTheTimes() {
        Trace trace = new Trace(
                Start.of(2, 0).processes(),
                List.of(
                        sends(P, Q, "x"),
                        new TraceEvent.MessageDuplicated(Q, Neighbour.of(P), "x"),
                        receives(Q, P, "x")));
        assertEquals("""
                  1  (0, 0)  [0:1]      process 0  SENDS        send      sends x to 1
                  2                     process 1  duplication  x from 0
                  3  (1, 1)  [0:1 1:1]  process 1  RECEIVES     x from 0
                """, TraceListing.stamped(trace));
    }

    @Test
    void whatHappenedNowhereHappenedBeforeNothing() {
        Stamped lost = new Stamped(new TraceEvent.MessageLost(Q, Neighbour.of(P), "x"), Optional.empty());
        Stamped first = TraceStamps.of(List.of(sends(P, Q, "x"))).get(0);
        assertFalse(lost.happenedBefore(first));
        assertFalse(first.happenedBefore(lost));
        assertFalse(first.happenedBefore(first));
    }
}
