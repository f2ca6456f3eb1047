package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Seed;

/** Theorem 0 against the process itself. */
@Tag("slow")
class DangerTest {

    /** Judges a table by the theorem and by going through the process; says whether there is danger. */
    private static boolean compared(Table table) {
        Danger danger = Danger.of(table);
        boolean deadlock = new DinnerGraph(table).deadlock();
        assertEquals(deadlock, danger instanceof Danger.Present, () -> table + " is judged " + danger);
        assertFalse(danger instanceof Danger.Undecided, table::toString);
        if (danger instanceof Danger.Present present) {
            witness(table, present.cycle());
        } else if (((Danger.Absent) danger).reason() == Danger.Reason.RANKED) {
            Ranks ranks = Ranks.of(table).orElseThrow();
            for (int philosopher = 0; philosopher < table.size(); philosopher++) {
                for (int place = 1; place < table.degree(philosopher); place++) {
                    assertTrue(ranks.rank(philosopher, table.grabs(philosopher, place - 1))
                            < ranks.rank(philosopher, table.grabs(philosopher, place)));
                }
            }
        }
        return deadlock;
    }

    /** The cycle is one of first forks, and the run ends where everyone on it is blocked by the next. */
    private static void witness(Table table, List<Integer> cycle) {
        assertTrue(cycle.size() >= 3, () -> table + " " + cycle);
        for (int at = 0; at < cycle.size(); at++) {
            int self = cycle.get(at);
            int next = cycle.get((at + 1) % cycle.size());
            for (int other : cycle) {
                assertTrue(
                        other == self
                                || other == next
                                || !table.share(self, other)
                                || table.place(self, next) < table.place(self, other),
                        () -> table + " " + cycle);
            }
        }
        Dinner dinner = Dinner.of(table);
        List<String> acts = new ArrayList<>();
        for (Dinner.Move move : Dinner.deadlock(table, cycle)) {
            int self = move.philosopher();
            String what = table.name(self) + " " + move.act();
            int owned = dinner.owned(self);
            dinner = dinner.after(move);
            if (move.act() == Dinner.Act.REACH) {
                what += " the fork shared with " + table.name(table.grabs(self, owned))
                        + (dinner.blocked(self)
                                ? ", which " + table.name(dinner.blocker(self)) + " owns"
                                : ", and grabs it");
            }
            acts.add(what);
        }
        assertEquals(acts, Danger.run(table, cycle));
        for (int self : cycle) {
            assertTrue(dinner.blocked(self), dinner::toString);
            assertTrue(cycle.contains(dinner.blocker(self)), dinner::toString);
        }
    }

    @Test
    void everyTableOfThreeAndFour() {
        int[] found = new int[2];
        for (int philosophers = 3; philosophers <= 4; philosophers++) {
            Tables.everyConnected(philosophers, table -> found[compared(table) ? 1 : 0]++);
        }
        assertTrue(found[0] > 0 && found[1] > 0);
        // a line and a triangle; a star, a line, a square, a triangle with a tail, a diamond, and everyone with
        // everyone
        assertEquals(
                2 + 8 + 6 + 4 + 16 + 2 * 2 * 6 + 2 * 2 * 6 * 6 + 6 * 6 * 6 * 6,
                found[0] + found[1],
                () -> found[0] + " free, " + found[1] + " in danger");
    }

    @Test
    void thousandsOfRandomTablesOfFiveAndSix() {
        random(2000, 500, System.nanoTime());
    }

    @Test
    @Tag("exhaustive")
    void manyMoreRandomTablesOfFiveAndSix() {
        random(20_000, 5_000, System.nanoTime());
    }

    private static void random(int five, int six, long seed) {
        Random random = new Random(seed);
        int[] found = new int[2];
        for (int round = 0; round < five + six; round++) {
            Table table =
                    Tables.random(round < five ? 5 : 6, round < five ? 0.2 + 0.6 * random.nextDouble() : 0.3, random);
            try {
                found[compared(table) ? 1 : 0]++;
            } catch (AssertionError mismatch) {
                throw new AssertionError("seed " + seed + ", round " + round, mismatch);
            }
        }
        assertTrue(found[0] > 0 && found[1] > 0, "seed " + seed);
    }

    @Test
    void randomTablesOfThirtyAreDecided() {
        long seed = Seed.next();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            Table table = Tables.random(30, random.nextDouble() * 0.3, random);
            Danger danger = Danger.of(table);
            assertFalse(danger instanceof Danger.Undecided, "seed " + seed + ", round " + round + ": " + table);
            if (danger instanceof Danger.Present present) {
                witness(table, present.cycle());
            }
        }
    }

    /** Free, but by the search alone: the ranks of a minimal table spoilt by one that has none. */
    @Test
    void aTableOfThirtyWithoutRanksIsSearched() {
        List<List<Integer>> orders = new ArrayList<>();
        Minimum.orders(30).forEach(order -> orders.add(new ArrayList<>(order)));
        Table four = Tables.symmetricWithoutRanks();
        for (int i = 0; i < 4; i++) {
            orders.get(i).removeIf(other -> other < 4);
            orders.get(i).addAll(0, four.order(i));
        }
        Table table = Table.of(orders);
        assertEquals(new Danger.Absent(Danger.Reason.SEARCHED), Danger.of(table));
        assertInstanceOf(Danger.Undecided.class, Danger.of(table, 10));
    }

    /**
     * The reduction from 3-SAT that makes the question NP-complete: danger exactly where the formula can be satisfied.
     */
    @Test
    void satisfiabilityReducesToIt() {
        long seed = Seed.next();
        Random random = new Random(seed);
        int[] found = new int[2];
        for (int round = 0; round < 300; round++) {
            int variables = 3;
            int clauses = 3 + random.nextInt(25);
            List<List<Integer>> formula = new ArrayList<>();
            for (int clause = 0; clause < clauses; clause++) {
                List<Integer> literals = new ArrayList<>();
                for (int variable = 1; variable <= variables; variable++) {
                    literals.add(random.nextBoolean() ? variable : -variable);
                }
                formula.add(literals);
            }
            boolean satisfiable = satisfiable(formula, variables);
            Danger danger = Danger.of(table(formula));
            assertEquals(satisfiable, danger instanceof Danger.Present, "seed " + seed + ": " + formula);
            found[satisfiable ? 1 : 0]++;
        }
        assertTrue(found[0] > 0 && found[1] > 0, "seed " + seed);
    }

    private static boolean satisfiable(List<List<Integer>> formula, int variables) {
        for (int values = 0; values < 1 << variables; values++) {
            int chosen = values;
            if (formula.stream().allMatch(clause -> clause.stream()
                    .anyMatch(literal -> (chosen >> Math.abs(literal) - 1 & 1) == (literal > 0 ? 1 : 0)))) {
                return true;
            }
        }
        return false;
    }

    private static Table table(List<List<Integer>> formula) {
        Map<List<Integer>, Integer> number = new HashMap<>();
        for (int clause = 0; clause < formula.size(); clause++) {
            for (int at = 0; at < formula.get(clause).size(); at++) {
                number.put(List.of(clause, at), number.size());
            }
        }
        List<List<Integer>> orders = new ArrayList<>();
        number.keySet().forEach(each -> orders.add(new ArrayList<>()));
        number.keySet().stream()
                .sorted((one, other) -> Integer.compare(number.get(one), number.get(other)))
                .forEach(one -> number.keySet().stream()
                        .sorted((left, right) -> Integer.compare(number.get(left), number.get(right)))
                        .filter(other -> number.get(one) < number.get(other)
                                && literal(formula, one) == -literal(formula, other))
                        .forEach(other -> {
                            orders.get(number.get(one)).add(number.get(other));
                            orders.get(number.get(other)).add(number.get(one));
                        }));
        for (List<Integer> one : number.keySet()) {
            for (int step : List.of(1, formula.size() - 1)) {
                int clause = (one.get(0) + step) % formula.size();
                for (int at = 0; at < formula.get(clause).size(); at++) {
                    List<Integer> other = List.of(clause, at);
                    if (literal(formula, one) != -literal(formula, other)) {
                        orders.get(number.get(one)).add(number.get(other));
                    }
                }
            }
        }
        return Table.of(orders);
    }

    private static int literal(List<List<Integer>> formula, List<Integer> at) {
        return formula.get(at.get(0)).get(at.get(1));
    }

    @Test
    void aPhilosopherThatGrabsLeftFirstMayStarve() {
        Table pentagon = Table.of(List.of(List.of(1, 4), List.of(2, 0), List.of(3, 1), List.of(4, 2), List.of(0, 3)));
        assertEquals(new Danger.Present(List.of(0, 1, 2, 3, 4)), Danger.of(pentagon));
        Table oneTurnsRound =
                Table.of(List.of(List.of(4, 1), List.of(2, 0), List.of(3, 1), List.of(4, 2), List.of(0, 3)));
        assertEquals(new Danger.Absent(Danger.Reason.RANKED), Danger.of(oneTurnsRound));
    }
}
