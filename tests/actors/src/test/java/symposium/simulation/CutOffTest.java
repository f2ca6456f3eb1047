package symposium.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static symposium.simulation.Diaries.ids;
import static symposium.simulation.Diaries.lines;
import static symposium.simulation.Diaries.p;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.composition.ForwardingProtocol;
import symposium.kernel.problem.Fault;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.simulation.Diaries.Diary;

/** Processes that start without neighbours and are admitted later, and live ones that are taken for departed. */
@Tag("fast")
class CutOffTest {

    private static final String EVERYONE_ELSE = "neighbours now [1, 2], departed []";

    /** Admitted after seven ticks, if this many are present. */
    private static Run<Diary, String, User, Input, Output> cutOff(int quorum, ScheduledFault... faults) {
        return Diaries.simulation(Diaries.PROTOCOL, 0, faults)
                .startingCutOff(Diaries.PROTOCOL, quorum, Durations.exactly(7))
                .as(Run::new);
    }

    private static ScheduledFault fault(Fault kind, long at, ProcessId... processes) {
        return ScheduledFault.of(kind, at, Durations.exactly(1), processes);
    }

    // --- admission

    @Test
    void aQuorumIsAdmittedToAllThatArePresent() {
        Run<Diary, String, User, Input, Output> run = cutOff(3);
        run.runUntil(6);
        assertEquals(List.of(), ids(run, 0));
        assertEquals(List.of(), lines(run, 0));
        run.runUntil(7);
        assertEquals(List.of(EVERYONE_ELSE), lines(run, 0));
        assertEquals(List.of(p(0), p(1)), ids(run, 2));
        run.runToTheEnd();
        assertEquals(List.of(EVERYONE_ELSE), lines(run, 0));
    }

    @Test
    void nobodyIsAdmittedBeforeAJoinMakesAQuorum() {
        Run<Diary, String, User, Input, Output> run = cutOff(3, fault(Fault.JOIN, 20, p(2)));
        run.runUntil(26);
        assertEquals(List.of(), lines(run, 0));
        assertEquals(List.of(), ids(run, 2));
        run.runToTheEnd();
        assertEquals(List.of(EVERYONE_ELSE), lines(run, 0));
        assertEquals(List.of("neighbours now [0, 1], departed []"), lines(run, 2));
    }

    @Test
    void anAdmissionTakesItsTimeFromTheJoinOn() {
        Run<Diary, String, User, Input, Output> run = cutOff(3, fault(Fault.JOIN, 3, p(2)));
        run.runUntil(9);
        assertEquals(List.of(), lines(run, 0));
        run.runUntil(10);
        assertEquals(List.of(EVERYONE_ELSE), lines(run, 0));
    }

    @Test
    void theLinksOfAnAdmittedProcessKeepTheirOrder() {
        for (long seed = 0; seed < 20; seed++) {
            Run<Diary, String, User, Input, Output> run = Diaries.simulation(Diaries.counting(), 0)
                    .startingCutOff(Diaries.counting(), 3, Durations.exactly(7))
                    .withDelays(Durations.between(1, 50))
                    .withSeed(seed)
                    .as(Run::new);
            run.runToTheEnd();
            Diaries.assertHeardInOrder(run, 1, 0, "seed " + seed);
            Diaries.assertHeardInOrder(run, 0, 2, "seed " + seed);
        }
    }

    @Test
    void nobodyIsAdmittedOnceAQuorumIsLost() {
        Run<Diary, String, User, Input, Output> run = cutOff(3, fault(Fault.CRASH, 3, p(2)));
        run.runToTheEnd();
        assertEquals(List.of(), lines(run, 0));
    }

    @Test
    void aProcessThatIsAdmittedLearnsWhoHasDepartedAndWhichOfItsLinksAreDown() {
        Run<Diary, String, User, Input, Output> crashed = cutOff(2, fault(Fault.CRASH, 3, p(2)));
        crashed.runToTheEnd();
        assertEquals(List.of("neighbours now [1], departed [2]"), lines(crashed, 0));
        assertEquals(List.of(), lines(crashed, 2));

        Run<Diary, String, User, Input, Output> failed = cutOff(2, fault(Fault.LINK_FAILURE, 3, p(0), p(1)));
        failed.runToTheEnd();
        assertEquals(List.of(EVERYONE_ELSE, "neighbours now [2], departed []"), lines(failed, 0));
    }

    @Test
    void aProcessIsAdmittedOnceThoughOthersJoin() {
        Run<Diary, String, User, Input, Output> run = cutOff(2, fault(Fault.JOIN, 3, p(2)));
        run.runToTheEnd();
        assertEquals(List.of(EVERYONE_ELSE), lines(run, 0));
        assertEquals(List.of("neighbours now [0, 1], departed []"), lines(run, 2));
    }

    // --- false departures

    @Test
    void aProcessThatKnowsOfADepartureAndOfTooFewProcessesHasNoNeighbours() {
        Run<Diary, String, User, Input, Output> enough = cutOff(2, fault(Fault.FALSE_DEPARTURE, 20, p(0), p(1)));
        enough.runToTheEnd();
        assertEquals(List.of(EVERYONE_ELSE, "neighbours now [2], departed [1]"), lines(enough, 0));

        Run<Diary, String, User, Input, Output> few = cutOff(3, fault(Fault.FALSE_DEPARTURE, 20, p(0), p(1)));
        few.runToTheEnd();
        assertEquals(List.of(EVERYONE_ELSE, "neighbours now [], departed [1]"), lines(few, 0));
        assertEquals(List.of("neighbours now [0, 2], departed []"), lines(few, 1), "it hears nothing of that");
    }

    @Test
    void withoutAFalseDepartureTheRemainingStayNeighbours() {
        Run<Diary, String, User, Input, Output> run = cutOff(3, fault(Fault.CRASH, 20, p(1)));
        run.runToTheEnd();
        assertEquals(List.of(EVERYONE_ELSE, "neighbours now [2], departed [1]"), lines(run, 0));
    }

    @Test
    void aProcessThatIsCutOffTakesNobodyForDeparted() {
        Run<Diary, String, User, Input, Output> run = cutOff(2, fault(Fault.FALSE_DEPARTURE, 3, p(0), p(1)));
        run.runToTheEnd();
        assertEquals(List.of(EVERYONE_ELSE), lines(run, 0));
    }

    /** Keeps sending to the neighbours with which it has started. */
    private static final Protocol<Diary, String, Input, Output> OBSTINATE = new ForwardingProtocol<>(Diaries.PROTOCOL) {
        @Override
        public Step<Diary, String, Output> step(Diary diary, Event<String, Input> event) {
            Step<Diary, String, Output> step = super.step(diary, event);
            return event instanceof Event.NeighboursChanged
                    ? Step.by(
                            step.rule(),
                            new Diary(diary.neighbours(), step.next().lines()))
                    : step;
        }
    };

    /** The users ask one after another: first that of process 1, and last that of process 0. */
    private static Simulation<Diary, String, User, Input, Output> taken(ScheduledFault... faults) {
        return Diaries.simulation(OBSTINATE, 0, faults)
                .withWorkload(Workload.scheduled(
                        MutualExclusion.PROBLEM,
                        Map.of(p(0), List.of(100L), p(1), List.of(0L), p(2), List.of(50L)),
                        Durations.exactly(1)));
    }

    @Test
    void aProcessAndOneThatItTakesForDepartedHearNothingOfEachOther() {
        Run<Diary, String, User, Input, Output> run =
                taken(fault(Fault.FALSE_DEPARTURE, 5, p(2), p(1))).as(Run::new);
        run.runToTheEnd();
        assertEquals(List.of("hello from 1", "hello from 2"), lines(run, 0));
        assertEquals(
                List.of("neighbours now [0], departed [1]", "hello from 0"),
                lines(run, 2),
                "what was on its way to it has vanished");
        assertEquals(List.of("hello from 0"), lines(run, 1), "what it is sent vanishes");
        assertFalse(run.departed(p(1)));

        Run<Diary, String, User, Input, Output> sender =
                taken(fault(Fault.FALSE_DEPARTURE, 70, p(1), p(0))).as(Run::new);
        sender.runToTheEnd();
        assertEquals(List.of("hello from 2", "neighbours now [2], departed [0]"), lines(sender, 1));
        assertEquals(List.of("hello from 1", "hello from 2"), lines(sender, 0));
    }

    @Test
    void overALinkThatIsDownWhatAProcessThatIsTakenForDepartedSendsReturns() {
        Run<Diary, String, User, Input, Output> run = taken(
                        fault(Fault.LINK_FAILURE, 60, p(0), p(1)), fault(Fault.FALSE_DEPARTURE, 70, p(1), p(0)))
                .as(Run::new);
        run.runToTheEnd();
        assertEquals(
                List.of("hello from 1", "hello from 2", "neighbours now [2], departed []", "hello undeliverable to 1"),
                lines(run, 0));
    }

    @Test
    void whatIsOnItsWayOverALinkThatIsDownReturnsThoughItsSenderIsTakenForDeparted() {
        Run<Diary, String, User, Input, Output> run = taken(
                        ScheduledFault.of(Fault.LINK_FAILURE, 3, ScheduledFault.NEVER, p(1), p(2)),
                        fault(Fault.FALSE_DEPARTURE, 5, p(2), p(1)))
                .as(Run::new);
        run.runUntil(40);
        assertEquals(List.of("hello undeliverable to 2"), lines(run, 1));
    }

    /** It would recover when the message of the first tick has returned. */
    @Test
    void aLinkDoesNotRecoverOnceOneEndTakesTheOtherForDeparted() {
        List<ScheduledFault> down =
                List.of(fault(Fault.LINK_FAILURE, 3, p(0), p(1)), fault(Fault.LINK_RECOVERY, 5, p(0), p(1)));
        assertEquals(1, linkRecoveries(down));
        List<ScheduledFault> taken = new ArrayList<>(down);
        taken.add(fault(Fault.FALSE_DEPARTURE, 7, p(0), p(1)));
        assertEquals(0, linkRecoveries(taken));
    }

    private static long linkRecoveries(List<ScheduledFault> faults) {
        List<TraceEvent> events = new ArrayList<>();
        taken(faults.toArray(ScheduledFault[]::new))
                .withWatcher((time, event) -> events.add(event))
                .as(Run::new)
                .runToTheEnd();
        return events.stream()
                .filter(event -> event instanceof TraceEvent.LinkRecovered)
                .count();
    }

    /** Others hear that a process has left once no message between them and it is in transit. */
    @Test
    void aMessageThatHasVanishedHoldsUpNothing() {
        Protocol<Diary, String, Input, Output> reserved = new ForwardingProtocol<>(Diaries.PROTOCOL) {
            @Override
            public boolean admits(Diary diary, Neighbour from, String message) {
                return !diary.lines().isEmpty();
            }
        };
        for (long tick : List.of(5L, 15L)) {
            Run<Diary, String, User, Input, Output> run = Diaries.simulation(
                            reserved, 0, fault(Fault.FALSE_DEPARTURE, tick, p(2), p(0)), fault(Fault.LEAVE, 50, p(2)))
                    .as(Run::new);
            run.runToTheEnd();
            assertEquals(List.of("neighbours now [1], departed [2]"), lines(run, 0), "vanished after " + tick);
        }
    }

    private static List<TraceEvent> falseDepartures(ScheduledFault... faults) {
        List<TraceEvent> events = new ArrayList<>();
        taken(faults)
                .withWatcher((time, event) -> events.add(event))
                .as(Run::new)
                .runToTheEnd();
        return events.stream()
                .filter(event -> event instanceof TraceEvent.FalselyDeparted)
                .toList();
    }

    @Test
    void aProcessTakesForDepartedOnlyOneThatItKnowsToBeThereAndOnlyOnce() {
        ScheduledFault departure = fault(Fault.FALSE_DEPARTURE, 20, p(0), p(1));
        assertEquals(List.of(new TraceEvent.FalselyDeparted(p(0), p(1))), falseDepartures(departure));
        assertEquals(1, falseDepartures(departure, departure).size());
        assertEquals(List.of(), falseDepartures(departure, fault(Fault.CRASH, 3, p(0))), "it has crashed");
        assertEquals(
                List.of(),
                falseDepartures(departure, ScheduledFault.of(Fault.CRASH, 3, ScheduledFault.NEVER, p(1))),
                "it has not heard of the crash");
        assertEquals(
                List.of(),
                falseDepartures(departure, ScheduledFault.of(Fault.JOIN, 10, Durations.exactly(30), p(1))),
                "it has not heard of the join");
        assertEquals(
                1,
                falseDepartures(departure, ScheduledFault.of(Fault.JOIN, 10, Durations.exactly(5), p(1)))
                        .size());
    }
}
