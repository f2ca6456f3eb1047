package symposium.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Seed;

/** Immutable sorted sets and maps: each version is the same as a copy of a {@link TreeMap} that has been changed. */
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

    @Test
    void eachVersionEqualsATreeMapAndStaysAsItIs() {
        long seed = Seed.next();
        Random random = new Random(seed);
        SortedMap<Integer, Integer> tree = Sorted.map();
        TreeMap<Integer, Integer> model = new TreeMap<>();
        List<SortedMap<Integer, Integer>> versions = new ArrayList<>();
        List<TreeMap<Integer, Integer>> models = new ArrayList<>();
        for (int change = 0; change < 2_000; change++) {
            int key = random.nextInt(300);
            // More come than go in the first half, and fewer in the second.
            if (random.nextInt(4) < (change < 1_000 ? 3 : 1)) {
                tree = Sorted.with(tree, key, change);
                model.put(key, change);
            } else {
                tree = Sorted.without(tree, key);
                model.remove(key);
            }
            assertSame(model, tree, "seed " + seed + ", change " + change);
            if (change % 50 == 0) {
                versions.add(tree);
                models.add(new TreeMap<>(model));
            }
        }
        assertEquals(models, versions, "seed " + seed);
    }

    private static void assertSame(TreeMap<Integer, Integer> model, SortedMap<Integer, Integer> tree, String when) {
        assertEquals(model, tree, when);
        assertEquals(tree, Sorted.map(model), when);
        assertEquals(model.hashCode(), tree.hashCode(), when);
        assertEquals(List.copyOf(model.entrySet()), List.copyOf(tree.entrySet()), when);
        assertEquals(model.toString(), tree.toString(), when);
        for (int key : List.of(-1, 0, 77, 150, 299, 300)) {
            assertEquals(model.get(key), tree.get(key), when);
            assertEquals(model.containsKey(key), tree.containsKey(key), when);
            assertEquals(model.headMap(key), tree.headMap(key), when);
            assertEquals(model.tailMap(key), tree.tailMap(key), when);
            assertEquals(Optional.ofNullable(model.lowerKey(key)), Sorted.before(tree, key), when);
            assertEquals(Optional.ofNullable(model.higherKey(key)), Sorted.after(tree, key), when);
        }
        assertEquals(model.subMap(50, 200), tree.subMap(50, 200), when);
        if (!model.isEmpty()) {
            assertEquals(model.firstKey(), tree.firstKey(), when);
            assertEquals(model.lastKey(), tree.lastKey(), when);
        }
    }

    @Test
    void mapsDifferByWhatTheyHold() {
        SortedMap<String, Integer> one = Sorted.with(Sorted.map(), "a", 1);
        assertTrue(one.equals(Sorted.with(Sorted.without(Sorted.with(one, "b", 2), "b"), "a", 1)));
        assertTrue(!one.equals(Sorted.with(one, "a", 2)));
        assertTrue(!one.equals(Sorted.with(one, "b", 1)));
        assertTrue(!one.equals(Sorted.<String, Integer>map()));
        assertEquals(Sorted.map(), Sorted.without(one, "a"));
        assertEquals(new TreeMap<>(Map.of("b", 2)), Sorted.only(Sorted.with(one, "b", 2), "b"::equals));
    }

    @Test
    void noVersionCanBeChanged() {
        SortedMap<String, Integer> one = Sorted.with(Sorted.map(), "a", 1);
        assertThrows(UnsupportedOperationException.class, () -> one.put("b", 2));
        assertThrows(UnsupportedOperationException.class, () -> one.remove("a"));
        assertThrows(UnsupportedOperationException.class, () -> one.clear());
        assertThrows(
                UnsupportedOperationException.class,
                () -> one.entrySet().iterator().next().setValue(2));
        assertThrows(
                NoSuchElementException.class, () -> Sorted.without(one, "a").firstKey());
    }
}
