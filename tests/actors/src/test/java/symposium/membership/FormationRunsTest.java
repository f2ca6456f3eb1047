package symposium.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.membership.FoundersAgreement.Group;
import symposium.membership.FoundersAgreement.Input;
import symposium.membership.FoundersAgreement.Output;
import symposium.membership.GroupFormation.Message;
import symposium.membership.GroupFormation.State;

/** Runs of some processes that begin together, and of those that come too late. */
@Tag("fast")
class FormationRunsTest {

    private static final ProcessId ZERO = new ProcessId(0, 70);
    private static final ProcessId ZERO_AGAIN = new ProcessId(0, 71);
    private static final ProcessId ONE = new ProcessId(1, 50);
    private static final ProcessId TWO = new ProcessId(2, 60);
    private static final ProcessId ONE_AGAIN = new ProcessId(1, 51);

    private record Sent(ProcessId from, ProcessId to, Message message) {}

    private final List<Sent> inTransit = new ArrayList<>();
    private final Map<ProcessId, Process> all = new TreeMap<>();

    /** A process as a host drives it. */
    private final class Process {

        private final GroupFormation formation;
        private State state;

        private Process(ProcessId self, int processes, long floor) {
            formation = new GroupFormation(processes, id -> floor);
            state = formation.initial(self, Neighbours.none());
            on(new Event.Input<>(Input.FORM));
        }

        private void on(Event<Message, Input> event) {
            Step<State, Message, Output> step = formation.step(state, event);
            state = step.next();
            step.effects().forEach(effect -> {
                if (effect instanceof Effect.Send<Message, Output> send) {
                    inTransit.add(new Sent(state.self(), send.to().id(), send.message()));
                }
            });
        }

        private void sees(ProcessId... present) {
            List<ProcessId> others = List.copyOf(Sorted.without(of(present), state.self()));
            on(new Event.NeighboursChanged<>(Neighbours.of(others), new TreeSet<>()));
        }

        private void remind() {
            if (state.insists()) {
                on(new Event.Timeout<>(GroupFormation.Timer.REMINDER));
            }
        }

        private Optional<Group> founded() {
            return state.founded();
        }

        private boolean excluded() {
            return state.excluded();
        }
    }

    private Process start(ProcessId self, int processes, long floor) {
        Process process = new Process(self, processes, floor);
        all.put(self, process);
        return process;
    }

    @Test
    void allBeginWithTheSameOnceAllSeeTheSame() {
        Process zero = start(ZERO, 3, 5);
        Process one = start(ONE, 3, 9);
        Process two = start(TWO, 3, 7);
        zero.sees(ZERO, ONE, TWO);
        one.sees(ZERO, ONE, TWO);
        deliver();
        assertEquals(Optional.empty(), zero.founded());
        two.sees(ZERO, ONE, TWO);
        deliver();
        for (Process each : List.of(zero, one, two)) {
            assertEquals(
                    Optional.of(new Group(of(ZERO, ONE, TWO), 9)),
                    each.founded(),
                    "the highest first generation of all");
        }
    }

    @Test
    void whatIsLostIsSaidAgain() {
        Process zero = start(ZERO, 2, 0);
        Process one = start(ONE, 2, 0);
        zero.sees(ZERO, ONE);
        inTransit.clear();
        one.sees(ZERO, ONE);
        deliver();
        assertTrue(zero.founded().isPresent(), "it has heard of the other");
        assertFalse(one.founded().isPresent());
        one.remind();
        deliver();
        assertTrue(one.founded().isPresent(), "it has been told that the other has begun");

        Process two = start(TWO, 1, 0);
        two.sees(TWO);
        assertTrue(two.founded().isPresent(), "a process that is alone asks no other");
    }

    @Test
    void aNodeThatComesInThePlaceOfOneThatHasDepartedStaysOutside() {
        Process zero = start(ZERO, 3, 0);
        Process one = start(ONE, 3, 0);
        Process two = start(TWO, 3, 0);
        List.of(zero, one, two).forEach(each -> each.sees(ZERO, ONE, TWO));
        deliver();
        all.remove(ONE);
        Process again = start(ONE_AGAIN, 3, 3);
        again.sees(ZERO, ONE_AGAIN, TWO);
        deliver();
        assertTrue(again.excluded());
        assertEquals(Optional.empty(), again.founded());
        assertEquals(of(ZERO, ONE, TWO), zero.founded().orElseThrow().founders());
        again.sees(ZERO, ONE_AGAIN, TWO);
        again.remind();
        assertEquals(List.of(), inTransit, "it no longer asks");
    }

    @Test
    void aNodeThatHadNotYetHeardBeginsWithThoseThatHave() {
        Process zero = start(ZERO, 3, 0);
        start(ONE, 3, 0).sees(ZERO, ONE, TWO);
        Process two = start(TWO, 3, 0);
        two.sees(ZERO, ONE, TWO);
        inTransit.removeIf(sent -> sent.from().equals(ONE) && sent.to().equals(TWO));
        zero.sees(ZERO, ONE, TWO);
        all.remove(ONE);
        inTransit.removeIf(sent -> sent.from().equals(ZERO));
        deliver();
        assertTrue(zero.founded().isPresent());
        assertFalse(two.founded().isPresent());

        Process again = start(ONE_AGAIN, 3, 0);
        two.sees(ZERO, ONE_AGAIN, TWO);
        again.sees(ZERO, ONE_AGAIN, TWO);
        deliver();
        assertEquals(of(ZERO, ONE, TWO), two.founded().orElseThrow().founders());
        assertTrue(again.excluded());
    }

    @Test
    void whenAllComeBackTheyBeginAnewWithHigherFences() {
        Process zero = start(ZERO, 2, 900);
        Process one = start(ONE, 2, 903);
        zero.sees(ZERO, ONE);
        one.sees(ZERO, ONE);
        deliver();
        all.remove(ZERO);
        Process zeroAgain = start(ZERO_AGAIN, 2, 1000);
        one.sees(ZERO_AGAIN, ONE);
        zeroAgain.sees(ZERO_AGAIN, ONE);
        deliver();
        assertTrue(zeroAgain.excluded(), "one has begun");
        all.remove(ONE);
        Process oneAgain = start(ONE_AGAIN, 2, 1003);
        oneAgain.sees(ZERO_AGAIN, ONE_AGAIN);
        zeroAgain.sees(ZERO_AGAIN, ONE_AGAIN);
        deliver();
        assertEquals(1003, zeroAgain.founded().orElseThrow().floor());
        assertEquals(zeroAgain.founded(), oneAgain.founded());
    }

    private void deliver() {
        while (!inTransit.isEmpty()) {
            Sent sent = inTransit.remove(0);
            Process recipient = all.get(sent.to());
            if (recipient != null) {
                recipient.on(new Event.Received<>(Neighbour.of(sent.from()), sent.message()));
            }
        }
    }

    private static SortedSet<ProcessId> of(ProcessId... some) {
        return new TreeSet<>(List.of(some));
    }
}
