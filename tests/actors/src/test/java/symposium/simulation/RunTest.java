package symposium.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.simulation.Diaries.lines;
import static symposium.simulation.Diaries.p;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.composition.ForwardingProtocol;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Start;
import symposium.kernel.runtime.AuthorCode;
import symposium.kernel.topology.RelabelledTopology;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851;
import symposium.simulation.Diaries.Diary;
import symposium.simulation.Seats.Place;

/** What a run asks of users, counts, and tells. */
@Tag("fast")
class RunTest {

    /** Users on a line of three, who sit down at these ticks, and rise after ten. */
    private static Simulation<Neighbours, String, Place, String, String> line(
            Protocol<Neighbours, String, String, String> usher, Map<ProcessId, List<Long>> timetable) {
        return Simulation.of(
                usher,
                Seats.ONE,
                Network.of(Shape.LINE, Start.of(3, 0).processes()),
                Channels.FIFO,
                Workload.scheduled(Seats.ONE, timetable, Durations.exactly(10)));
    }

    // --- users

    @Test
    void neighboursThatAreServedTogetherViolateTheProblem() {
        assertEquals(
                2,
                line(Seats.usher(1), Map.of(p(0), List.of(0L), p(2), List.of(5L)))
                        .as(Run::new)
                        .runToTheEnd()
                        .served());
        Run<?, ?, ?, ?, ?> together = line(Seats.usher(1), Map.of(p(0), List.of(0L), p(1), List.of(5L)))
                .as(Run::new);
        InvariantViolation refuted = assertThrows(InvariantViolation.class, together::runToTheEnd);
        assertEquals(Seats.NEIGHBOURS_DO_NOT_SIT_TOGETHER, refuted.invariant());
        assertTrue(
                refuted.getCause().getMessage().endsWith("the users of 1 and 0 are SITS"),
                refuted.getCause().getMessage());
    }

    @Test
    void aNeighbourThatHasCrashedExcludesNobody() {
        Metrics alone = line(Seats.usher(1), Map.of(p(0), List.of(0L), p(1), List.of(5L)))
                .withFaults(Shape.LINE, List.of(ScheduledFault.of(Fault.CRASH, 3, ScheduledFault.NEVER, p(0))))
                .as(Run::new)
                .runToTheEnd();
        assertEquals(2, alone.served());
    }

    @Test
    void anExceptionInTheProblemNamesTheProcess() {
        Run<?, ?, ?, ?, ?> twice =
                line(Seats.usher(2), Map.of(p(1), List.of(5L))).as(Run::new);
        InvariantViolation refuted = assertThrows(InvariantViolation.class, twice::runToTheEnd);
        assertEquals(AuthorCode.NO_EXCEPTION, refuted.invariant());
        assertTrue(
                refuted.getCause().getMessage().contains("Problem.told(SITS, seated) of process 1 throws"),
                refuted.getCause().getMessage());
    }

    @Test
    void theListenerHearsWhatUsersAreTold() {
        List<String> heard = new ArrayList<>();
        Run<Neighbours, String, Place, String, String> run = line(
                        Seats.usher(1), Map.of(p(0), List.of(2L), p(1), List.of(40L)))
                .withListener((process, output) -> heard.add(process + " " + output))
                .as(Run::new);
        run.runUntil(5);
        assertEquals(List.of("0 seated"), heard);
        assertEquals(List.of(Place.SITS, Place.STANDS), List.of(run.user(p(0)), run.user(p(1))));
        run.runToTheEnd();
        assertEquals(List.of("0 seated", "1 seated"), heard);
        assertEquals(Place.STANDS, run.user(p(0)));
    }

    @Test
    void aWaitLastsFromTheDemandUntilItIsServed() {
        Metrics metrics = Simulation.of(
                        new Ewd851.Entry(),
                        Start.of(4, 0),
                        Workload.scheduled(MutualExclusion.PROBLEM, Map.of(p(2), List.of(10L)), Durations.exactly(5)))
                .as(Run::new)
                .runToTheEnd();
        assertEquals(4, metrics.longestWait(), "two signals and two tokens, one tick each");
        assertEquals(19, metrics.time());
    }

    /** A user that were consulted at each step of its process would begin to think anew. */
    @Test
    void aUserThinksOnWhileItsProcessReceivesMessages() {
        Map<ProcessId, Long> asked = new TreeMap<>();
        Diaries.simulation(Diaries.PROTOCOL, 0)
                .withWorkload((standing, input, random) -> standing.demands() > 0
                        ? OptionalLong.empty()
                        : OptionalLong.of(10 * standing.process().number()))
                .withDelays(Durations.exactly(4))
                .withWatcher((time, event) -> {
                    if (event instanceof TraceEvent.Stepped step && step.event() instanceof Event.Input<?, ?>) {
                        asked.put(step.process(), time);
                    }
                })
                .as(Run::new)
                .runToTheEnd();
        assertEquals(Map.of(p(0), 0L, p(1), 10L, p(2), 20L), asked);
    }

    // --- demands beyond a limit

    private static Simulation<Diary, String, User, Input, Output> oneDemand(ScheduledFault... faults) {
        return Diaries.simulation(Diaries.PROTOCOL, 0, faults)
                .withDemands(1)
                .withWorkload(Workload.scheduled(
                        MutualExclusion.PROBLEM, Map.of(p(0), List.of(0L), p(1), List.of(1L)), Durations.exactly(1)));
    }

    @Test
    void anotherDemandsInTheSteadOfOneWhoseProcessDepartsBeforeItIsServed() {
        for (Fault fault : List.of(Fault.CRASH, Fault.LEAVE)) {
            Run<Diary, String, User, Input, Output> run = oneDemand(
                            ScheduledFault.of(fault, 20, Durations.exactly(1), p(0)))
                    .as(Run::new);
            assertEquals(1, run.runUntil(19).demanded(), "the other is held back");
            assertEquals(2, run.runToTheEnd().demanded());
            assertTrue(lines(run, 2).contains("hello from 1"), fault + ": " + lines(run, 2));
        }
    }

    @Test
    void nobodyDemandsInTheSteadOfOneThatDoesNotWait() {
        Metrics metrics = oneDemand(ScheduledFault.of(Fault.CRASH, 20, Durations.exactly(1), p(2)))
                .as(Run::new)
                .runToTheEnd();
        assertEquals(1, metrics.demanded());
    }

    // --- observers

    /** Grants at once, without a fence. */
    private static final Protocol<Diary, String, Input, Output> GRANTING = new ForwardingProtocol<>(Diaries.PROTOCOL) {
        @Override
        public Step<Diary, String, Output> step(Diary diary, Event<String, Input> event) {
            Step<Diary, String, Output> step = super.step(diary, event);
            return event.equals(new Event.Input<>(Input.ENTER)) ? step.tell(new Output.Granted(Fence.NONE)) : step;
        }
    };

    @Test
    void theObserverSeesWhoDeparts() {
        Simulation<Diary, String, User, Input, Output> twoInside = Diaries.simulation(GRANTING, 0)
                .withProblem(MutualExclusion.UNDER_SUSPICION)
                .withWorkload(Workload.scheduled(
                        MutualExclusion.PROBLEM,
                        Map.of(p(0), List.of(0L), p(1), List.of(10L)),
                        Durations.exactly(1000)));
        Run<?, ?, ?, ?, ?> both = twoInside.as(Run::new);
        assertEquals(
                MutualExclusion.ONE_PER_GENERATION,
                assertThrows(InvariantViolation.class, both::runToTheEnd).invariant());
        Metrics alone = twoInside
                .withFaults(Shape.COMPLETE, List.of(ScheduledFault.of(Fault.CRASH, 5, Durations.exactly(1), p(0))))
                .as(Run::new)
                .runToTheEnd();
        assertEquals(2, alone.served());
    }

    // --- what is counted and told

    @Test
    void everyStepIsCountedAndAnnouncementsApart() {
        List<TraceEvent> steps = new ArrayList<>();
        Simulation<Diary, String, User, Input, Output> simulation = Diaries.simulation(
                        Diaries.PROTOCOL, 1, ScheduledFault.of(Fault.LEAVE, 50, Durations.exactly(1), p(0)))
                .withWatcher((time, event) -> steps.add(event));
        Metrics silent = simulation.as(Run::new).runToTheEnd();
        assertEquals(steps.size(), silent.steps());
        assertEquals(0, silent.announcements());
        assertEquals(4, silent.total(), "two of each");
        Metrics announcing =
                simulation.withAnnounces("farewell"::equals).as(Run::new).runToTheEnd();
        assertEquals(2, announcing.announcements());
        assertEquals(4, announcing.total());
    }

    @Test
    void metricsSayWhatAServingCosts() {
        Metrics metrics = Simulation.of(
                        new Ewd851.Entry(),
                        Start.of(4, 0),
                        Workload.initiating(MutualExclusion.PROBLEM, Set.of(p(2)), Durations.exactly(5)))
                .as(Run::new)
                .runToTheEnd();
        assertEquals(4, metrics.perServing());
        assertEquals(1.5, new Metrics("some", 1, 0, 3, 0, Map.of("a", 6L), 0, Map.of(), 4, 4, 0, true).perServing());
        assertEquals(
                "ewd851 on 4 processes, seed 0: 1 of 1 demands served in 9 ticks; messages: 2 signal, 2 token",
                metrics.toString());
        assertEquals(
                "nothing on 1 processes, seed 0: 0 of 0 demands served in 3 ticks; messages: none",
                new Metrics("nothing", 1, 0, 3, 0, Map.of(), 0, Map.of(), 0, 0, 0, true).toString());
    }

    @Test
    void aRunPausesAboutEveryThousandEvents() {
        List<Metrics> pauses = new ArrayList<>();
        Metrics end = Simulation.of(
                        new Ewd851.Entry(),
                        Start.of(5, 0),
                        Workload.busy(MutualExclusion.PROBLEM, Durations.exactly(1), Durations.exactly(1)))
                .withPause(counted -> pauses.add(counted.get()))
                .as(Run::new)
                .runUntilServed(3_000);
        assertTrue(
                pauses.size() >= end.steps() / 2_000 && pauses.size() <= end.steps() / 500, pauses.size() + " pauses");
        for (int pause = 1; pause < pauses.size(); pause++) {
            long steps = pauses.get(pause).steps() - pauses.get(pause - 1).steps();
            assertTrue(steps > 500 && steps < 2_000, steps + " steps");
        }
    }

    @Test
    void anAlgorithmRunsOnARelabelledTopology() {
        Simulation<Ewd851.State, Ewd851.Message, User, Input, Output> simulation = Simulation.of(
                new Ewd851.Entry(),
                Start.of(3, 0),
                RelabelledTopology.ring(0, 2, 1),
                Channels.FIFO,
                Workload.initiating(MutualExclusion.PROBLEM, Set.of(p(2)), Durations.exactly(1)));
        assertEquals(List.of(p(0), p(2), p(1)), simulation.network().processes());
        assertEquals(
                Neighbours.onRing(p(1), p(0)), simulation.network().neighbours().get(1));
        assertEquals(1, simulation.as(Run::new).runToTheEnd().served());
    }
}
