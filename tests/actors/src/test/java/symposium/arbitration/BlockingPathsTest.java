package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Seed;

/** Section 2: the number of blocking paths is the maximum delay. */
class BlockingPathsTest {

    private static final int MOST = 10_000;

    private static int compared(Table table) {
        return compared(table, false);
    }

    private static int compared(Table table, boolean oneByOne) {
        if (!(Danger.of(table) instanceof Danger.Absent)) {
            return 0;
        }
        BlockingPaths paths = new BlockingPaths(table);
        DinnerGraph graph = new DinnerGraph(table, oneByOne);
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
    @Tag("slow")
    void soItIsOnRandomTablesOfFive() {
        long seed = Seed.next();
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
     * Section 0: "For our later analysis it is then irrelevant whether, at the end of an eating period, the forks are
     * released simultaneously or not."
     */
    @Test
    void soItIsWhereForksAreReleasedOneByOne() {
        int[] compared = new int[1];
        for (int philosophers = 2; philosophers <= 3; philosophers++) {
            Tables.everyConnected(philosophers, table -> compared[0] += compared(table, true));
        }
        Random random = new Random(1);
        for (int round = 0; round < 100; round++) {
            compared[0] += compared(Tables.random(4, 0.5, random), true);
        }
        assertTrue(compared[0] > 50, () -> compared[0] + " tables without danger");
    }

    /** The order of the paper, on the symmetric table of four. */
    @Test
    void pathsComeInTheOrderInWhichTheyMayBeGoneThrough() {
        Table table = Tables.symmetric(2);
        assertEquals(
                List.of(List.of(0, 1, 3), List.of(0, 1, 2), List.of(0, 1), List.of(0, 2), List.of(0, 3), List.of(0)),
                EveryBlockingPath.from(0, table, MOST));
    }

    /**
     * Section 2: "Associate with each blocking path the following state: philosophers not on the path are thinking and
     * the last philosopher of the path is eating. Upon completion of the current meal, a possible successor state of
     * the system is the one associated with the next blocking path". So it is on every table without danger of up to
     * four, with no other meal between.
     */
    @Test
    @Tag("slow")
    void onEveryTableTheNextPathFollowsWhenTheMealOfTheFormerIsOver() {
        int[] followed = new int[1];
        for (int philosophers = 2; philosophers <= 4; philosophers++) {
            Tables.everyConnected(philosophers, table -> {
                if (Danger.of(table) instanceof Danger.Absent) {
                    for (int philosopher = 0; philosopher < table.size(); philosopher++) {
                        followed[0] += followed(EveryBlockingPath.from(philosopher, table, MOST), table);
                    }
                }
            });
        }
        assertTrue(followed[0] > 5000, () -> followed[0] + " paths");
    }

    private static int followed(List<List<Integer>> paths, Table table) {
        Dinner at = reached(Dinner.of(table), paths.get(0));
        for (int path = 1; path < paths.size(); path++) {
            List<Integer> former = paths.get(path - 1);
            int eater = former.get(former.size() - 1);
            at = reached(at.after(new Dinner.Move(eater, Dinner.Act.FINISH)), paths.get(path));
        }
        return paths.size();
    }

    /** The state of this path, which is reached without the end of a meal. */
    private static Dinner reached(Dinner from, List<Integer> path) {
        Set<Dinner> found = new LinkedHashSet<>(Set.of(from));
        Deque<Dinner> open = new ArrayDeque<>(found);
        while (!open.isEmpty()) {
            Dinner at = open.remove();
            if (isThatOf(path, at)) {
                return at;
            }
            at.moves().stream()
                    .filter(move -> move.act() != Dinner.Act.FINISH)
                    .map(at::next)
                    .filter(found::add)
                    .forEach(open::add);
        }
        throw new AssertionError("the state of " + path + " does not follow " + from);
    }

    private static boolean isThatOf(List<Integer> path, Dinner at) {
        for (int place = 0; place < path.size() - 1; place++) {
            if (!at.blocked(path.get(place)) || at.blocker(path.get(place)) != path.get(place + 1)) {
                return false;
            }
        }
        return at.eating(path.get(path.size() - 1)) && at.allThinkBut(path);
    }

    @Test
    void countingStopsWhereItIsTold() {
        Table table = Tables.symmetric(4);
        assertEquals(OptionalLong.of(270), new BlockingPaths(table).count(0, 270));
        assertEquals(OptionalLong.empty(), new BlockingPaths(table).count(0, 269));
        assertThrows(IllegalArgumentException.class, () -> EveryBlockingPath.from(0, table, 269));
    }
}
