package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Start;
import symposium.kernel.runtime.AuthorCode;
import symposium.kernel.topology.Shape;
import symposium.simulation.Durations;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;
import symposium.trace.Trace;
import symposium.trace.TraceListing;

/**
 * An exception in a protocol or a problem, outside of steps and invariants, is a counterexample that says where it was
 * thrown.
 */
@Tag("fast")
class AuthorExceptionsTest {

    private enum Does implements Rule {
        SERVES
    }

    private enum Ask {
        PLEASE
    }

    private static <T> T at(String place, String broken, T result) {
        if (place.equals(broken)) {
            throw new UnsupportedOperationException("not written yet");
        }
        return result;
    }

    /** A process serves its user at once. One of its methods throws an exception. */
    private record Toy(String broken) implements Protocol<Integer, String, Ask, String> {
        @Override
        public List<Does> rules() {
            return List.of(Does.values());
        }

        @Override
        public Integer initial(ProcessId self, Neighbours neighbours) {
            return at("Protocol.initial", self.number() == 0 ? "" : broken, 7);
        }

        @Override
        public List<Timer> initialTimers(Integer initial) {
            return at("Protocol.initialTimers", broken, List.of());
        }

        @Override
        public Step<Integer, String, String> step(Integer state, Event<String, Ask> event) {
            Step<Integer, String, String> step = Step.by(Does.SERVES, state);
            return event instanceof Event.Input<String, Ask> ? step.tell("here") : step;
        }
    }

    /** A user asks, waits, and is served; its state is whether it waits. One method throws an exception. */
    private record Wishing(String broken) implements Problem<Boolean, Ask, String> {
        @Override
        public String name() {
            return "wishing";
        }

        @Override
        public Boolean initial() {
            return at("Problem.initial", broken, false);
        }

        @Override
        public List<Ask> mayAsk(Boolean user) {
            return at("Problem.mayAsk", broken, List.of(Ask.PLEASE));
        }

        @Override
        public boolean demands(Ask input) {
            return at("Problem.demands", broken, true);
        }

        @Override
        public boolean owed(Ask input) {
            return at("Problem.owed", broken, false);
        }

        @Override
        public Boolean asked(Boolean user, Ask input) {
            return at("Problem.asked", broken, true);
        }

        @Override
        public Boolean told(Boolean user, String output) {
            return at("Problem.told", broken, false);
        }

        @Override
        public boolean waits(Boolean user) {
            return at("Problem.waits", broken, user);
        }

        @Override
        public Observer<String> observer() {
            return at("Problem.observer", broken, new Watching(broken));
        }

        @Override
        public Optional<String> excludesNeighbours(Boolean user) {
            return at("Problem.excludesNeighbours", broken, Optional.empty());
        }

        @Override
        public boolean serves(String output) {
            return at("Problem.serves", broken, true);
        }
    }

    private record Watching(String broken) implements Observer<String> {
        @Override
        public List<String> invariants() {
            return List.of();
        }

        @Override
        public boolean heedsInputs() {
            return true;
        }

        @Override
        public Observer<String> sees(ProcessId process, String output) {
            return at("Observer.sees", broken, this);
        }

        @Override
        public Observer<String> asked(ProcessId process, Object input) {
            return at("Observer.asked", broken, this);
        }

        @Override
        public Observer<String> gone(ProcessId process) {
            return at("Observer.gone", broken, this);
        }
    }

    private static Model<Integer, String, Boolean, Ask, String> model(String broken) {
        return Models.of(
                "toy",
                new Toy(broken),
                new Wishing(broken),
                Shape.LINE,
                Start.of(2, 0).processes());
    }

    private static void assertNamed(String broken, String call, int process, String text) {
        String wanted = broken + call + " of process " + process
                + " throws java.lang.UnsupportedOperationException: not written yet"
                + " at symposium.checker.AuthorExceptionsTest.at(AuthorExceptionsTest.java:";
        assertTrue(text.contains(wanted), text + " without " + wanted);
    }

    private static void assertRefuted(
            String broken, String call, int process, int steps, Model<Integer, String, Boolean, Ask, String> model) {
        Report report = Models.check(model);
        Property violated = report.violated().orElseThrow();
        List<TraceEvent> trace = violated.trace();
        TraceEvent last = trace.get(trace.size() - 1);

        assertEquals(Verdict.VIOLATED, report.verdict());
        assertEquals(AuthorCode.NO_EXCEPTION, violated.name());
        assertEquals(steps + 1, trace.size());
        assertEquals(ProcessId.of(process), last.process());
        assertNamed(broken, call, process, last.toString());
        assertNamed(broken, call, process, TraceListing.of(new Trace(model.processes(), trace)));

        RandomWalk walk = new RandomWalks<>(model).walk(1, 100);
        assertEquals(Optional.of(AuthorCode.NO_EXCEPTION), walk.broken());
        assertTrue(walk.trace().get(walk.trace().size() - 1).toString().contains(broken));
    }

    // --- the checker

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Protocol.initial; (1, [0]); 1; 0",
                "Protocol.initialTimers; (7); 0; 0",
                "Problem.initial; (); 0; 0",
                "Problem.waits; (false); 0; 0",
                "Problem.mayAsk; (false); 0; 0",
                "Problem.demands; (PLEASE); 0; 0",
                "Problem.owed; (PLEASE); 0; 0",
                "Problem.asked; (false, PLEASE); 0; 0",
                "Problem.told; (true, here); 0; 0",
                "Problem.serves; (here); 0; 0",
                "Observer.asked; (PLEASE); 0; 0",
                "Observer.sees; (here); 0; 0"
            })
    void anExceptionInTheProtocolOrTheProblemIsACounterexample(String broken, String call, int process, int steps) {
        assertRefuted(broken, call, process, steps, model(broken));
    }

    @Test
    void anExceptionOnACrashIsACounterexample() {
        assertRefuted("Observer.gone", "()", 0, 0, model("Observer.gone").withFaults(FaultBudget.NONE.withCrashes(1)));
    }

    @Test
    void anExceptionInTheInitialStateOfAProcessThatJoinsIsACounterexample() {
        var model = model("Protocol.initial")
                .withFaults(FaultBudget.NONE.withJoins(1))
                .withArriving(Set.of(ProcessId.of(1)));
        assertRefuted("Protocol.initial", "(1, [0])", 1, 0, model);
    }

    @Test
    void withoutAnObserverThereIsNoExploration() {
        InvariantViolation violation =
                assertThrows(InvariantViolation.class, () -> Models.check(model("Problem.observer")));
        assertNamed("Problem.observer", "()", 0, violation.getMessage());
    }

    @Test
    void withoutAnExceptionTheToyHolds() {
        assertEquals(Verdict.HOLDS, Models.check(model("")).verdict());
    }

    // --- the simulation

    private static void simulate(String broken) {
        Problem<Boolean, Ask, String> problem = new Wishing(broken);
        Workload<Boolean, Ask> workload =
                (standing, input, random) -> at("Workload.asks", broken, java.util.OptionalLong.of(1));
        new Run<>(Simulation.of(
                                new Toy(broken),
                                problem,
                                Network.of(Shape.LINE, Start.of(2, 0).processes()),
                                Channels.FIFO,
                                workload)
                        .withTimers(Map.of())
                        .withDelays(Durations.exactly(1)))
                .runUntilServed(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Protocol.initial; (1, [0]); 1",
                "Protocol.initialTimers; (7); 0",
                "Problem.initial; (); 0",
                "Problem.mayAsk; (false); 0",
                "Problem.demands; (PLEASE); 0",
                "Problem.asked; (false, PLEASE); 0",
                "Problem.waits; (true); 0",
                "Problem.told; (true, here); 0",
                "Problem.serves; (here); 0",
                "Problem.excludesNeighbours; (false); 0",
                "Observer.asked; (PLEASE); 0",
                "Observer.sees; (here); 0"
            })
    void anExceptionEndsASimulationWithAViolation(String broken, String call, int process) {
        InvariantViolation violation = assertThrows(InvariantViolation.class, () -> simulate(broken));
        Throwable first = violation.getCause() instanceof InvariantViolation cause ? cause : violation;

        assertEquals(AuthorCode.NO_EXCEPTION, violation.invariant());
        assertNamed(broken, call, process, first.getMessage());
    }

    @Test
    void anExceptionInAWorkloadEndsASimulationWithAViolation() {
        InvariantViolation violation = assertThrows(InvariantViolation.class, () -> simulate("Workload.asks"));
        assertTrue(
                violation.getMessage().contains("Workload.asks(Standing[process=0, user=false, "),
                violation.getMessage());
    }

    @Test
    void withoutAnExceptionTheSimulationEnds() {
        simulate("");
    }
}
