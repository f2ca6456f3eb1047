package symposium.checker.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored states compared with a map, and packed rows with the numbers that they hold. */
@Tag("fast")
class StateStoreTest {

    private static List<Long> words(long[] rows, int words, int row) {
        return Arrays.stream(rows, row * words, (row + 1) * words).boxed().toList();
    }

    /**
     * Many states more than the first capacity, each found several times, are each stored once, with the state that
     * first led to them.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void eachStateIsStoredOnceInTheOrderOfDiscovery(int words) {
        StateStore store = new StateStore(words);
        Map<List<Long>, Integer> parents = new LinkedHashMap<>();
        Random random = new Random(words);
        for (int parent = 0; parent < 4_000; parent++) {
            int found = random.nextInt(9);
            long[] rows = new long[found * words];
            for (int at = 0; at < rows.length; at++) {
                // Half of the numbers differ in the high bits alone.
                rows[at] = (long) random.nextInt(words == 1 ? 5_000 : 60) << (random.nextBoolean() ? 0 : 40);
            }
            int before = parents.size();
            for (int row = 0; row < found; row++) {
                parents.putIfAbsent(words(rows, words, row), parent);
            }
            assertEquals(parents.size() - before, store.addAll(rows, 0, found, parent));
            assertEquals(parents.size(), store.count());
            if (parent == 50) {
                assertNumbered(List.copyOf(parents.keySet()), store, words);
            }
        }
        assertTrue(store.count() > 3_000, store.count() + " states");
        assertNumbered(List.copyOf(parents.keySet()), store, words);
        List<Integer> expected = List.copyOf(parents.values());
        assertEquals(
                expected,
                IntStream.range(0, store.count()).mapToObj(store::parent).toList());
        long[] unknown = new long[words];
        Arrays.fill(unknown, 7L << 50);
        assertEquals(-1, new StateReader(store).find(unknown, 0));
    }

    private static void assertNumbered(List<List<Long>> states, StateStore store, int words) {
        long[] row = new long[words + 1];
        StateReader reader = new StateReader(store);
        for (int state = 0; state < states.size(); state++) {
            reader.copy(state, row);
            assertEquals(states.get(state), words(row, words, 0));
            System.arraycopy(row, 0, row, 1, words);
            assertEquals(state, reader.find(row, 1));
            System.arraycopy(row, 1, row, 0, words);
            long[] roots = new long[1];
            reader.look(row, 1, roots);
            assertEquals(StateReader.KNOWN, roots[0]);
            row[words - 1] ^= 1L << 60;
            reader.look(row, 1, roots);
            assertEquals(words == 1 ? row[0] : StateReader.NEW_BELOW, roots[0]);
        }
    }

    /** A store whose words get wider keeps states, numbers and parents, whether each slot stays in its word or not. */
    @Test
    void statesArePackedAgain() {
        Random random = new Random(8);
        for (int width : List.of(5, 9, 25)) {
            Rows rows = new Rows(new int[] {3, 3, 3, 0, 0}, slot -> slot % 3, false);
            rows.widen(7, 0, (1 << 10) - 1, each -> each < 3);
            rows.begin(new int[7]);
            List<List<Integer>> expected = new ArrayList<>(List.of(List.of(0, 0, 0, 0, 0, 0, 0)));
            for (int parent = 0; parent < 2000; parent++) {
                int[] row = random.ints(7, 0, 1 << 10).toArray();
                row[3] = 0;
                row[4] = 0;
                row[5] &= 1;
                row[6] &= 1;
                long[] packed = new long[rows.words()];
                rows.layout().pack(row, packed, 0);
                assertEquals(1, rows.store().addAll(packed, 0, 1, parent));
                expected.add(Arrays.stream(row).boxed().toList());
            }
            rows.widen(8, 5, (1 << width) - 1, each -> each == 6);
            assertEquals(2001, rows.store().count());
            for (int state = 1; state < expected.size(); state++) {
                GlobalState at = rows.state(state);
                long[] packed = new long[rows.words()];
                rows.copy(at, packed, 0);
                assertEquals(
                        expected.get(state),
                        IntStream.range(0, 7).mapToObj(at::number).toList());
                assertEquals(state - 1, rows.store().parent(state));
                assertEquals(state, rows.find(packed, 0));
            }
        }
    }

    /** Millions of states of four words with much in common take at most 16 bytes each, right after growth, too. */
    @Test
    void aStateTakesFewBytes() {
        StateStore store = new StateStore(4);
        Random random = new Random(4);
        while (store.count() < 3_400_000) {
            store.addAll(random.longs(4 * 64, 0, 60).toArray(), 0, 64, store.count());
        }
        assertTrue(store.bytes() <= 16L * store.count(), store.bytes() + " bytes");
    }

    /** A table that cannot grow keeps its words; one that is large has given up its slots before. */
    @Test
    void whereMemoryIsExhaustedTheTableStays() {
        int[] room = {1 << 10};
        StoreMemory memory = new StoreMemory() {
            @Override
            Slots slots(int length) {
                if (length > room[0]) {
                    throw new OutOfMemoryError("planted");
                }
                return super.slots(length);
            }
        };
        WordTable table = new WordTable(memory);
        assertThrows(OutOfMemoryError.class, () -> LongStream.range(0, 1 << 10).forEach(table::add));
        assertEquals(1 << 9, table.count());
        room[0] = 1 << 21;
        LongStream.range(0, 1 << 20).forEach(table::add);
        assertEquals(1 << 20, table.count());
        room[0] = 0;
        assertThrows(OutOfMemoryError.class, () -> LongStream.range(0, 1 << 21).forEach(table::add));
        assertEquals(-1, table.find(1));
        assertTrue(table.bytes() >= 8L * table.count());
        assertTrue(LongStream.range(0, table.count()).allMatch(word -> table.word((int) word) == word));
    }

    private static int[] numbers(int[] widths, Random random) {
        return Arrays.stream(widths).map(width -> random.nextInt(1 << width)).toArray();
    }

    @Test
    void aRowHoldsItsNumbersAlsoInAWiderLayout() {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            int[] widths = random.ints(1 + random.nextInt(30), 0, 12).toArray();
            RowLayout layout = new RowLayout(widths, new int[widths.length]);
            int used = Arrays.stream(widths).sum();
            assertTrue(layout.words() >= (used + 62) / 63 && layout.words() <= Math.max(1, used / 20), used + " bits");
            int slots = widths.length + random.nextInt(3);
            int slot = random.nextInt(widths.length);
            int number = random.nextInt(1 << 20);
            RowLayout wider = layout.widened(slots, slot, number, each -> each % 5 == 1, each -> 0);
            assertEquals(slots, wider.slots());

            List<int[]> rows = new ArrayList<>();
            long[] packed = new long[3 * layout.words()];
            for (int row = 0; row < 3; row++) {
                rows.add(numbers(widths, random));
                layout.pack(rows.get(row), packed, row * layout.words());
            }
            long[] again = layout.repack(packed, 3, wider);
            for (int row = 0; row < 3; row++) {
                int[] expected = Arrays.copyOf(rows.get(row), slots);
                int at = row * wider.words();
                assertHolds(rows.get(row), layout, packed, row * layout.words());
                assertHolds(expected, wider, again, at);
                wider.replace(again, at, slot, expected[slot], number);
                expected[slot] = number;
                assertHolds(expected, wider, again, at);
                for (int word = 0; word < wider.words(); word++) {
                    assertTrue(again[at + word] >= 0, "one bit is unused");
                }
            }
        }
    }

    private static void assertHolds(int[] expected, RowLayout layout, long[] rows, int at) {
        int[] row = new int[layout.slots()];
        layout.unpack(rows, at, row);
        assertArrayEquals(expected, row);
        for (int slot = 0; slot < row.length; slot++) {
            assertEquals(expected[slot], layout.read(rows, at, slot));
            assertTrue(layout.fits(slot, expected[slot]));
        }
    }

    /** A slot has room for the numbers below a power of two; large ones get two bits to spare, as do slots alike. */
    @Test
    void aSlotIsAsWideAsItsLargestNumberNeeds() {
        RowLayout layout = new RowLayout(new int[] {0, 3, 3}, new int[3]);
        assertTrue(layout.fits(0, 0) && !layout.fits(0, 1) && layout.fits(1, 7) && !layout.fits(1, 8));
        RowLayout wider = layout.widened(4, 1, 15, each -> each == 3, each -> 0);
        assertTrue(wider.fits(1, 15) && !wider.fits(1, 16) && wider.fits(3, 15) && !wider.fits(3, 16));
        assertTrue(wider.fits(2, 7) && !wider.fits(2, 8) && !wider.fits(0, 1));
        RowLayout spare = layout.widened(4, 1, 16, each -> false, each -> 0);
        assertTrue(spare.fits(1, 127) && !spare.fits(1, 128));
        assertTrue(spare.fits(3, 1) && !spare.fits(3, 2), "a new slot");
    }
}
