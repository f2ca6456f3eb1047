package symposium.simulation;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.simulation.Diaries.p;

import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.composition.ForwardingProtocol;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariant;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.simulation.Diaries.Diary;

/** The invariants that a run checks: when it looks at them, and what it counts. */
@Tag("fast")
class RunInvariantsTest {

    /** Receives no message before it has heard of a change. */
    private static final Protocol<Diary, String, Input, Output> RESERVED = new ForwardingProtocol<>(Diaries.PROTOCOL) {
        @Override
        public boolean admits(Diary diary, Neighbour from, String message) {
            return !diary.lines().isEmpty();
        }
    };

    private static Invariant<Diary, String, User> messages(int most) {
        return new Invariant.Count<>("few messages", (diary, user) -> 0, message -> 1, 0, most);
    }

    private static Invariant<Diary, String, User> processes(ToIntFunction<Diary> share, int least, int most) {
        return new Invariant.Count<>("some processes", (diary, user) -> share.applyAsInt(diary), m -> 0, least, most);
    }

    private static InvariantViolation violation(Simulation<Diary, String, User, Input, Output> simulation) {
        return assertThrows(InvariantViolation.class, simulation.as(Run::new)::runToTheEnd);
    }

    private static ScheduledFault fault(Fault kind, long at, ProcessId... processes) {
        return ScheduledFault.of(kind, at, Durations.exactly(1), processes);
    }

    private static ScheduledFault never(Fault kind, long at, ProcessId... processes) {
        return ScheduledFault.of(kind, at, ScheduledFault.NEVER, processes);
    }

    // --- counts

    @Test
    void aCountIsLookedAtBeforeTheFirstStep() {
        Simulation<Diary, String, User, Input, Output> three =
                Diaries.simulation(Diaries.PROTOCOL, 0).withInvariants(List.of(processes(diary -> 1, 0, 2)));
        assertEquals(
                "refuted: \"some processes\"; there are 3",
                assertThrows(InvariantViolation.class, () -> three.as(Run::new)).getMessage());
    }

    @Test
    void aMessageCountsFromItsSendingToItsReceipt() {
        Simulation<Diary, String, User, Input, Output> greeting = Diaries.simulation(Diaries.PROTOCOL, 0)
                .withWorkload(Workload.scheduled(
                        MutualExclusion.PROBLEM,
                        Map.of(p(0), List.of(0L), p(1), List.of(20L), p(2), List.of(40L)),
                        Durations.exactly(1)));
        assertDoesNotThrow(
                () -> greeting.withInvariants(List.of(messages(2))).as(Run::new).runToTheEnd());
        InvariantViolation refuted = violation(greeting.withInvariants(List.of(messages(1))));
        assertEquals("few messages", refuted.invariant());
        assertTrue(refuted.getCause().getMessage().endsWith("there are 2"));
    }

    /** Messages that wait, or that never arrive. The second number is how many are still in transit. */
    static Stream<List<Object>> messagesThatEnd() {
        return Stream.of(
                List.of(Diaries.PROTOCOL, 0, List.of(never(Fault.CRASH, 5, p(2)))),
                List.of(
                        Diaries.PROTOCOL,
                        0,
                        List.of(fault(Fault.LINK_FAILURE, 5, p(0), p(2)), fault(Fault.LINK_RECOVERY, 6, p(0), p(2)))),
                List.of(Diaries.PROTOCOL, 0, List.of(never(Fault.FALSE_DEPARTURE, 5, p(2), p(0)))),
                List.of(RESERVED, 1, List.of(never(Fault.CRASH, 15, p(2)))),
                List.of(RESERVED, 1, List.of(never(Fault.FALSE_DEPARTURE, 15, p(2), p(0)))),
                List.of(RESERVED, 0, List.of(fault(Fault.CRASH, 15, p(0)))));
    }

    /** Process 0 greets the two others, then there is a fault, then process 1 greets all that it knows. */
    @ParameterizedTest
    @MethodSource("messagesThatEnd")
    @SuppressWarnings("unchecked")
    void aMessageThatReturnsOrVanishesCountsNoMore(List<Object> given) {
        assertDoesNotThrow(Diaries.simulation((Protocol<Diary, String, Input, Output>) given.get(0), 0)
                .withFaults(Shape.COMPLETE, (List<ScheduledFault>) given.get(2))
                .withWorkload(Workload.scheduled(
                        MutualExclusion.PROBLEM, Map.of(p(0), List.of(0L), p(1), List.of(100L)), Durations.exactly(1)))
                .withInvariants(List.of(messages(2 + (int) given.get(1))))
                .as(Run::new)::runToTheEnd);
    }

    @Test
    void aProcessThatDepartsCountsNoMoreAndOneThatJoinsAtOnce() {
        for (Fault departure : List.of(Fault.CRASH, Fault.LEAVE)) {
            assertDoesNotThrow(
                    Diaries.simulation(
                                    Diaries.PROTOCOL,
                                    2,
                                    ScheduledFault.of(departure, 5, Durations.exactly(50), p(0)),
                                    fault(Fault.JOIN, 10, p(2)))
                            .withInvariants(List.of(processes(diary -> 1, 2, 2)))
                            .as(Run::new)::runToTheEnd,
                    departure.toString());
        }
        Run<?, ?, ?, ?, ?> joined = Diaries.simulation(Diaries.PROTOCOL, 0, fault(Fault.JOIN, 5, p(2)))
                .withInvariants(List.of(processes(diary -> 1, 2, 2)))
                .as(Run::new);
        joined.runUntil(4);
        assertThrows(InvariantViolation.class, () -> joined.runUntil(5));
    }

    @Test
    void theShareOfAProcessIsThatOfItsLatestState() {
        Simulation<Diary, String, User, Input, Output> simulation = Diaries.simulation(Diaries.PROTOCOL, 0);
        ToIntFunction<Diary> silent = diary -> diary.lines().isEmpty() ? 1 : 0;
        assertDoesNotThrow(
                simulation.withInvariants(List.of(processes(silent, 1, 3))).as(Run::new)::runToTheEnd);
        InvariantViolation refuted = violation(simulation.withInvariants(List.of(processes(silent, 2, 3))));
        assertTrue(refuted.getCause().getMessage().endsWith("there are 1"));
    }

    // --- invariants of a process and of a delivery

    @Test
    void anInvariantOfAProcessIsCheckedInItsSituationAfterEachStep() {
        Simulation<Diary, String, User, Input, Output> simulation = Diaries.simulation(Diaries.PROTOCOL, 0);
        Invariant<Diary, String, User> idle = new Invariant.OfProcess<>(
                "the idle hear nothing", (diary, user) -> user == User.IDLE, (diary, user) -> diary.lines()
                        .isEmpty());
        InvariantViolation refuted = violation(simulation.withInvariants(List.of(idle)));
        assertEquals("the idle hear nothing", refuted.invariant());
        assertTrue(refuted.getMessage().endsWith("on hello from 0 at process 1, tick 10, seed 0"));
        Invariant<Diary, String, User> waiting = new Invariant.OfProcess<>(
                "the waiting hear nothing", (diary, user) -> user == User.WAITING, (diary, user) -> diary.lines()
                        .isEmpty());
        assertDoesNotThrow(simulation.withInvariants(List.of(waiting)).as(Run::new)::runToTheEnd);
    }

    @Test
    void anInvariantOfADeliveryIsCheckedWhenAMessageOfItsKindArrives() {
        Simulation<Diary, String, User, Input, Output> simulation =
                Diaries.simulation(Diaries.PROTOCOL, 0, fault(Fault.LEAVE, 50, p(2)));
        InvariantViolation refuted = violation(simulation.withInvariants(List.of(heardNothingBefore("farewell"))));
        assertEquals("farewell finds one that has heard nothing", refuted.invariant());
        assertTrue(refuted.getMessage().endsWith("on farewell from 2 at process 1, tick 60, seed 0"));
        assertDoesNotThrow(
                simulation.withInvariants(List.of(heardNothingBefore("hello"))).as(Run::new)::runToTheEnd);
    }

    private static Invariant<Diary, String, User> heardNothingBefore(String kind) {
        return new Invariant.OfDelivery<>(
                kind + " finds one that has heard nothing", kind::equals, (message, diary) -> diary.lines()
                        .isEmpty());
    }
}
