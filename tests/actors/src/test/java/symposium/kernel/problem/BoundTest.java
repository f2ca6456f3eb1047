package symposium.kernel.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bounds on numbers of messages, and the functions that they are written with. */
@Tag("fast")
class BoundTest {

    @Test
    void aBoundIsALeastAMeanOrAMost() {
        assertEquals("at least 2n - 1", Bound.least("2n - 1", n -> 2 * n - 1).toString());
        assertEquals("on average n", Bound.mean("n", n -> n).toString());
        Bound most = Bound.most("n log n", n -> n * Bound.log(n));
        assertEquals("at most n log n", most.toString());
        assertEquals(24, most.messages().applyAsDouble(8), 1e-9);
    }

    @Test
    void logarithmsAreToTheBaseTwo() {
        assertEquals(0, Bound.log(1), 1e-12);
        assertEquals(10, Bound.log(1024), 1e-9);
    }

    @Test
    void aHarmonicNumberSumsTheReciprocals() {
        assertEquals(1, Bound.harmonic(1), 1e-12);
        assertEquals(1 + 0.5 + 1.0 / 3, Bound.harmonic(3), 1e-12);
    }
}
