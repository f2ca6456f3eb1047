package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Section 4: ranked systems that are symmetric in the philosophers. In such a system "each philosopher grabs a fork of
 * each rank": the ranks are N - 1 perfect matchings of the complete graph, and all of these are looked at.
 */
class SymmetricRanksTest {

    /** For each philosopher and rank, the neighbour that shares the fork of this rank. */
    private static final class Ranking {
        private final int[][] neighbour;

        private Ranking(int philosophers) {
            neighbour = new int[philosophers][philosophers];
            for (int[] row : neighbour) {
                Arrays.fill(row, -1);
            }
        }

        private int rank(int one, int other) {
            for (int rank = 1; rank < neighbour.length; rank++) {
                if (neighbour[one][rank] == other) {
                    return rank;
                }
            }
            throw new AssertionError(one + " and " + other + " share no fork");
        }

        /** Every ranking, up to the names of the ranks: the fork of 0 and r has rank r. */
        static void every(int philosophers, Consumer<Ranking> visitor) {
            Ranking ranking = new Ranking(philosophers);
            boolean[][] ranked = new boolean[philosophers][philosophers];
            ranking.place(1, ranked, visitor);
        }

        private void place(int rank, boolean[][] ranked, Consumer<Ranking> visitor) {
            int philosophers = neighbour.length;
            if (rank == philosophers) {
                visitor.accept(this);
                return;
            }
            int one = 0;
            while (one < philosophers && neighbour[one][rank] >= 0) {
                one++;
            }
            if (one == philosophers) {
                place(rank + 1, ranked, visitor);
                return;
            }
            for (int other = one + 1; other < philosophers; other++) {
                if (neighbour[other][rank] < 0 && !ranked[one][other] && (one > 0 || other == rank)) {
                    ranked[one][other] = true;
                    neighbour[one][rank] = other;
                    neighbour[other][rank] = one;
                    place(rank, ranked, visitor);
                    neighbour[one][rank] = -1;
                    neighbour[other][rank] = -1;
                    ranked[one][other] = false;
                }
            }
        }

        /** Whether the philosophers can be renumbered without affecting the ranks, such that any of them becomes 0. */
        boolean symmetric() {
            for (int x = 0; x < neighbour.length; x++) {
                int[] renumbered = new int[neighbour.length];
                renumbered[0] = x;
                for (int rank = 1; rank < neighbour.length; rank++) {
                    renumbered[neighbour[0][rank]] = neighbour[x][rank];
                }
                for (int one = 0; one < neighbour.length; one++) {
                    for (int other = 0; other < one; other++) {
                        if (rank(one, other) != rank(renumbered[one], renumbered[other])) {
                            return false;
                        }
                    }
                }
            }
            return true;
        }

        /** "forks of two distinct ranks form cycles of length 4; their diagonals have a third rank". */
        boolean cyclesOfFour() {
            for (int x = 0; x < neighbour.length; x++) {
                for (int p = 1; p < neighbour.length; p++) {
                    for (int q = 1; q < p; q++) {
                        int diagonal = neighbour[neighbour[x][p]][q];
                        if (diagonal != neighbour[neighbour[x][q]][p]
                                || rank(x, diagonal) != rank(neighbour[x][p], neighbour[x][q])) {
                            return false;
                        }
                    }
                }
            }
            return true;
        }
    }

    /**
     * "The number of philosophers in a symmetric ranked system is, therefore, a power of 2. Furthermore a symmetric
     * ranked system exists for each N = 2^k": of all that there are, so many are symmetric.
     */
    @ParameterizedTest
    @CsvSource({"2, 1, 1", "4, 1, 1", "6, 6, 0", "8, 6240, 30"})
    void onlyPowersOfTwoHaveSymmetricRanksAndTwoRanksFormCyclesOfFour(int philosophers, int all, int symmetric) {
        int[] found = new int[2];
        Ranking.every(philosophers, ranking -> {
            found[0]++;
            if (ranking.symmetric()) {
                found[1]++;
                assertTrue(ranking.cyclesOfFour());
            }
        });
        assertEquals(all, found[0]);
        assertEquals(symmetric, found[1]);
    }

    /**
     * "the number of distinct ranks exceeds the number of forks meeting at a philosopher, e.g. N=3 requires 3 distinct
     * ranks": of every table of three that has ranks, two forks do not have one rank.
     */
    @Test
    void threePhilosophersNeedThreeRanks() {
        int[] ranked = new int[1];
        Tables.everyOrder(Tables.graph(3, 7), 0, table -> Ranks.of(table).ifPresent(ranks -> {
            ranked[0]++;
            assertEquals(
                    3,
                    Arrays.stream(new int[] {ranks.rank(0, 1), ranks.rank(0, 2), ranks.rank(1, 2)})
                            .distinct()
                            .count());
        }));
        assertEquals(6, ranked[0]);
    }
}
