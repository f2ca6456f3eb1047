package symposium.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.simulation.Diaries.ids;
import static symposium.simulation.Diaries.lines;
import static symposium.simulation.Diaries.p;
import static symposium.simulation.Diaries.simulation;
import static symposium.simulation.Diaries.triangle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.composition.ForwardingProtocol;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851;
import symposium.simulation.Diaries.Diary;

/** Faults of processes and links, and the notifications of the others. */
@Tag("fast")
class MishapTest {

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
                        new ForwardingProtocol<>(Diaries.PROTOCOL) {
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
        for (List<ProcessId> ends : List.of(List.of(p(0), p(1)), List.of(p(1), p(0)))) {
            Run<Diary, String, User, Input, Output> run = simulation(
                            new ForwardingProtocol<>(Diaries.PROTOCOL) {
                                @Override
                                public boolean admits(Diary diary, Neighbour from, String message) {
                                    return !diary.lines().isEmpty();
                                }
                            },
                            0,
                            new ScheduledFault(Fault.LINK_FAILURE, 15, Durations.exactly(5), ends))
                    .as(Run::new);
            run.runToTheEnd();
            assertEquals(List.of("hello undeliverable to 1", "neighbours now [2], departed []"), lines(run, 0));
            assertEquals(List.of("neighbours now [2], departed []"), lines(run, 1), "it is not received afterwards");
        }
    }

    /** What a watcher is told beside steps. */
    private static List<String> faultsSeen(ScheduledFault... faults) {
        List<String> seen = new ArrayList<>();
        simulation(Diaries.PROTOCOL, 1, faults)
                .withWatcher((time, event) -> {
                    if (!(event instanceof TraceEvent.Stepped)) {
                        seen.add(time + " " + event);
                    }
                })
                .as(Run::new)
                .runToTheEnd();
        return seen;
    }

    @Test
    void theWatcherIsToldOfEachFaultWhenItHappens() {
        Durations one = Durations.exactly(1);
        assertEquals(
                List.of("3 2: joins", "5 0: crashed"),
                faultsSeen(ScheduledFault.of(Fault.CRASH, 5, one, p(0)), ScheduledFault.of(Fault.JOIN, 3, one, p(2))));
        assertEquals(
                List.of("50 0: link with 1 fails", "60 0: link with 1 recovers"),
                faultsSeen(
                        ScheduledFault.of(Fault.LINK_FAILURE, 50, one, p(1), p(0)),
                        ScheduledFault.of(Fault.LINK_RECOVERY, 60, one, p(1), p(0))));
    }

    @Test
    void aLinkFailsOrRecoversOnlyBetweenTwoThatArePresentAndOnlyOnce() {
        Durations one = Durations.exactly(1);
        ScheduledFault failure = ScheduledFault.of(Fault.LINK_FAILURE, 50, one, p(0), p(1));
        ScheduledFault recovery = ScheduledFault.of(Fault.LINK_RECOVERY, 60, one, p(0), p(1));
        assertEquals(1, faultsSeen(failure, failure).size());
        assertEquals(2, faultsSeen(failure, recovery, recovery).size());
        assertEquals(List.of(), faultsSeen(recovery), "it is not down");
        assertEquals(
                List.of("40 1: crashed"), faultsSeen(ScheduledFault.of(Fault.CRASH, 40, one, p(1)), failure, recovery));
        assertEquals(
                List.of("50 0: link with 1 fails", "55 0: crashed"),
                faultsSeen(failure, ScheduledFault.of(Fault.CRASH, 55, one, p(0)), recovery));
    }

    @Test
    void theWatcherIsToldOfTheEventThatIsRefused() {
        List<TraceEvent> events = new ArrayList<>();
        Mutation<Diary, String, Input, Output> refusesMessages = Mutation.steps(original -> (diary, event) -> {
            if (event instanceof Event.Received) {
                throw new InvariantViolation("silence", "it is greeted");
            }
            return original.step(diary, event);
        });
        Run<Diary, String, User, Input, Output> run = simulation(refusesMessages.of(Diaries.PROTOCOL), 0)
                .withWatcher((time, event) -> events.add(event))
                .as(Run::new);
        assertThrows(InvariantViolation.class, run::runToTheEnd);
        assertEquals(
                "1: on hello from 0  refuted: \"silence\"; it is greeted",
                events.get(events.size() - 1).toString());
    }

    @Test
    void theTimersOfAProcessEndWithItAndThoseOfOthersGoOn() {
        for (Fault departure : List.of(Fault.CRASH, Fault.LEAVE)) {
            List<ProcessId> expired = new ArrayList<>();
            simulation(Diaries.PROTOCOL, 1, ScheduledFault.of(departure, 5, Durations.exactly(1), p(0)))
                    .withWatcher((time, event) -> {
                        if (event instanceof TraceEvent.Stepped step && step.event() instanceof Event.Timeout) {
                            expired.add(step.process());
                        }
                    })
                    .as(Run::new)
                    .runToTheEnd();
            assertEquals(List.of(p(1), p(2)), expired);
        }
    }

    @Test
    void theNewLinksKeepTheirOrder() {
        for (long seed = 0; seed < 20; seed++) {
            Run<Diary, String, User, Input, Output> run = greeters(
                            ScheduledFault.of(Fault.JOIN, 60, Durations.between(1, 9), p(2)))
                    .withProtocol(Diaries.counting())
                    .withWorkload(Workload.scheduled(
                            MutualExclusion.PROBLEM, Map.of(p(2), List.of(60L)), Durations.exactly(1)))
                    .withDelays(Durations.between(1, 50))
                    .withSeed(seed)
                    .as(Run::new);
            run.runToTheEnd();
            for (int other = 0; other < 2; other++) {
                Diaries.assertHeardInOrder(run, 2, other, "seed " + seed);
                Diaries.assertHeardInOrder(run, other, 2, "seed " + seed);
            }
        }
    }

    @Test
    void aFaultNamesAsManyProcessesAsItConcerns() {
        assertThrows(
                IllegalArgumentException.class,
                () -> ScheduledFault.of(Fault.CRASH, 1, Durations.exactly(1), p(0), p(1)));
        assertThrows(
                IllegalArgumentException.class,
                () -> ScheduledFault.of(Fault.LINK_FAILURE, 1, Durations.exactly(1), p(0)));
        assertThrows(
                IllegalArgumentException.class, () -> ScheduledFault.of(Fault.LOSS, 1, Durations.exactly(1), p(0)));
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
        Mutation<Ewd851.State, Ewd851.Message, Input, Output> entersAtOnce =
                Mutation.step(step -> Step.<Ewd851.State, Ewd851.Message, Output>by(step.rule(), step.next())
                        .tell(new Output.Granted(symposium.mutex.Fence.NONE)));
        Run<Ewd851.State, Ewd851.Message, User, Input, Output> run = Simulation.of(
                        entersAtOnce.at(Ewd851.Rule.N_1).of(algorithm.protocol(Start.of(3, 0))),
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
