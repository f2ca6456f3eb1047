package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import symposium.Seed;

/**
 * Section 5: "Under the assumption that both thinking and eating of a philosopher always require more than N
 * 'transition times T', an implementation of the mutual exclusion of neighbouring T's by means of binary arbitration
 * yields, on the microscopic level, a delay of at most N transition times."
 */
class TransitionTimesTest {

    private static final int TRANSITIONS = 200;

    /**
     * The longest time from the moment at which a philosopher is to do a T to the end of it. A T takes one unit of
     * time, in which the philosopher owns its forks; grabbing takes none.
     *
     * @param least the shortest time between two T's of a philosopher
     */
    private static int longest(Table table, int least, Random random) {
        int[] next = new int[table.size()];
        int[] since = new int[table.size()];
        int[] ends = new int[table.size()];
        for (int philosopher = 0; philosopher < table.size(); philosopher++) {
            next[philosopher] = random.nextInt(least + 2);
        }
        Dinner now = Dinner.of(table);
        int longest = 0;
        int done = 0;
        for (int time = 0; done < TRANSITIONS; time++) {
            for (int philosopher = 0; philosopher < table.size(); philosopher++) {
                if (ends[philosopher] == time && now.eating(philosopher)) {
                    now = now.after(new Dinner.Move(philosopher, Dinner.Act.FINISH));
                    longest = Math.max(longest, time - since[philosopher]);
                    next[philosopher] = time + least + random.nextInt(2);
                    done++;
                }
            }
            List<Dinner.Move> moves = possible(now, next, time);
            while (!moves.isEmpty()) {
                Dinner.Move move = moves.get(random.nextInt(moves.size()));
                if (move.act() == Dinner.Act.RISE) {
                    since[move.philosopher()] = time;
                    next[move.philosopher()] = Integer.MAX_VALUE;
                }
                Dinner before = now;
                now = now.after(move);
                for (int philosopher = 0; philosopher < table.size(); philosopher++) {
                    if (now.eating(philosopher) && !before.eating(philosopher)) {
                        ends[philosopher] = time + 1;
                    }
                }
                moves = possible(now, next, time);
            }
            for (int philosopher = 0; philosopher < table.size(); philosopher++) {
                if (now.eating(philosopher) && ends[philosopher] <= time) {
                    ends[philosopher] = time + 1;
                }
            }
        }
        return longest;
    }

    private static List<Dinner.Move> possible(Dinner now, int[] next, int time) {
        return now.moves().stream()
                .filter(move -> move.act() == Dinner.Act.REACH
                        || move.act() == Dinner.Act.RISE && next[move.philosopher()] <= time)
                .toList();
    }

    @Test
    void whereThinkingAndEatingTakeLongATransitionIsDelayedByAtMostN() {
        long seed = Seed.next();
        Random random = new Random(seed);
        int tables = 0;
        while (tables < 300) {
            Table table = Tables.random(2 + random.nextInt(5), 0.7, random);
            if (Danger.of(table) instanceof Danger.Absent) {
                tables++;
                int longest = longest(table, table.size() + 1, random);
                assertTrue(longest <= table.size(), () -> "seed " + seed + ": " + longest + " on " + table);
            }
        }
    }

    /** Without the assumption it may be as many as there are blocking paths: six with four philosophers. */
    @Test
    void withoutTheAssumptionItMayBeLonger() {
        Random random = new Random(1);
        int longest = 0;
        for (int run = 0; run < 300; run++) {
            longest = Math.max(longest, longest(Tables.symmetric(2), 0, random));
        }
        assertTrue(longest > 4, "" + longest);
        assertEquals(6, new BlockingPaths(Tables.symmetric(2)).count(0, 100).orElseThrow());
    }
}
