package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.OneRule;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * What fairness the search for starvation assumes: protocols of two processes, on which another fairness gives another
 * verdict.
 */
@Tag("fast")
class StarvationTest {

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P1 = ProcessId.of(1);

    private enum Clock implements Timer {
        TICK
    }

    /** A process: its name, and whether it is open, which each tick of its clock changes. */
    private record State(ProcessId self, boolean open) {

        Neighbour other() {
            return Neighbour.of(self.equals(P0) ? P1 : P0);
        }
    }

    /** Process 0 asks process 1, which grants. The clock of {@code ticking} never stops. */
    private static class Asking implements OneRule<State, String, Input, Output> {

        private final ProcessId ticking;

        Asking(ProcessId ticking) {
            this.ticking = ticking;
        }

        @Override
        public State initial(ProcessId self, Neighbours neighbours) {
            return new State(self, false);
        }

        @Override
        public List<Clock> initialTimers(State initial) {
            return initial.self().equals(ticking) ? List.of(Clock.TICK) : List.of();
        }

        @Override
        public Step<State, String, Output> step(State p, Event<String, Input> event) {
            Step<State, String, Output> step = Step.by(Does.ACTS, p);
            if (event instanceof Event.Timeout) {
                return tick(p);
            }
            if (event instanceof Event.Input<String, Input> input) {
                return input.input() == Input.ENTER ? asked(p, step) : step;
            }
            return received(p, ((Event.Received<String, Input>) event).message(), step);
        }

        Step<State, String, Output> tick(State p) {
            return Step.<State, String, Output>by(Does.ACTS, new State(p.self(), !p.open()))
                    .schedule(Clock.TICK);
        }

        Step<State, String, Output> asked(State p, Step<State, String, Output> step) {
            return step.send(p.other(), "request");
        }

        Step<State, String, Output> received(State p, String message, Step<State, String, Output> step) {
            return message.equals("request") ? step.send(p.other(), "grant") : granted(step);
        }

        static Step<State, String, Output> granted(Step<State, String, Output> step) {
            return step.tell(new Output.Granted(Fence.NONE));
        }
    }

    private static Model<State, String, User, Input, Output> model(
            Protocol<State, String, Input, Output> protocol,
            Channels channels,
            OptionalInt requests,
            ProcessId... asking) {
        return Models.of(
                        "toy",
                        protocol,
                        MutualExclusion.PROBLEM,
                        Shape.LINE,
                        Start.of(2, 0).processes())
                .withChannels(channels)
                .withRequests(requests)
                .withInitiators(Set.of(asking));
    }

    private static Map<String, Boolean> judged(
            Protocol<State, String, Input, Output> protocol,
            Channels channels,
            OptionalInt requests,
            ProcessId... asking) {
        Report report = Models.check(model(protocol, channels, requests, asking));
        assertEquals(report.violated().isEmpty(), report.verdict() == Verdict.HOLDS);
        return Map.of(
                Scenario.NO_STARVATION,
                report.violated()
                        .filter(it -> it.name().equals(Scenario.NO_STARVATION))
                        .isEmpty(),
                Scenario.NO_DEADLOCK,
                report.violated()
                        .filter(it -> it.name().equals(Scenario.NO_DEADLOCK))
                        .isEmpty());
    }

    private static void assertStarves(
            boolean starves, Protocol<State, String, Input, Output> protocol, Channels channels, ProcessId... asking) {
        assertEquals(
                Map.of(Scenario.NO_STARVATION, !starves, Scenario.NO_DEADLOCK, true),
                judged(protocol, channels, OptionalInt.empty(), asking));
    }

    @Test
    void aProcessThatIsServedDoesNotStarve() {
        assertStarves(false, new Asking(P1), Channels.FIFO, P0);
    }

    /** A message that is admitted again and again, but not all the time, need not be received: fairness is weak. */
    @Test
    void aStepThatIsPossibleNowAndThenNeedNotHappen() {
        assertStarves(
                true,
                new Asking(P1) {
                    @Override
                    public boolean admits(State p, Neighbour from, String message) {
                        return message.equals("grant") || p.open();
                    }
                },
                Channels.FIFO,
                P0);
    }

    /** The cycle leads from the state where it starts through others and back. */
    @Test
    void aCycleOnWhichAProcessStarvesIsTold() {
        Asking changing = new Asking(P1) {
            @Override
            Step<State, String, Output> received(State p, String message, Step<State, String, Output> step) {
                return step;
            }
        };
        Property starving = Models.check(model(changing, Channels.FIFO, OptionalInt.of(1), P0))
                .violated()
                .orElseThrow();
        assertEquals(2, starving.cycle().size(), starving.toString());
        starving.cycle().forEach(event -> assertTrue(event.toString().contains("expired"), event.toString()));

        Property resting = Models.check(model(new Granting(), Channels.FIFO, OptionalInt.of(1), P0))
                .violated()
                .orElseThrow();
        assertEquals(1, resting.cycle().size(), "a single state, where a clock ticks");
        assertTrue(resting.tested());
    }

    @Test
    void starvationIsTestedOnceAProcessWaits() {
        for (int requests = 0; requests < 2; requests++) {
            Report report = Models.check(model(new Asking(P1), Channels.FIFO, OptionalInt.of(requests), P0));
            assertEquals(requests > 0, report.property(Scenario.NO_STARVATION).tested());
        }
    }

    @Test
    void everyProcessIsJudgedNotOnlyTheFirst() {
        assertStarves(
                true,
                new Asking(P0) {
                    @Override
                    Step<State, String, Output> asked(State p, Step<State, String, Output> step) {
                        return p.self().equals(P0) ? granted(step) : step;
                    }
                },
                Channels.FIFO,
                P0,
                P1);
    }

    /** Process 1 grants when its own user asks, which that may never do. */
    private static final class Granting extends Asking {

        Granting() {
            super(P1);
        }

        @Override
        Step<State, String, Output> tick(State p) {
            return Step.<State, String, Output>by(Does.ACTS, p).schedule(Clock.TICK);
        }

        @Override
        public Step<State, String, Output> step(State p, Event<String, Input> event) {
            if (p.self().equals(P0)) {
                return super.step(p, event);
            }
            if (event instanceof Event.Received) {
                return Step.by(Does.ACTS, new State(P1, true));
            }
            if (!(event instanceof Event.Input<String, Input> input)) {
                return super.step(p, event);
            }
            boolean grants = p.open() && input.input() == Input.ENTER;
            Step<State, String, Output> step = Step.by(Does.ACTS, new State(P1, p.open() && !grants));
            if (grants) {
                step = step.send(p.other(), "grant");
            }
            return input.input() == Input.ENTER ? granted(step) : step;
        }
    }

    @Test
    void noUserHasToAsk() {
        assertStarves(true, new Granting(), Channels.FIFO, P0, P1);
    }

    /** Process 1 receives the request only while its user, which asks once, is not in its critical section. */
    @Test
    void aUserHasToLeaveItsCriticalSection() {
        Asking protocol = new Asking(P1) {
            @Override
            public boolean admits(State p, Neighbour from, String message) {
                return message.equals("grant") || !p.open();
            }

            @Override
            public Step<State, String, Output> step(State p, Event<String, Input> event) {
                if (event instanceof Event.Timeout) {
                    return Step.<State, String, Output>by(Does.ACTS, p).schedule(Clock.TICK);
                }
                if (p.self().equals(P1) && event instanceof Event.Input<String, Input> input) {
                    boolean enters = input.input() == Input.ENTER;
                    Step<State, String, Output> step = Step.by(Does.ACTS, new State(P1, enters));
                    return enters ? granted(step) : step;
                }
                return super.step(p, event);
            }
        };
        assertEquals(
                Map.of(Scenario.NO_STARVATION, true, Scenario.NO_DEADLOCK, true),
                judged(protocol, Channels.FIFO, OptionalInt.of(1), P0, P1));
        assertStarves(true, protocol, Channels.FIFO, P0, P1);
    }

    /**
     * A ball goes to and fro beside the request. A link that delivers is not enough: every message is delivered in the
     * end.
     */
    @Test
    void onAnUnorderedLinkEveryMessageArrives() {
        Asking ball = new Asking(P0) {
            @Override
            Step<State, String, Output> tick(State p) {
                return Step.<State, String, Output>by(Does.ACTS, p).send(p.other(), "ball");
            }

            @Override
            Step<State, String, Output> received(State p, String message, Step<State, String, Output> step) {
                return message.equals("ball") ? step.send(p.other(), "ball") : super.received(p, message, step);
            }
        };
        assertStarves(false, ball, Channels.UNORDERED, P0);
        assertStarves(false, ball, Channels.FIFO, P0);
    }

    private static RandomWalk walked(Protocol<State, String, Input, Output> protocol, int steps, ProcessId... asking) {
        return new RandomWalks<>(model(protocol, Channels.FIFO, OptionalInt.of(1), asking)).walk(1, steps);
    }

    /** Process 0 asks, and process 1 does not grant. */
    private static final class Refusing extends Asking {

        Refusing(ProcessId ticking) {
            super(ticking);
        }

        @Override
        Step<State, String, Output> received(State p, String message, Step<State, String, Output> step) {
            return step;
        }
    }

    /** A walk that always owes a step ends, with a process that waits or some time after the last has been served. */
    @Test
    void aWalkTellsWhetherAProcessStarves() {
        RandomWalk served = walked(new Asking(P1), 20, P0);
        assertEquals(Optional.empty(), served.broken());
        assertEquals(List.of(1L, false), List.of(served.served(), served.quiet()));
        long ticks = served.trace().stream()
                .filter(event -> event.toString().contains("expired"))
                .count();
        assertTrue(ticks >= 480 && ticks <= 520, ticks + " ticks");

        RandomWalk starved = walked(new Refusing(P1), 20, P0);
        assertEquals(Optional.of(Scenario.NO_STARVATION), starved.broken());
        assertEquals(0, starved.served());
    }

    @Test
    void aWalkEndsWhereNoStepIsOwed() {
        ProcessId none = ProcessId.of(2);
        RandomWalk served = walked(new Asking(none), 20, P0);
        assertEquals(Optional.empty(), served.broken());
        assertTrue(served.quiet());

        RandomWalk stuck = walked(new Refusing(none), 20, P0);
        assertEquals(Optional.of(Scenario.NO_DEADLOCK), stuck.broken());
    }
}
