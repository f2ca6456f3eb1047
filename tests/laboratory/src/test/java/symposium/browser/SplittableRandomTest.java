package symposium.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers are those of Java's generator of that name. */
@Tag("slow")
class SplittableRandomTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 7, -1, Long.MIN_VALUE, 1_234_567_890_123L})
    void theNumbersAreThoseOfJava(long seed) {
        SplittableRandom ours = new SplittableRandom(seed);
        java.util.SplittableRandom javas = new java.util.SplittableRandom(seed);
        for (int i = 0; i < 200; i++) {
            assertEquals(javas.nextLong(), ours.nextLong());
            assertEquals(javas.nextLong(1, 11), ours.nextLong(1, 11));
            assertEquals(javas.nextLong(-3, 5), ours.nextLong(-3, 5));
            assertEquals(javas.nextLong(0, (1L << 62) + 1), ours.nextLong(0, (1L << 62) + 1));
            assertEquals(javas.nextDouble(), ours.nextDouble());
            javas = javas.split();
            ours = ours.split();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 2})
    void anEmptyRangeIsRefused(long bound) {
        assertThrows(IllegalArgumentException.class, () -> new SplittableRandom(0).nextLong(3, bound));
    }
}
