package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.OneRule;
import symposium.checker.Diary.State;
import symposium.checker.Diary.Wish;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.LiveNumbers;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.suzukikasami.SuzukiKasami;

/** What a report says of an exploration, on toy protocols. */
@Tag("fast")
class ExplorerTest {

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P1 = ProcessId.of(1);

    private enum Clock implements Timer {
        TICK
    }

    private static Report limited(Model<?, ?, ?, ?, ?> model, int states) {
        return Explorer.of(model, new Limits(states, Duration.ofHours(1)))
                .explore()
                .report(true);
    }

    /** Rows of several words, and more successors than the first arrays hold. */
    @Test
    void aLimitEndsTheExplorationUndecided() {
        var model = Diary.model(Diary.of(), 40, Shape.LINE)
                .withInvariants(new Invariants<State, String, Boolean>()
                        .state("few lines", p -> true, p -> p.diary().size() < 5)
                        .list());
        Report all = limited(model, 40);
        assertEquals(List.of(41L, 40L, 1L), List.of(all.states(), all.transitions(), (long) all.depth()));
        assertEquals(40, all.rules().get("writes"));
        assertEquals(0, all.rules().get("reads"));
        assertFalse(all.complete());
        assertEquals(Verdict.UNDECIDED, all.verdict());
        assertEquals(Verdict.UNDECIDED, all.property("few lines").verdict());
        assertFalse(all.property(Scenario.NO_STARVATION).tested());
        assertEquals(1 + 40 + 40 * 39 / 2, limited(model, 820).states(), "two may have been asked");
    }

    @Test
    void aReportNamesItsProperties() {
        Report report = Models.check(Diary.model(Diary.of(0), 2, Shape.LINE)
                .withInvariants(new Invariants<State, String, Boolean>()
                        .state("tested", p -> p.diary().size() > 1, p -> true)
                        .state("untested", p -> p.diary().size() > 9, p -> true)
                        .count("counted", p -> p.diary().size() > 1, letter -> false, 0, 9)
                        .count("not counted", p -> p.diary().size() > 9, letter -> false, 0, 9)
                        .list()));
        assertEquals(
                List.of("tested", "counted", Scenario.NO_DEADLOCK),
                report.properties().stream()
                        .filter(Property::tested)
                        .map(Property::name)
                        .toList());
        assertEquals(Verdict.HOLDS, report.verdict());
        assertEquals(6, report.properties().size());
        assertEquals(report.properties().subList(1, 6), report.without("tested").properties());
        assertEquals("untested", report.property("untested").name());
        assertThrows(IllegalArgumentException.class, () -> report.property("unknown"));
        assertEquals(OptionalInt.of(0), report.overtaking());
        assertEquals(4, report.depth());
    }

    @Test
    void theObserversInvariantsAreTestedOnceItHasSeenAnything() {
        var model = Model.of(new SuzukiKasami.Entry().withFences(), Start.of(2, 0));
        List<String> observed = model.problem().observer().invariants();
        assertFalse(observed.isEmpty());
        Report asked = Models.check(model.withRequests(1));
        Report silent = Models.check(model.withRequests(0));
        for (String invariant : observed) {
            assertTrue(asked.property(invariant).tested());
            assertFalse(silent.property(invariant).tested());
        }
    }

    @Test
    void aScenarioMakesAModel() {
        Scenario scenario = Scenario.of(4, "")
                .withRequests(3)
                .withInitiators(1)
                .withChannels(Channels.UNORDERED)
                .withFault(Fault.LOSS, 2)
                .withFault(Fault.JOIN, 1);
        var model = Model.of(new SuzukiKasami.Entry(), scenario);
        assertEquals(FaultBudget.NONE.withLosses(2).withJoins(1), model.faults());
        assertEquals(Set.of(ProcessId.of(3)), model.arriving());
        assertEquals(Channels.UNORDERED, model.channels());
        assertEquals(OptionalInt.of(3), model.requestsOf(P1));
        assertEquals(OptionalInt.of(0), model.requestsOf(P0));
        assertTrue(model.changing() && model.promisesProgress());
        assertFalse(Model.of(new SuzukiKasami.Entry(), Scenario.of(2, "")).changing());
    }

    /** @param unsent what is sent once the other process is a neighbour again */
    private record Linked(Neighbours neighbours, String unsent) {
        Step<Linked, String, Output> send(ProcessId other, String message) {
            boolean linked = neighbours.contains(Neighbour.of(other));
            Step<Linked, String, Output> step =
                    Step.by(OneRule.Does.ACTS, new Linked(neighbours, linked ? "" : message));
            return linked && !message.isEmpty() ? step.send(Neighbour.of(other), message) : step;
        }
    }

    /** Process 0 asks process 1, which grants; what comes back is sent again. */
    private static final class Insisting implements OneRule<Linked, String, Input, Output> {
        @Override
        public Linked initial(ProcessId self, Neighbours neighbours) {
            return new Linked(neighbours, "");
        }

        @Override
        public Step<Linked, String, Output> step(Linked p, Event<String, Input> event) {
            if (event instanceof Event.Input<String, Input> input && input.input() == Input.ENTER) {
                return p.send(P1, "request");
            }
            if (event instanceof Event.Received<String, Input> received) {
                return received.message().equals("request")
                        ? p.send(P0, "grant")
                        : Step.<Linked, String, Output>by(Does.ACTS, p).tell(new Output.Granted(Fence.NONE));
            }
            if (event instanceof Event.Undeliverable<String, Input> back) {
                return Step.by(Does.ACTS, new Linked(p.neighbours(), back.message()));
            }
            return event instanceof Event.NeighboursChanged<String, Input> changed
                    ? new Linked(changed.neighbours(), "").send(p.unsent().equals("grant") ? P0 : P1, p.unsent())
                    : Step.by(Does.ACTS, p);
        }
    }

    private static Report whereALinkFails(int processes, Topology topology, int recoveries) {
        return Models.check(Models.of(
                        "insisting",
                        new Insisting(),
                        MutualExclusion.PROBLEM,
                        topology,
                        Start.of(processes, 0).processes())
                .withFaults(FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(recoveries))
                .withInitiators(Set.of(P0)));
    }

    private static String violated(Report report) {
        return report.violated().orElseThrow().name();
    }

    /** A failed link recovers in the end if it separates processes; another may stay as it is. */
    @Test
    void aLinkHasToRecoverOnlyWhereProcessesAreSeparated() {
        assertEquals(Verdict.HOLDS, whereALinkFails(2, Shape.LINE, 1).verdict());
        assertEquals(Verdict.HOLDS, whereALinkFails(3, Shape.LINE, 1).verdict());
        assertEquals(Scenario.NO_DEADLOCK, violated(whereALinkFails(2, Shape.LINE, 0)));
        assertEquals(Scenario.NO_DEADLOCK, violated(whereALinkFails(3, Shape.COMPLETE, 1)));
    }

    /** A process that is asked to leave asks the other first. */
    private static final class Asking implements OneRule.OfNeighbours<String, Wish, String> {
        @Override
        public Step<Neighbours, String, String> step(Neighbours others, Event<String, Wish> event) {
            Step<Neighbours, String, String> step = Step.by(Does.ACTS, others);
            if (event instanceof Event.Leave) {
                for (Neighbour other : others) {
                    return step.send(other, "may I");
                }
                return step.leave();
            }
            if (event instanceof Event.Received<String, Wish> received) {
                return received.message().equals("go") ? step.leave() : step.send(received.from(), "go");
            }
            if (event instanceof Event.Undeliverable<String, Wish> back) {
                return back.message().equals("may I") ? step.leave() : step;
            }
            return event instanceof Event.NeighboursChanged<String, Wish> changed
                    ? Step.by(Does.ACTS, changed.neighbours())
                    : step;
        }
    }

    /** Not more than one process is gone. */
    private record Gone(Set<ProcessId> gone) implements Observer<String> {
        @Override
        public List<String> invariants() {
            return List.of("one is gone");
        }

        @Override
        public Observer<String> sees(ProcessId process, String output) {
            return this;
        }

        @Override
        public Observer<String> gone(ProcessId process) {
            if (!gone.isEmpty()) {
                throw new InvariantViolation("one is gone", process + " after " + gone);
            }
            return new Gone(Set.of(process));
        }
    }

    @Test
    void theObserverHearsOfEachProcessThatIsGone() {
        var model = Models.of(
                        "asking",
                        new Asking(),
                        ProblemDecorator.watchedBy(new Diary.Writing(), new Gone(Set.of())),
                        Shape.LINE,
                        new TreeSet<>(List.of(P0, P1)))
                .withRequests(0);
        FaultBudget none = FaultBudget.NONE;
        for (FaultBudget once : List.of(none.withCrashes(1), none.withLeaves(1))) {
            Report report = Models.check(model.withFaults(once));
            assertEquals(Verdict.HOLDS, report.verdict(), report.toString());
            assertTrue(report.property("one is gone").tested());
        }
        for (FaultBudget twice : List.of(
                none.withCrashes(2), none.withLeaves(2), none.withCrashes(1).withLeaves(1))) {
            assertEquals("one is gone", violated(Models.check(model.withFaults(twice))));
        }
    }

    /** A ball with a number goes to and fro; a process holds it for a while. */
    private record Ball(int number, boolean held) {
        Ball relative(int phase) {
            return new Ball(number - phase + 1, held);
        }
    }

    private static final class Playing implements OneRule<Ball, Integer, Wish, String>, Quotient<Ball, Integer> {
        @Override
        public Ball initial(ProcessId self, Neighbours neighbours) {
            return self.equals(P0) ? new Ball(1, true) : new Ball(0, false);
        }

        @Override
        public List<Clock> initialTimers(Ball initial) {
            return initial.held() ? List.of(Clock.TICK) : List.of();
        }

        @Override
        public Step<Ball, Integer, String> step(Ball ball, Event<Integer, Wish> event) {
            if (event instanceof Event.Received<Integer, Wish> received) {
                return Step.<Ball, Integer, String>by(Does.ACTS, new Ball(received.message(), true))
                        .schedule(Clock.TICK);
            }
            return Step.<Ball, Integer, String>by(Does.ACTS, new Ball(ball.number(), false))
                    .send(Neighbour.of(ball.number() % 2 == 1 ? P1 : P0), ball.number() + 1);
        }

        @Override
        public LiveNumbers live(Ball ball) {
            return ball.held() ? LiveNumbers.of(0, ball.number()) : LiveNumbers.NONE;
        }

        @Override
        public LiveNumbers liveInTransit(Integer number) {
            return LiveNumbers.of(0, number);
        }

        @Override
        public Ball normal(Ball ball, LiveNumbers live) {
            return ball.held() ? ball.relative(even(live)) : new Ball(0, false);
        }

        @Override
        public Integer normalInTransit(Integer number, LiveNumbers live) {
            return number - even(live) + 1;
        }

        /** What is subtracted leaves odd numbers odd. */
        private static int even(LiveNumbers live) {
            int current = live.numbers().last().value();
            return current - (current + 1) % 2;
        }
    }

    @Test
    void aQuotientMakesTheStateSpaceFinite() {
        Playing playing = new Playing();
        var explorer = Explorer.of(
                        Models.of("playing", playing, new Diary.Writing(), Shape.LINE, new TreeSet<>(List.of(P0, P1)))
                                .withRequests(0)
                                .withReduction(Optional.<Quotient<Ball, Integer>>of(playing)),
                        new Limits(1000, Duration.ofHours(1)))
                .explore();
        assertTrue(explorer.report(true).complete());
        assertEquals(4, explorer.states());
        explorer.reachable().forEach(at -> {
            at.states().forEach(ball -> assertTrue(ball.number() <= 2 && ball.number() >= 0, ball.toString()));
            assertTrue(at.inTransit(P0, Neighbour.of(P1)).stream().allMatch(number -> number == 2));
            assertTrue(at.inTransit(P1, Neighbour.of(P0)).stream().allMatch(number -> number == 1));
        });
    }
}
