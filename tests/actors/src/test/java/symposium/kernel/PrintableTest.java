package symposium.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The text of a message follows from its type. */
@Tag("fast")
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

    private record Flags(boolean isLast, OptionalInt number, OptionalLong fence) implements Printable {}

    @Test
    void aTrueComponentPrintsAsItsName() {
        assertEquals("flags is last 3 7", new Flags(true, OptionalInt.of(3), OptionalLong.of(7)).print());
        assertEquals("flags", new Flags(false, OptionalInt.empty(), OptionalLong.empty()).print());
    }

    private record Carried(Object carried) implements Printable.Carrier {}

    private enum Word {
        LAST_WORD
    }

    @Test
    void aCarrierPrintsAndIsNamedAsWhatItCarries() {
        LostToken token = new LostToken(3, List.of(), Map.of(), Optional.empty());
        Carried twice = new Carried(new Carried(token));
        assertEquals("lost token 3", twice.print());
        assertEquals("lost-token", Printable.typeName(twice));
        assertEquals("last-word", Printable.typeName(Word.LAST_WORD));
        assertEquals(token, Printable.Carrier.innermost(twice));
        assertEquals("other", Printable.Carrier.innermost("other"));
    }
}
