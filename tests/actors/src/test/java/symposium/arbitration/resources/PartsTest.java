package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In which part a name lies. */
@Tag("fast")
class PartsTest {

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
