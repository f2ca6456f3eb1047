package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In which part a name lies, and sets of parts. */
@Tag("fast")
class PartsTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5_000, Parts.MOST})
    void aSetOfPartsEqualsATreeSet(int below) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Parts.PartSet set = Parts.PartSet.EMPTY;
        TreeSet<Integer> model = new TreeSet<>();
        for (int change = 0; change < 2_000; change++) {
            // Half of the time one that may be in the set.
            int part = change % 2 == 0 || model.isEmpty() ? random.nextInt(below) : model.first();
            String when = "seed " + seed + ", change " + change + ", part " + part;
            assertEquals(model.contains(part), set.contains(part), when);
            Parts.PartSet before = set;
            set = set.toggled(part);
            assertEquals(before, set.toggled(part), when);
            assertNotEquals(before, set, when);
            if (!model.remove(part)) {
                model.add(part);
            }
            assertEquals(model, set.all(), when);
            assertEquals(model.isEmpty(), set.isEmpty(), when);
            assertEquals(model.toString(), set.toString(), when);
        }
    }

    @Test
    void thereIsOneSetOfTheSameParts() {
        Parts.PartSet one = Parts.PartSet.EMPTY;
        Parts.PartSet other = Parts.PartSet.EMPTY;
        for (int part : List.of(4095, 0, 4096, 17)) {
            one = one.toggled(part);
        }
        for (int part : List.of(17, 4096, 4095, 1, 0, 1)) {
            other = other.toggled(part);
        }
        assertEquals(one, other);
        assertEquals(one.hashCode(), other.hashCode());
    }

    @Test
    void namesAreSpreadOverTheParts() {
        Parts parts = new Parts(1 << 10);
        long used = IntStream.range(0, 1 << 10)
                .map(name -> parts.of("name-" + name))
                .distinct()
                .count();
        // Of as many names as parts, thrown at random, a part is used with probability 1 - 1/e.
        assertTrue(used > 550 && used < 750, used + " of 1024 parts");
        assertEquals(0, new Parts(1).of("any"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, -2, Parts.MOST + 1, Parts.MOST * 2})
    void theNumberOfPartsIsAPowerOfTwo(int count) {
        assertThrows(IllegalArgumentException.class, () -> new Parts(count));
    }
}
