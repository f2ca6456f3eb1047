package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sections 3 and 4, and the appendix. */
@Tag("slow")
class MinimumTest {

    private static final int MOST = 64;
    private static final long MANY = 100_000_000;

    private static long total(Table table) {
        BlockingPaths paths = new BlockingPaths(table);
        return IntStream.range(0, table.size())
                .mapToLong(philosopher -> paths.count(philosopher, MANY).orElseThrow())
                .sum();
    }

    /** The recurrence as section 3 has it, over every way to part x. */
    @Test
    void halvesAreTheBestPartsUpTo64() {
        long[] least = new long[MOST + 1];
        least[1] = 1;
        for (int x = 2; x <= MOST; x++) {
            least[x] = Long.MAX_VALUE;
            for (int m = 1; m < x; m++) {
                int n = x - m;
                least[x] = Math.min(least[x], (n + 1) * least[m] + (m + 1) * least[n]);
            }
            assertEquals(least[x], Minimum.f(x), "f(" + x + ")");
        }
    }

    @Test
    void tablesAttainItUpTo64() {
        attained(IntStream.concat(IntStream.rangeClosed(1, 40), IntStream.of(63, MOST)));
    }

    @Test
    @Tag("exhaustive")
    void tablesAttainItForAllInBetween() {
        attained(IntStream.range(41, 63));
    }

    private static void attained(IntStream numbers) {
        for (int philosophers : numbers.toArray()) {
            Table table = Tables.minimal(philosophers);
            assertTrue(table.complete());
            assertInstanceOf(Danger.Absent.class, Danger.of(table));
            assertEquals(Minimum.f(philosophers), total(table), philosophers + " philosophers");
        }
    }

    /** Nothing is better: every order of every philosopher of a complete graph of 3 and 4. */
    @Test
    void noOrdersAreBetterForThreeAndFour() {
        for (int philosophers = 3; philosophers <= 4; philosophers++) {
            long[] least = {Long.MAX_VALUE};
            Tables.everyOrder(Tables.graph(philosophers, -1), 0, table -> {
                if (Danger.of(table) instanceof Danger.Absent) {
                    least[0] = Math.min(least[0], total(table));
                }
            });
            assertEquals(Minimum.f(philosophers), least[0]);
        }
    }

    @Test
    void symmetricRankedTablesHaveThePapersDelays() {
        long[] delays = {1, 2, 6, 30, 270};
        for (int k = 0; k < delays.length; k++) {
            Table table = Tables.symmetric(k);
            BlockingPaths paths = new BlockingPaths(table);
            long product = 1;
            for (int i = 0; i < k; i++) {
                product *= 1 + (1L << i);
            }
            assertEquals(delays[k], product);
            for (int philosopher = 0; philosopher < table.size(); philosopher++) {
                assertEquals(delays[k], paths.count(philosopher, MANY).orElseThrow());
            }
            assertEquals(Minimum.f(table.size()), total(table));
            assertEquals(Math.max(0, table.size() - 1), greatest(Ranks.of(table).orElseThrow(), table));
        }
    }

    @Test
    void aSymmetricTableOfFourIsMinimalAndHasNoRanks() {
        Table table = Tables.symmetricWithoutRanks();
        assertEquals(Optional.empty(), Ranks.of(table));
        assertEquals(new Danger.Absent(Danger.Reason.SEARCHED), Danger.of(table));
        assertEquals(Minimum.f(4), total(table));
    }

    /** Corollary C1 on every table of three and four without danger. */
    @Test
    void someForkIsFirstAtBothEnds() {
        for (int philosophers = 2; philosophers <= 4; philosophers++) {
            Tables.everyConnected(philosophers, table -> {
                if (Danger.of(table) instanceof Danger.Absent) {
                    assertTrue(
                            IntStream.range(0, table.size())
                                    .anyMatch(self -> table.grabs(table.grabs(self, 0), 0) == self),
                            table::toString);
                }
            });
        }
    }

    /** P and Q of the appendix, for f(0) = 0, which its induction comes to. */
    @Test
    void theAppendixHolds() {
        assertEquals(0, Minimum.f(0));
        for (int m = 1; m <= MOST; m++) {
            for (int n = 1; n <= MOST; n++) {
                assertTrue(p(m, n) >= 0, "P(" + m + ", " + n + ")");
                assertTrue(m > n || q(m, n) >= 0, "Q(" + m + ", " + n + ")");
                assertEquals(p(m, n), parted(m, n), "(5) at " + m + ", " + n);
            }
        }
    }

    /** P(m, n): never negative, for halves are the best parts. */
    private static long p(int m, int n) {
        return (m + 1) * Minimum.f(n) - Minimum.f(m + n) + (n + 1) * Minimum.f(m);
    }

    /** Q(m, n): not negative for m at most n. */
    private static long q(int m, int n) {
        return m * Minimum.f(n) - n * Minimum.f(m);
    }

    /** Expression (5), which the appendix says equals P(m, n). */
    private static long parted(int m, int n) {
        int[] x = {m / 2, (m + 1) / 2, n / 2, (n + 1) / 2};
        long sum = 0;
        for (int i = 0; i < 2; i++) {
            sum += (x[i ^ 1] + x[i ^ 2] + 1) * p(x[i], x[i ^ 3]) + (x[i ^ 3] - x[i ^ 1]) * q(x[i], x[i ^ 2]);
        }
        return sum;
    }

    private static int greatest(Ranks ranks, Table table) {
        return table.pairs()
                .mapToInt(fork -> ranks.rank(fork.one(), fork.other()))
                .max()
                .orElse(0);
    }
}
