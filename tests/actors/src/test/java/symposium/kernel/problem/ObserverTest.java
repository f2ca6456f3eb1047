package symposium.kernel.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;

/** What is observed of users, and what a problem leaves open. */
@Tag("fast")
class ObserverTest {

    private static final ProcessId ZERO = ProcessId.of(0);

    private final Observer<Map<String, Integer>> increasing =
            new IncreasingNumbers<>("uses grow", (process, output) -> output);

    @Test
    void theNumbersOfEachKeyIncrease() {
        Observer<Map<String, Integer>> seen = increasing
                .sees(ZERO, Map.of("a", 1, "b", 7))
                .sees(ZERO, Map.of())
                .sees(ZERO, Map.of("a", 2));
        assertEquals(List.of("uses grow"), seen.invariants());
        assertEquals(Map.of("a", 2, "b", 7), ((IncreasingNumbers<?, ?, ?>) seen).latest());
        InvariantViolation refuted =
                assertThrows(InvariantViolation.class, () -> seen.sees(ZERO, Map.of("c", 1, "b", 7)));
        assertEquals("refuted: \"uses grow\"; process 0 is told 7 for b, after 7", refuted.getMessage());
        assertThrows(InvariantViolation.class, () -> seen.sees(ZERO, Map.of("a", 1)));
        assertSame(seen, seen.sees(ZERO, Map.of()));
        assertEquals(
                "refuted: \"uses grow\"; process 0 is told 8 for b, after 8",
                assertThrows(InvariantViolation.class, () -> seen.sees(ZERO, Map.of("b", 8))
                                .sees(ZERO, Map.of("b", 8)))
                        .getMessage());
    }

    @Test
    void anObserverHeedsOutputsAloneUnlessItSaysOtherwise() {
        assertFalse(increasing.heedsInputs());
        assertSame(increasing, increasing.asked(ZERO, "input"));
        assertSame(increasing, increasing.gone(ZERO));
        Observer<String> indifferent = Observer.indifferent();
        assertSame(indifferent, indifferent.sees(ZERO, "output"));
        assertEquals(List.of(), indifferent.invariants());
    }

    @Test
    void everyInputIsADemandAndNothingElseIsSaidUnlessTheProblemSaysSo() {
        Problem<Boolean, String, String> plain = new PlainProblem<>() {};
        assertTrue(plain.demands("any"));
        assertFalse(plain.owed("any"));
        assertEquals(Optional.empty(), plain.excludesNeighbours(true));
        assertEquals(Observer.indifferent(), plain.observer());
        assertSame(plain, plain.underSuspicion());
        assertEquals(Set.of(), plain.untrueUnderSuspicion());
    }
}
