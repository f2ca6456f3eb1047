package symposium.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import symposium.kernel.Channels;
import symposium.kernel.Event;
import symposium.kernel.Fault;
import symposium.kernel.ForwardingProtocol;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Shape;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;
import symposium.kernel.Variants;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851;

/** Faults of processes and links, and the notifications of the others. */
class MishapTest {

    private enum Clock implements Timer {
        SOON,
        LATE
    }

    private enum Does implements Rule {
        NOTES,
        GREETS,
        LEAVES;

        @Override
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private record Diary(Neighbours neighbours, List<String> lines) {
        Diary with(String line) {
            List<String> more = new ArrayList<>(lines);
            more.add(line);
            return new Diary(neighbours, List.copyOf(more));
        }
    }

    /**
     * A process that is asked greets its neighbours; everyone writes down what happens to it. Two timers start, the
     * later is cancelled.
     */
    private static final Protocol<Diary, String, Input, Output> DIARIES = new Protocol<>() {
        @Override
        public List<Does> rules() {
            return List.of(Does.values());
        }

        @Override
        public Diary initial(ProcessId self, Neighbours neighbours) {
            return new Diary(neighbours, List.of());
        }

        @Override
        public List<Clock> initialTimers(Diary initial) {
            return List.of(Clock.SOON, Clock.LATE);
        }

        @Override
        public Step<Diary, String, Output> step(Diary diary, Event<String, Input> event) {
            if (event instanceof Event.NeighboursChanged<String, Input> changed) {
                return Step.by(Does.NOTES, new Diary(changed.neighbours(), diary.lines()).with(event.toString()));
            }
            if (event instanceof Event.Timeout) {
                return Step.<Diary, String, Output>by(Does.NOTES, diary).cancel(Clock.LATE);
            }
            if (!(event instanceof Event.Input) && !(event instanceof Event.Leave)) {
                return Step.by(Does.NOTES, diary.with(event.toString()));
            }
            boolean leaving = event instanceof Event.Leave;
            Step<Diary, String, Output> step = Step.by(leaving ? Does.LEAVES : Does.GREETS, diary);
            for (Neighbour neighbour : diary.neighbours()) {
                step = step.send(neighbour, leaving ? "farewell" : "hello");
            }
            return leaving ? step.leave() : step;
        }
    };

    private static Run<Diary, String, User, Input, Output> triangle(int asking, ScheduledFault... mishaps) {
        return simulation(DIARIES, asking, mishaps).as(Run::new);
    }

    private static Simulation<Diary, String, User, Input, Output> simulation(
            Protocol<Diary, String, Input, Output> protocol, int asking, ScheduledFault... mishaps) {
        return Simulation.of(
                        protocol,
                        MutualExclusion.PROBLEM,
                        Network.of(Shape.COMPLETE, Start.of(3, 0).processes()),
                        Channels.FIFO,
                        Workload.initiating(
                                MutualExclusion.PROBLEM, Set.of(ProcessId.of(asking)), Durations.exactly(0)))
                .withDelays(Durations.exactly(10))
                .withTimers(Map.of("SOON", Durations.exactly(20)))
                .withOtherTimers(Durations.exactly(2000))
                .withFaults(Shape.COMPLETE, List.of(mishaps));
    }

    private static List<String> lines(Run<Diary, String, ?, ?, ?> run, int process) {
        return run.state(ProcessId.of(process)).lines();
    }

    private static ProcessId p(int number) {
        return ProcessId.of(number);
    }

    @Test
    void aProcessThatCrashesDoesNothingMoreAndWhatItHasSentArrivesUntilItsCrashIsHeardOf() {
        Run<Diary, String, User, Input, Output> early =
                triangle(0, ScheduledFault.of(Fault.CRASH, 5, Durations.exactly(1), p(0)));
        early.runToTheEnd();
        assertEquals(List.of("neighbours now [2], departed [0]"), lines(early, 1));

        Run<Diary, String, User, Input, Output> late =
                triangle(0, ScheduledFault.of(Fault.CRASH, 5, Durations.exactly(9), p(0)));
        late.runToTheEnd();
        assertEquals(List.of("hello from 0", "neighbours now [2], departed [0]"), lines(late, 1));
        assertTrue(late.departed(p(0)));
        assertFalse(late.departed(p(1)));
        assertEquals(0, late.waiting(), "its user is gone with it");

        Run<Diary, String, User, Input, Output> recipient =
                triangle(1, ScheduledFault.of(Fault.CRASH, 5, ScheduledFault.NEVER, p(0)));
        recipient.runToTheEnd();
        assertEquals(List.of(), lines(recipient, 0));
        assertEquals(List.of("hello from 1"), lines(recipient, 2));
        assertEquals(1, recipient.waiting());
    }

    @Test
    void whatIsUnderWayOverALinkThatFailsComesBackEvenIfTheLinkRecovers() {
        Run<Diary, String, User, Input, Output> run = triangle(
                0,
                ScheduledFault.of(Fault.LINK_FAILURE, 3, Durations.exactly(1), p(1), p(0)),
                ScheduledFault.of(Fault.LINK_RECOVERY, 7, Durations.exactly(1), p(1), p(0)));
        run.runToTheEnd();

        assertEquals(
                List.of(
                        "neighbours now [2], departed []",
                        "hello undeliverable to 1",
                        "neighbours now [1, 2], departed []"),
                lines(run, 0),
                "the link recovers once nothing is in transit over it");
        assertEquals(List.of("neighbours now [2], departed []", "neighbours now [0, 2], departed []"), lines(run, 1));
        assertEquals(List.of("hello from 0"), lines(run, 2));
    }

    @Test
    void aLinkRecoversOnlyWhenBothEndsHaveHeardOfItsFailure() {
        for (long seed = 0; seed < 20; seed++) {
            List<TraceEvent> events = new ArrayList<>();
            greeters(
                            ScheduledFault.of(Fault.LINK_FAILURE, 3, Durations.between(1, 100), p(0), p(1)),
                            ScheduledFault.of(Fault.LINK_RECOVERY, 4, Durations.between(1, 100), p(0), p(1)))
                    .withSeed(seed)
                    .withWatcher((time, event) -> events.add(event))
                    .as(Run::new)
                    .runToTheEnd();
            int recovered = events.indexOf(new TraceEvent.LinkRecovered(p(0), p(1)));
            assertEquals(2, notified(events.subList(0, recovered)), "seed " + seed);
            assertEquals(4, notified(events), "seed " + seed);
        }
    }

    private static long notified(List<TraceEvent> events) {
        return events.stream()
                .filter(event -> event instanceof TraceEvent.Stepped step
                        && step.event() instanceof Event.NeighboursChanged<?, ?>)
                .count();
    }

    @Test
    void aMessageOverARecoveredLinkWaitsUntilItsRecipientHasHeardOfTheRecovery() {
        for (long seed = 0; seed < 20; seed++) {
            Run<Diary, String, User, Input, Output> run = greeters(
                            ScheduledFault.of(Fault.LINK_FAILURE, 3, Durations.between(1, 100), p(0), p(1)),
                            ScheduledFault.of(Fault.LINK_RECOVERY, 200, Durations.between(1, 100), p(0), p(1)))
                    .withSeed(seed)
                    .as(Run::new);
            run.runToTheEnd();
            for (int each = 0; each < 2; each++) {
                List<String> lines = lines(run, each);
                int news = lines.indexOf("neighbours now " + List.of(1 - each, 2) + ", departed []");
                assertEquals(news + 1, lines.lastIndexOf("hello from " + (1 - each)), "seed " + seed + ": " + lines);
            }
        }
    }

    /** Each who hears of new neighbours greets all of them. */
    private static Simulation<Diary, String, User, Input, Output> greeters(ScheduledFault... mishaps) {
        return simulation(
                        new ForwardingProtocol<>(DIARIES) {
                            @Override
                            public Step<Diary, String, Output> step(Diary diary, Event<String, Input> event) {
                                Step<Diary, String, Output> step = super.step(diary, event);
                                if (event instanceof Event.NeighboursChanged<String, Input> changed) {
                                    for (Neighbour neighbour : changed.neighbours()) {
                                        step = step.send(neighbour, "hello");
                                    }
                                }
                                return step;
                            }
                        },
                        0,
                        mishaps)
                .withDelays(Durations.exactly(1));
    }

    @Test
    void aMessageThatWaitsWhenItsLinkFailsComesBack() {
        Run<Diary, String, User, Input, Output> run = simulation(
                        new ForwardingProtocol<>(DIARIES) {
                            @Override
                            public boolean admits(Diary diary, Neighbour from, String message) {
                                return !diary.lines().isEmpty();
                            }
                        },
                        0,
                        ScheduledFault.of(Fault.LINK_FAILURE, 15, Durations.exactly(5), p(0), p(1)))
                .as(Run::new);
        run.runToTheEnd();
        assertEquals(List.of("hello undeliverable to 1", "neighbours now [2], departed []"), lines(run, 0));
        assertEquals(List.of("neighbours now [2], departed []"), lines(run, 1), "it is not received afterwards");
    }

    @Test
    void whatIsSentOverABrokenLinkComesBack() {
        Run<Diary, String, User, Input, Output> run =
                triangle(0, ScheduledFault.of(Fault.LINK_FAILURE, 0, Durations.exactly(50), p(0), p(1)));
        Metrics tally = run.runToTheEnd();

        assertEquals(List.of("hello undeliverable to 1", "neighbours now [2], departed []"), lines(run, 0));
        assertEquals(2, tally.messages("string"));
    }

    @Test
    void aProcessThatLeavesIsHeardOutFirst() {
        Run<Diary, String, User, Input, Output> run =
                triangle(1, ScheduledFault.of(Fault.LEAVE, 4, Durations.exactly(1), p(0)));
        run.runToTheEnd();

        assertTrue(run.departed(p(0)));
        assertEquals(List.of(), lines(run, 0), "what is sent to it comes back");
        assertEquals(
                List.of("hello undeliverable to 0", "farewell from 0", "neighbours now [2], departed [0]"),
                lines(run, 1));
        assertEquals(List.of("hello from 1", "farewell from 0", "neighbours now [1], departed [0]"), lines(run, 2));
    }

    @Test
    void aMessageOfAProcessThatHasJoinedWaitsUntilItsRecipientHasHeardOfTheJoin() {
        Run<Diary, String, User, Input, Output> run =
                triangle(0, ScheduledFault.of(Fault.JOIN, 5, Durations.exactly(30), p(0)));
        assertFalse(run.departed(p(0)));
        assertThrows(IllegalArgumentException.class, () -> run.state(p(0)));
        assertEquals(List.of(p(2)), ids(run, 1));
        run.runUntil(34);
        assertEquals(List.of(p(1), p(2)), ids(run, 0));
        assertEquals(List.of(), lines(run, 1));
        run.runToTheEnd();

        assertEquals(List.of("neighbours now [0, 2], departed []", "hello from 0"), lines(run, 1));
        assertEquals(List.of("neighbours now [0, 1], departed []", "hello from 0"), lines(run, 2));
        assertEquals(List.of(), lines(run, 0));
    }

    @Test
    void aProcessThatHearsOfADepartureFirstHearsOfTheJoinRightBeforeIt() {
        Run<Diary, String, User, Input, Output> run = triangle(
                1,
                ScheduledFault.of(Fault.JOIN, 5, Durations.exactly(40), p(0)),
                ScheduledFault.of(Fault.CRASH, 6, Durations.exactly(1), p(0)),
                ScheduledFault.of(Fault.JOIN, 20, Durations.exactly(1), p(2)));
        run.runToTheEnd();

        assertTrue(run.departed(p(0)));
        assertEquals(
                List.of(
                        "neighbours now [0], departed []",
                        "neighbours now [], departed [0]",
                        "neighbours now [2], departed [0]"),
                lines(run, 1));
        assertEquals(List.of(p(1)), ids(run, 2), "the departed are no neighbours of a process that joins");
        assertEquals(List.of(), lines(run, 2));
    }

    @Test
    void atLeastOneProcessIsPresentAtTheStart() {
        assertThrows(
                IllegalArgumentException.class,
                () -> triangle(
                        0,
                        ScheduledFault.of(Fault.JOIN, 1, Durations.exactly(1), p(0)),
                        ScheduledFault.of(Fault.JOIN, 1, Durations.exactly(1), p(1)),
                        ScheduledFault.of(Fault.JOIN, 1, Durations.exactly(1), p(2))));
    }

    private static List<ProcessId> ids(Run<Diary, ?, ?, ?, ?> run, int process) {
        return run.state(p(process)).neighbours().all().stream()
                .map(Neighbour::id)
                .toList();
    }

    @Test
    void timersRunFromTheStartAndACancelledOneNeverExpires() {
        Metrics tally = triangle(0).runToTheEnd();

        assertEquals(3, tally.rules().get("notes") - 2, "three timers, and two greetings");
        assertTrue(tally.quiet());
    }

    @Test
    void onlyThoseThatAreThereSuffer() {
        assertThrows(
                IllegalArgumentException.class,
                () -> triangle(0, ScheduledFault.of(Fault.CRASH, 1, Durations.exactly(1), p(3))));
    }

    @Test
    void aLawThatIsBrokenEndsTheRun() {
        Ewd851.Entry algorithm = new Ewd851.Entry();
        Protocol<Ewd851.State, Ewd851.Message, Input, Output> entersAtOnce = Variants.mutated(
                algorithm.protocol(Start.of(3, 0)),
                Ewd851.Rule.N_1,
                (before, step) -> Step.<Ewd851.State, Ewd851.Message, Output>by(step.rule(), step.next())
                        .tell(new Output.Granted(symposium.mutex.Fence.NONE)));
        Run<Ewd851.State, Ewd851.Message, User, Input, Output> run = Simulation.of(
                        entersAtOnce,
                        MutualExclusion.PROBLEM,
                        Network.of(Shape.RING, Start.of(3, 0).processes()),
                        Channels.FIFO,
                        Workload.busy(MutualExclusion.PROBLEM, Durations.exactly(0), Durations.exactly(1)))
                .withInvariants(List.of(MutexInvariants.mutualExclusion()))
                .as(Run::new);

        InvariantViolation refuted = assertThrows(InvariantViolation.class, run::runToTheEnd);
        assertEquals(MutexInvariants.MUTUAL_EXCLUSION, refuted.invariant());
        assertTrue(refuted.getMessage().contains("at process 1, tick 0, seed 0"), refuted.getMessage());
    }

    @Test
    void whatIsFarAheadHappensInOrder() {
        List<Long> moments = new ArrayList<>();
        Simulation.of(
                        new Ewd851.Entry(),
                        Start.of(4, 0),
                        Workload.busy(MutualExclusion.PROBLEM, Durations.between(0, 5000), Durations.between(0, 700)))
                .withDelays(Durations.between(0, 300))
                .withWatcher((time, occurrence) -> moments.add(time))
                .as(Run::new)
                .runUntilServed(500);

        assertEquals(moments.stream().sorted().toList(), moments);
        assertTrue(moments.get(moments.size() - 1) > 100_000);
    }
}
