package symposium.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Immutable sorted sets, and the neighbours of a key in a map. */
@Tag("fast")
class SortedTest {

    private final SortedSet<Integer> some = Sorted.set(List.of(3, 1, 2));

    private static void assertIs(List<Integer> expected, SortedSet<Integer> set) {
        assertEquals(expected, List.copyOf(set));
        assertThrows(UnsupportedOperationException.class, () -> set.add(9));
    }

    @Test
    void aSetIsInItsNaturalOrderAndNeverChanges() {
        assertIs(List.of(), Sorted.set());
        assertIs(List.of(1, 2, 3), some);
        assertIs(List.of(1, 2, 3, 4), Sorted.with(some, 4));
        assertIs(List.of(0, 1, 2, 3, 4), Sorted.union(some, List.of(0, 4, 1)));
        assertIs(List.of(1, 3), Sorted.without(some, 2));
        assertIs(List.of(2), Sorted.without(some, List.of(1, 3, 7)));
        assertIs(List.of(1, 3), Sorted.only(some, each -> each % 2 == 1));
        assertIs(List.of(1, 2, 3), some);
    }

    @Test
    void theProcessesAtTheOtherEndsOfLinksAreASet() {
        ProcessId one = ProcessId.of(1);
        assertEquals(Sorted.set(List.of(one)), Sorted.ids(Neighbours.onRing(one, one)));
    }

    @Test
    void theKeyBeforeAndTheKeyAfterABoundAreFound() {
        SortedMap<Integer, String> map = Sorted.map();
        for (int key = 10; key <= 90; key += 10) {
            map = Sorted.with(map, key, "");
        }
        for (int key = 10; key <= 90; key += 10) {
            Optional<Integer> before = Optional.of(key - 10).filter(each -> each > 0);
            Optional<Integer> after = Optional.of(key + 10).filter(each -> each < 100);
            assertEquals(before, Sorted.before(map, key));
            assertEquals(after, Sorted.after(map, key));
            assertEquals(Optional.of(key), Sorted.before(map, key + 1));
            assertEquals(Optional.of(key), Sorted.after(map, key - 1));
        }
        assertEquals(Optional.empty(), Sorted.after(Sorted.<Integer, String>map(), 1));
        assertEquals(9, map.entrySet().size());
        assertEquals(9, map.size());
    }
}
