package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Section 2: the number of blocking paths is the maximum delay. */
class BlockingPathsTest {

    private static final int MOST = 10_000;

    private static int compared(Table table) {
        if (!(Danger.of(table) instanceof Danger.Absent)) {
            return 0;
        }
        BlockingPaths paths = new BlockingPaths(table);
        DinnerGraph graph = new DinnerGraph(table);
        for (int philosopher = 0; philosopher < table.size(); philosopher++) {
            int self = philosopher;
            long count = paths.count(philosopher, MOST).orElseThrow();
            assertEquals(count, EveryBlockingPath.from(philosopher, table, MOST).size(), table::toString);
            assertEquals(count, graph.delay(philosopher, count), () -> table + " at " + table.name(self));
        }
        return 1;
    }

    @Test
    void theMaximumDelayIsTheNumberOfBlockingPathsOnEveryTableOfThreeAndFour() {
        int[] compared = new int[1];
        for (int philosophers = 2; philosophers <= 4; philosophers++) {
            Tables.everyConnected(philosophers, table -> compared[0] += compared(table));
        }
        assertTrue(compared[0] > 500, () -> compared[0] + " tables without danger");
    }

    @Test
    void soItIsOnRandomTablesOfFive() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int compared = 0;
        for (int round = 0; round < 300; round++) {
            try {
                compared += compared(Tables.random(5, 0.3, random));
            } catch (AssertionError mismatch) {
                throw new AssertionError("seed " + seed + ", round " + round, mismatch);
            }
        }
        assertTrue(compared > 30, "seed " + seed);
    }

    /**
     * A path and the next: when the last philosopher of the one has completed its meal, the other's last one can be the
     * next to eat.
     */
    @Test
    void pathsComeInTheOrderInWhichTheyMayBeGoneThrough() {
        Table table = Tables.symmetric(2);
        assertEquals(
                List.of(List.of(0, 1, 3), List.of(0, 1, 2), List.of(0, 1), List.of(0, 2), List.of(0, 3), List.of(0)),
                EveryBlockingPath.from(0, table, MOST));
    }

    @Test
    void countingStopsWhereItIsTold() {
        Table table = Tables.symmetric(4);
        assertEquals(OptionalLong.of(270), new BlockingPaths(table).count(0, 270));
        assertEquals(OptionalLong.empty(), new BlockingPaths(table).count(0, 269));
        assertThrows(IllegalArgumentException.class, () -> EveryBlockingPath.from(0, table, 269));
    }
}
