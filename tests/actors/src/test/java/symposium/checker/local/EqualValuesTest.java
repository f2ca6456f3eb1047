package symposium.checker.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The sample of values that are equal and not the same objects. */
@Tag("fast")
class EqualValuesTest {

    /** Equal to those in another order, which print differently. */
    private static final Set<String> ONE = ordered("a", "b", "c");

    private final EqualValues<Set<String>, String> values = new EqualValues<>();

    private static Set<String> ordered(String... letters) {
        return new LinkedHashSet<>(List.of(letters));
    }

    @Test
    void theSameObjectIsNoOther() {
        values.uses(ONE, "step");
        assertEquals(List.of(), values.meets(ONE, ONE));
        assertSame(ONE, values.other(ONE));
    }

    @Test
    void anotherObjectIsDueInAllUsesSoFar() {
        values.uses(ONE, "step");
        values.uses(ordered("d"), "elsewhere");
        values.uses(ONE, "next");
        Set<String> again = ordered("a", "b", "c");
        assertEquals(List.of("step", "next"), values.meets(ONE, again));
        assertSame(again, values.other(ONE));
    }

    @Test
    void oneThatPrintsDifferentlyStaysUntilTheNextSuch() {
        values.uses(ONE, "step");
        values.meets(ONE, ordered("a", "b", "c"));
        Set<String> differs = ordered("b", "a", "c");
        assertEquals(List.of("step"), values.meets(ONE, differs));
        assertEquals(List.of(), values.meets(ONE, ordered("a", "b", "c")));
        assertSame(differs, values.other(ONE));
        Set<String> next = ordered("c", "a", "b");
        assertEquals(List.of("step"), values.meets(ONE, next));
        assertSame(next, values.other(ONE));
    }

    @Test
    void sixteenOthersOfAValueAreTaken() {
        values.uses(ONE, "step");
        long due = IntStream.range(0, 20)
                .filter(each -> !values.meets(ONE, ordered("a", "b", "c")).isEmpty())
                .count();
        assertEquals(16, due);
    }

    @Test
    void theFirstThousandValuesHaveOthers() {
        List<Set<String>> kept = IntStream.range(0, 1_002)
                .mapToObj(each -> ordered("a", "value " + each))
                .toList();
        for (int round = 0; round < 2; round++) {
            kept.forEach(each -> values.meets(each, new TreeSet<>(each)));
        }
        long others = kept.stream().filter(each -> values.other(each) != each).count();
        assertEquals(1_000, others);
    }

    @Test
    void theFirstThousandUsesAreKnown() {
        IntStream.range(0, 1_002).forEach(each -> values.uses(ONE, "step " + each));
        List<String> due = values.meets(ONE, ordered("a", "b", "c"));
        assertEquals(1_000, due.size());
        assertEquals("step 999", due.get(999));
    }
}
