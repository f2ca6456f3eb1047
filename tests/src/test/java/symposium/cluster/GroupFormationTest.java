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
import symposium.cluster.wire.WireMessage.FormationProposal;
import symposium.kernel.ProcessId;

/** A node that begins together, and who comes too late. */
class GroupFormationTest {

    private static final ProcessId ZERO = new ProcessId(0, 70);
    private static final ProcessId ONE = new ProcessId(1, 50);
    private static final ProcessId TWO = new ProcessId(2, 60);
    private static final ProcessId ONE_AGAIN = new ProcessId(1, 51);

    private final List<FormationProposal> inTransit = new ArrayList<>();
    private final Map<ProcessId, GroupFormation> all = new TreeMap<>();

    private GroupFormation start(ProcessId process, long floor) {
        GroupFormation foundation = new GroupFormation(process, floor, inTransit::add);
        all.put(process, foundation);
        return foundation;
    }

    @Test
    void allBeginWithTheSameOnceAllSeeTheSame() {
        GroupFormation zero = start(ZERO, 5);
        GroupFormation one = start(ONE, 9);
        GroupFormation two = start(TWO, 7);
        zero.propose(of(ZERO, ONE, TWO));
        one.propose(of(ZERO, ONE, TWO));
        deliver();
        assertEquals(Optional.empty(), zero.founded());
        two.propose(of(ZERO, ONE, TWO));
        deliver();
        for (GroupFormation each : List.of(zero, one, two)) {
            assertEquals(
                    Optional.of(new GroupFormation.Founded(of(ZERO, ONE, TWO), 9)),
                    each.founded(),
                    "the highest first generation of all");
        }
    }

    @Test
    void whatIsLostIsSaidAgain() {
        GroupFormation zero = start(ZERO, 0);
        GroupFormation one = start(ONE, 0);
        zero.propose(of(ZERO, ONE));
        inTransit.clear();
        one.propose(of(ZERO, ONE));
        deliver();
        assertTrue(zero.founded().isPresent(), "it has heard of the other");
        assertFalse(one.founded().isPresent());
        one.remind();
        deliver();
        assertTrue(one.founded().isPresent(), "it has been told that the other has begun");

        GroupFormation two = start(TWO, 0);
        two.propose(of(TWO));
        assertTrue(two.founded().isPresent(), "a process that is alone asks no other");
    }

    @Test
    void aNodeThatComesInThePlaceOfOneThatHasDepartedStaysOutside() {
        GroupFormation zero = start(ZERO, 0);
        GroupFormation one = start(ONE, 0);
        GroupFormation two = start(TWO, 0);
        List.of(zero, one, two).forEach(each -> each.propose(of(ZERO, ONE, TWO)));
        deliver();
        all.remove(ONE);
        GroupFormation again = start(ONE_AGAIN, 3);
        again.propose(of(ZERO, ONE_AGAIN, TWO));
        deliver();
        assertTrue(again.outside());
        assertEquals(Optional.empty(), again.founded());
        assertEquals(of(ZERO, ONE, TWO), zero.founded().orElseThrow().founders());
        again.propose(of(ZERO, ONE_AGAIN, TWO));
        again.remind();
        assertEquals(List.of(), inTransit, "it asks no more");
    }

    @Test
    void aNodeThatHadNotYetHeardBeginsWithThoseThatHave() {
        GroupFormation zero = start(ZERO, 0);
        start(ONE, 0).propose(of(ZERO, ONE, TWO));
        GroupFormation two = start(TWO, 0);
        two.propose(of(ZERO, ONE, TWO));
        inTransit.removeIf(charter -> charter.from().equals(ONE) && charter.to().equals(TWO));
        zero.propose(of(ZERO, ONE, TWO));
        all.remove(ONE);
        inTransit.removeIf(charter -> charter.from().equals(ZERO));
        deliver();
        assertTrue(zero.founded().isPresent());
        assertFalse(two.founded().isPresent());

        GroupFormation again = start(ONE_AGAIN, 0);
        two.propose(of(ZERO, ONE_AGAIN, TWO));
        again.propose(of(ZERO, ONE_AGAIN, TWO));
        deliver();
        assertEquals(of(ZERO, ONE, TWO), two.founded().orElseThrow().founders());
        assertTrue(again.outside());
    }

    @Test
    void whenAllComeBackTheyBeginAnewWithHigherFences() {
        GroupFormation zero = start(new ProcessId(0, 71), 1000);
        GroupFormation one = start(ONE_AGAIN, 1003);
        zero.propose(of(new ProcessId(0, 71), ONE_AGAIN));
        one.propose(of(new ProcessId(0, 71), ONE_AGAIN));
        deliver();
        assertEquals(1003, zero.founded().orElseThrow().floor());
        assertEquals(zero.founded(), one.founded());
    }

    private void deliver() {
        while (!inTransit.isEmpty()) {
            FormationProposal charter = inTransit.remove(0);
            GroupFormation recipient = all.get(charter.to());
            if (recipient != null) {
                recipient.hear(charter);
            }
        }
    }

    private static SortedSet<ProcessId> of(ProcessId... some) {
        return new TreeSet<>(List.of(some));
    }
}
