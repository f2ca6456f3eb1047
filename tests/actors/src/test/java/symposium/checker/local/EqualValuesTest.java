package symposium.checker.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The sample of values that are equal and not the same objects. */
@Tag("fast")
class EqualValuesTest {

    /** The word does not count for equality. */
    private record Spelled(int number, String word) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Spelled same && number == same.number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    private static final Spelled ONE = spelled("one");

    private final EqualValues<Spelled, String> values = new EqualValues<>();

    private static Spelled spelled(String word) {
        return new Spelled(1, word);
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
        values.uses(new Spelled(2, "two"), "elsewhere");
        values.uses(ONE, "next");
        Spelled again = spelled("one");
        assertEquals(List.of("step", "next"), values.meets(ONE, again));
        assertSame(again, values.other(ONE));
    }

    @Test
    void oneThatPrintsDifferentlyStaysUntilTheNextSuch() {
        values.uses(ONE, "step");
        values.meets(ONE, spelled("one"));
        Spelled differs = spelled("uno");
        assertEquals(List.of("step"), values.meets(ONE, differs));
        assertEquals(List.of(), values.meets(ONE, spelled("one")));
        assertSame(differs, values.other(ONE));
        Spelled next = spelled("un");
        assertEquals(List.of("step"), values.meets(ONE, next));
        assertSame(next, values.other(ONE));
    }

    @Test
    void sixteenOthersOfAValueAreTaken() {
        values.uses(ONE, "step");
        long due = IntStream.range(0, 20)
                .filter(each -> !values.meets(ONE, spelled("one")).isEmpty())
                .count();
        assertEquals(16, due);
    }

    @Test
    void theFirstThousandValuesHaveOthers() {
        List<Spelled> kept = IntStream.range(0, 1_002)
                .mapToObj(each -> new Spelled(each, "kept"))
                .toList();
        for (int round = 0; round < 2; round++) {
            kept.forEach(each -> values.meets(each, new Spelled(each.number(), "other")));
        }
        long others = kept.stream().filter(each -> values.other(each) != each).count();
        assertEquals(1_000, others);
    }

    @Test
    void theFirstThousandUsesAreKnown() {
        IntStream.range(0, 1_002).forEach(each -> values.uses(ONE, "step " + each));
        List<String> due = values.meets(ONE, spelled("one"));
        assertEquals(1_000, due.size());
        assertEquals("step 999", due.get(999));
    }
}
