package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import symposium.Seed;

/** Section 3: partitions of the philosophers, and the doubling of one. */
class RelationRTest {

    private static final int MOST = 1_000_000;

    private static long paths(Table table) {
        return IntStream.range(0, table.size())
                .mapToLong(philosopher ->
                        new BlockingPaths(table).count(philosopher, MOST).orElseThrow())
                .sum();
    }

    /** Philosophers of V, then those of W; each grabs in its own set as before, then in the other set in any order. */
    private static Table joined(Table v, Table w, Random random) {
        List<List<Integer>> orders = new ArrayList<>();
        for (int philosopher = 0; philosopher < v.size(); philosopher++) {
            List<Integer> others = new ArrayList<>(
                    IntStream.range(v.size(), v.size() + w.size()).boxed().toList());
            Collections.shuffle(others, random);
            List<Integer> order = new ArrayList<>(v.order(philosopher));
            order.addAll(others);
            orders.add(order);
        }
        for (int philosopher = 0; philosopher < w.size(); philosopher++) {
            List<Integer> others = new ArrayList<>(Tables.numbers(v.size()));
            Collections.shuffle(others, random);
            List<Integer> order = new ArrayList<>(
                    w.order(philosopher).stream().map(other -> other + v.size()).toList());
            order.addAll(others);
            orders.add(order);
        }
        return Table.of(orders);
    }

    private static List<Table> complete(int philosophers) {
        List<Table> tables = new ArrayList<>();
        int pairs = philosophers * (philosophers - 1) / 2;
        Tables.everyOrder(Tables.graph(philosophers, (1 << pairs) - 1), 0, table -> {
            if (Danger.of(table) instanceof Danger.Absent) {
                tables.add(table);
            }
        });
        return tables;
    }

    /**
     * "the total number of blocking paths equals (N_W + 1) P_V + (N_V + 1) P_W": for any two tables without danger,
     * also where they do not satisfy R themselves.
     */
    @Test
    void theTotalIsThatOfThePaperForAnyPartition() {
        long seed = Seed.next();
        Random random = new Random(seed);
        int joined = 0;
        for (int nv = 1; nv <= 4; nv++) {
            for (int nw = 1; nw <= 3; nw++) {
                List<Table> vs = complete(nv);
                List<Table> ws = complete(nw);
                for (int round = 0; round < 100; round++) {
                    Table v = vs.get(random.nextInt(vs.size()));
                    Table w = ws.get(random.nextInt(ws.size()));
                    Table both = joined(v, w, random);
                    assertEquals(
                            (nw + 1) * paths(v) + (nv + 1) * paths(w),
                            paths(both),
                            () -> "seed " + seed + ": " + v + " and " + w + " joined: " + both);
                    joined++;
                }
            }
        }
        assertEquals(1200, joined);
    }

    /** "This is vacuously true to start with and remains true under the doubling operation". */
    @Test
    void doublingKeepsRAndReachesTheMinimum() {
        long seed = Seed.next();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            Table table = Table.of(List.of(List.of()));
            while (table.size() < 6) {
                table = doubled(table, random.nextInt(table.size()), random);
                Table now = table;
                assertTrue(satisfiesR(table, Tables.numbers(table.size())), () -> "seed " + seed + ": " + now);
                assertTrue(Danger.of(table) instanceof Danger.Absent, () -> "seed " + seed + ": " + now);
                assertTrue(paths(table) >= Minimum.f(table.size()), () -> "seed " + seed + ": " + now);
            }
        }
        Table balanced = Table.of(List.of(List.of()));
        for (int each : new int[] {0, 0, 1}) {
            balanced = doubled(balanced, each, random);
        }
        assertEquals(Minimum.f(4), paths(balanced));
    }

    /** The new one is the last; the fork of the two is first for both, and next to each other for all others. */
    private static Table doubled(Table table, int selected, Random random) {
        int fresh = table.size();
        List<List<Integer>> orders = new ArrayList<>();
        for (int philosopher = 0; philosopher < table.size(); philosopher++) {
            List<Integer> order = new ArrayList<>(table.order(philosopher));
            if (philosopher == selected) {
                order.add(0, fresh);
            } else {
                order.add(order.indexOf(selected) + random.nextInt(2), fresh);
            }
            orders.add(order);
        }
        List<Integer> copy = new ArrayList<>(table.order(selected));
        copy.add(0, selected);
        orders.add(copy);
        return Table.of(orders);
    }

    /** "R: the number of philosophers equals 1 or the philosophers can be partitioned into two non-empty subsets". */
    private static boolean satisfiesR(Table table, List<Integer> among) {
        if (among.size() == 1) {
            return true;
        }
        return IntStream.range(1, (1 << among.size()) - 1).anyMatch(bits -> {
            List<Integer> v = chosen(among, bits);
            List<Integer> w = chosen(among, ~bits);
            return ownSetFirst(table, v, w) && ownSetFirst(table, w, v) && satisfiesR(table, v) && satisfiesR(table, w);
        });
    }

    private static List<Integer> chosen(List<Integer> among, int bits) {
        return IntStream.range(0, among.size())
                .filter(place -> (bits >> place & 1) == 1)
                .mapToObj(among::get)
                .toList();
    }

    private static boolean ownSetFirst(Table table, List<Integer> own, List<Integer> others) {
        return own.stream().allMatch(philosopher -> own.stream()
                .filter(mate -> !mate.equals(philosopher))
                .allMatch(mate -> others.stream()
                        .allMatch(other -> table.place(philosopher, mate) < table.place(philosopher, other))));
    }
}
