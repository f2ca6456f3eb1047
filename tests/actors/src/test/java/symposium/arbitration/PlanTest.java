package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Seed;

class PlanTest {

    private static final long MANY = 1_000_000;

    private static long worst(Table table) {
        BlockingPaths paths = new BlockingPaths(table);
        return IntStream.range(0, table.size())
                .mapToLong(philosopher -> paths.count(philosopher, MANY).orElseThrow())
                .max()
                .orElseThrow();
    }

    /**
     * Ranked, with at most one colour more than forks meet anywhere, and no delay beyond two to the number of colours.
     */
    @Test
    @Tag("slow")
    void aPlanIsRankedAndItsDelaysAreBounded() {
        long seed = Seed.next();
        Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            Table table = Tables.random(2 + random.nextInt(29), 0.15 * random.nextDouble(), random);
            Plan plan = Plan.of(table, round);
            assertTrue(Ranks.of(plan.table()).isPresent(), "seed " + seed);
            assertTrue(plan.colours() <= table.mostForks() + 1, "seed " + seed);
            assertTrue(worst(plan.table()) <= 1L << plan.colours(), "seed " + seed);
            for (int philosopher = 0; philosopher < table.size(); philosopher++) {
                assertEquals(
                        table.order(philosopher).stream().sorted().toList(),
                        plan.table().order(philosopher).stream().sorted().toList());
            }
        }
    }

    @Test
    void onACompleteGraphThePlanIsMinimal() {
        for (int philosophers = 1; philosophers <= 16; philosophers++) {
            Plan plan = Plan.of(Tables.minimal(philosophers), 0);
            assertEquals(Plan.Method.MINIMAL, plan.method());
            assertEquals(Tables.minimal(philosophers), plan.table());
        }
    }

    /**
     * On every connected graph of up to four, the plan's greatest delay over the least that any orders without danger
     * have.
     */
    @Test
    void howFarFromTheBestOnSmallGraphs() {
        Map<Object, Long> best = new HashMap<>();
        Map<Object, Long> planned = new HashMap<>();
        for (int philosophers = 2; philosophers <= 4; philosophers++) {
            Tables.everyConnected(philosophers, table -> {
                if (Danger.of(table) instanceof Danger.Absent) {
                    Object forks = IntStream.range(0, table.size())
                            .mapToObj(
                                    self -> table.order(self).stream().sorted().toList())
                            .toList();
                    best.merge(forks, worst(table), Math::min);
                    planned.computeIfAbsent(
                            forks, graph -> worst(Plan.of(table, 0).table()));
                }
            });
        }
        assertEquals(9, best.size());
        best.forEach((forks, least) ->
                assertEquals(least, planned.get(forks), () -> "the forks " + forks + ", least " + least));
    }

    @Test
    void theSameSeedGivesTheSamePlan() {
        Table table = Tables.random(20, 0.1, new Random(1));
        assertEquals(Plan.of(table, 7).table(), Plan.of(table, 7).table());
        assertInstanceOf(Danger.Absent.class, Danger.of(Plan.of(table, 7).table()));
    }
}
