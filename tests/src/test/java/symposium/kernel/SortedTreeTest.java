package symposium.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A map with one entry more or less is the same as a copy of a {@link TreeMap} that has been changed. */
@Tag("fast")
class SortedTreeTest {

    @Test
    void eachVersionEqualsATreeMapAndStaysAsItIs() {
        long seed = new Random().nextLong();
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

    /** Keys with ranks, of which several have the same, and keys without. */
    @Test
    void keysAreFoundByTheirRanksOrWithout() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        SortedMap<ProcessId, Integer> processes = Sorted.map();
        SortedMap<String, Integer> names = Sorted.map();
        TreeMap<ProcessId, Integer> processModel = new TreeMap<>();
        TreeMap<String, Integer> nameModel = new TreeMap<>();
        for (int change = 0; change < 3_000; change++) {
            ProcessId process = new ProcessId(random.nextInt(20), random.nextInt(10) - 5);
            String name = "name-" + random.nextInt(200);
            if (random.nextInt(5) < 3) {
                processes = Sorted.with(processes, process, change);
                names = Sorted.with(names, name, change);
                processModel.put(process, change);
                nameModel.put(name, change);
            } else {
                processes = Sorted.without(processes, process);
                names = Sorted.without(names, name);
                processModel.remove(process);
                nameModel.remove(name);
            }
            String when = "seed " + seed + ", change " + change;
            assertEquals(processModel, processes, when);
            assertEquals(nameModel, names, when);
            assertEquals(processModel.get(process), processes.get(process), when);
            assertEquals(nameModel.get(name), names.get(name), when);
            assertEquals(Optional.ofNullable(processModel.higherKey(process)), Sorted.after(processes, process), when);
            assertEquals(Optional.ofNullable(processModel.lowerKey(process)), Sorted.before(processes, process), when);
            assertEquals(Optional.ofNullable(nameModel.higherKey(name)), Sorted.after(names, name), when);
            assertEquals(nameModel.tailMap(name), names.tailMap(name), when);
        }
    }

    /** Also where a node has one child left, beside a full one. */
    @Test
    void manyEntriesGoInAnyOrder() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        SortedMap<Long, Long> tree = Sorted.map();
        TreeMap<Long, Long> model = new TreeMap<>();
        for (long round = 0; round < 3; round++) {
            for (long key = 0; key < 10_000; key++) {
                tree = Sorted.with(tree, key, round);
                model.put(key, round);
            }
            long kept = random.nextInt(50) + 2L;
            long start = random.nextInt(10_000);
            for (long each = 0; each < 10_000; each++) {
                long key = (start + each * 7_919) % 10_000;
                if (each % kept != 0 || round == 2) {
                    tree = Sorted.without(tree, key);
                    model.remove(key);
                }
                if (each % 500 == 0) {
                    assertEquals(model, tree, "seed " + seed);
                }
            }
            assertEquals(model, tree, "seed " + seed);
        }
        assertEquals(1, SortedTree.of(tree).height());
    }

    @Test
    void mapsDifferByWhatTheyHold() {
        SortedMap<String, Integer> one = Sorted.with(Sorted.map(), "a", 1);
        assertTrue(one.equals(Sorted.with(Sorted.without(Sorted.with(one, "b", 2), "b"), "a", 1)));
        assertTrue(!one.equals(Sorted.with(one, "a", 2)));
        assertTrue(!one.equals(Sorted.with(one, "b", 1)));
        assertTrue(!one.equals(Sorted.<String, Integer>map()));
        assertEquals(Sorted.map(), Sorted.without(one, "a"));
        assertEquals(new TreeMap<>(java.util.Map.of("b", 2)), Sorted.only(Sorted.with(one, "b", 2), "b"::equals));
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

    /** Nodes have 16 entries or children at most, and on average more than 8, in whatever order they come and go. */
    @Test
    void entriesThatComeInOrderMakeNoList() {
        SortedMap<Integer, Integer> tree = Sorted.map();
        for (int key = 0; key < 100_000; key++) {
            tree = Sorted.with(tree, key, key);
        }
        int height = SortedTree.of(tree).height();
        assertTrue(height >= 5 && height <= 6, "height " + height);
        for (int key = 0; key < 100_000; key++) {
            tree = key % 1_000 == 0 ? tree : Sorted.without(tree, key);
        }
        assertTrue(
                SortedTree.of(tree).height() <= 3,
                "height " + SortedTree.of(tree).height());
    }
}
