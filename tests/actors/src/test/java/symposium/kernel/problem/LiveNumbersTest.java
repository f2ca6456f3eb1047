package symposium.kernel.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.problem.LiveNumbers.Number;

/** Numbers that count up without bound get the names 1, 2, 3 in the order of those that are alive. */
@Tag("fast")
class LiveNumbersTest {

    private static final LiveNumbers LIVE =
            LiveNumbers.of(1, 40).and(1, -7).and(1, 7).and(2, 5).and(LiveNumbers.of(1, -90));

    @Test
    void magnitudesAreNamedInTheirOrderAndKeepTheirSigns() {
        assertEquals(1, LIVE.name(1, 7));
        assertEquals(-1, LIVE.name(1, -7));
        assertEquals(2, LIVE.name(1, 40));
        assertEquals(-2, LIVE.name(1, -40));
        assertEquals(-3, LIVE.name(1, -90));
        assertEquals(1, LIVE.name(2, 5));
    }

    @Test
    void aNumberThatIsNotAliveHasNoName() {
        assertEquals(0, LIVE.name(1, 8));
        assertEquals(0, LIVE.name(2, 7));
        assertEquals(0, LIVE.name(3, 7));
    }

    @Test
    void numbersAreInTheOrderOfTheirSeriesThenOfTheirValues() {
        assertEquals(
                List.of(new Number(1, -90), new Number(1, -7), new Number(1, 7), new Number(1, 40), new Number(2, 5)),
                List.copyOf(LIVE.numbers()));
        assertEquals(List.of(new Number(2, 5)), List.copyOf(LIVE.of(2)));
        assertEquals(4, LIVE.of(1).size());
        assertTrue(LIVE.of(3).isEmpty());
    }
}
