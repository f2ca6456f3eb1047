package symposium.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The text of a message follows from its type. */
class PrintableTest {

    private record LostToken(int number, List<Integer> seen, Map<Integer, Long> fences, Optional<ProcessId> via)
            implements Printable {}

    @Test
    void componentsFollowTheName() {
        assertEquals(
                "lost token 3 [1, 2] {1=7} 5",
                new LostToken(3, List.of(1, 2), Map.of(1, 7L), Optional.of(ProcessId.of(5))).print());
    }

    @Test
    void emptyComponentsAreLeftOut() {
        assertEquals("lost token 3", new LostToken(3, List.of(), Map.of(), Optional.empty()).print());
    }
}
