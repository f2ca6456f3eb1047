package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.cluster.wire.Charter;
import symposium.kernel.ProcessId;

/** Who begins together, and who comes too late. */
class FoundationTest {

    private static final ProcessId ZERO = new ProcessId(0, 70);
    private static final ProcessId ONE = new ProcessId(1, 50);
    private static final ProcessId TWO = new ProcessId(2, 60);
    private static final ProcessId ONE_AGAIN = new ProcessId(1, 51);

    private final List<Charter> underWay = new ArrayList<>();
    private final Map<ProcessId, Foundation> all = new TreeMap<>();

    private Foundation start(ProcessId process, long floor) {
        Foundation foundation = new Foundation(process, floor, underWay::add);
        all.put(process, foundation);
        return foundation;
    }

    @Test
    void allBeginWithTheSameOnceAllSeeTheSame() {
        Foundation zero = start(ZERO, 5);
        Foundation one = start(ONE, 9);
        Foundation two = start(TWO, 7);
        zero.propose(of(ZERO, ONE, TWO));
        one.propose(of(ZERO, ONE, TWO));
        deliver();
        assertEquals(Optional.empty(), zero.founded());
        two.propose(of(ZERO, ONE, TWO));
        deliver();
        for (Foundation each : List.of(zero, one, two)) {
            assertEquals(
                    Optional.of(new Foundation.Founded(of(ZERO, ONE, TWO), 9)),
                    each.founded(),
                    "the highest first generation of all");
        }
    }

    @Test
    void whatIsLostIsSaidAgain() {
        Foundation zero = start(ZERO, 0);
        Foundation one = start(ONE, 0);
        zero.propose(of(ZERO, ONE));
        underWay.clear();
        one.propose(of(ZERO, ONE));
        deliver();
        assertTrue(zero.founded().isPresent(), "it has heard of the other");
        assertFalse(one.founded().isPresent());
        one.remind();
        deliver();
        assertTrue(one.founded().isPresent(), "it has been told that the other has begun");

        Foundation two = start(TWO, 0);
        two.propose(of(TWO));
        assertTrue(two.founded().isPresent(), "whoever is alone asks nobody");
    }

    @Test
    void whoComesInThePlaceOfOneThatHasDepartedStaysOutside() {
        Foundation zero = start(ZERO, 0);
        Foundation one = start(ONE, 0);
        Foundation two = start(TWO, 0);
        List.of(zero, one, two).forEach(each -> each.propose(of(ZERO, ONE, TWO)));
        deliver();
        all.remove(ONE);
        Foundation again = start(ONE_AGAIN, 3);
        again.propose(of(ZERO, ONE_AGAIN, TWO));
        deliver();
        assertTrue(again.outside());
        assertEquals(Optional.empty(), again.founded());
        assertEquals(of(ZERO, ONE, TWO), zero.founded().orElseThrow().founders());
        again.propose(of(ZERO, ONE_AGAIN, TWO));
        again.remind();
        assertEquals(List.of(), underWay, "it asks no more");
    }

    @Test
    void whoHadNotYetHeardBeginsWithThoseWhoHave() {
        Foundation zero = start(ZERO, 0);
        start(ONE, 0).propose(of(ZERO, ONE, TWO));
        Foundation two = start(TWO, 0);
        two.propose(of(ZERO, ONE, TWO));
        underWay.removeIf(charter -> charter.from().equals(ONE) && charter.to().equals(TWO));
        zero.propose(of(ZERO, ONE, TWO));
        all.remove(ONE);
        underWay.removeIf(charter -> charter.from().equals(ZERO));
        deliver();
        assertTrue(zero.founded().isPresent());
        assertFalse(two.founded().isPresent());

        Foundation again = start(ONE_AGAIN, 0);
        two.propose(of(ZERO, ONE_AGAIN, TWO));
        again.propose(of(ZERO, ONE_AGAIN, TWO));
        deliver();
        assertEquals(of(ZERO, ONE, TWO), two.founded().orElseThrow().founders());
        assertTrue(again.outside());
    }

    @Test
    void whenAllComeBackTheyBeginAnewWithHigherFences() {
        Foundation zero = start(new ProcessId(0, 71), 1000);
        Foundation one = start(ONE_AGAIN, 1003);
        zero.propose(of(new ProcessId(0, 71), ONE_AGAIN));
        one.propose(of(new ProcessId(0, 71), ONE_AGAIN));
        deliver();
        assertEquals(1003, zero.founded().orElseThrow().floor());
        assertEquals(zero.founded(), one.founded());
    }

    private void deliver() {
        while (!underWay.isEmpty()) {
            Charter charter = underWay.remove(0);
            Foundation recipient = all.get(charter.to());
            if (recipient != null) {
                recipient.hear(charter);
            }
        }
    }

    private static SortedSet<ProcessId> of(ProcessId... some) {
        return new TreeSet<>(List.of(some));
    }
}
