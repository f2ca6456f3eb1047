package symposium.arbitration;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Ranks of forks (section 4): forks that meet at a philosopher have distinct ranks, and each philosopher grabs its
 * forks in the order of increasing rank. A system that has ranks is free from the danger of deadlock.
 */
public final class Ranks {

    private final Table table;
    private final int[][] rank;

    private Ranks(Table table, int[][] rank) {
        this.table = table;
        this.rank = rank;
    }

    /**
     * The least ranks from 1 that the orders of a table admit, if they admit any: those of a topological order of the
     * forks.
     */
    public static Optional<Ranks> of(Table table) {
        int forks = 0;
        int[][] number = new int[table.size()][table.size()];
        List<int[]> ends = new ArrayList<>();
        for (int one = 0; one < table.size(); one++) {
            for (int other : table.order(one)) {
                if (one < other) {
                    number[one][other] = forks;
                    number[other][one] = forks++;
                    ends.add(new int[] {one, other});
                }
            }
        }
        int[] preceding = new int[forks];
        for (int fork = 0; fork < forks; fork++) {
            int[] end = ends.get(fork);
            preceding[fork] = (table.place(end[0], end[1]) > 0 ? 1 : 0) + (table.place(end[1], end[0]) > 0 ? 1 : 0);
        }
        Deque<Integer> free = new ArrayDeque<>();
        int[] rank = new int[forks];
        Arrays.fill(rank, 1);
        for (int fork = 0; fork < forks; fork++) {
            if (preceding[fork] == 0) {
                free.add(fork);
            }
        }
        int ranked = 0;
        while (!free.isEmpty()) {
            int fork = free.remove();
            ranked++;
            int[] end = ends.get(fork);
            for (int side = 0; side < 2; side++) {
                int philosopher = end[side];
                int next = table.place(philosopher, end[1 - side]) + 1;
                if (next < table.degree(philosopher)) {
                    int follower = number[philosopher][table.grabs(philosopher, next)];
                    rank[follower] = Math.max(rank[follower], rank[fork] + 1);
                    if (--preceding[follower] == 0) {
                        free.add(follower);
                    }
                }
            }
        }
        if (ranked < forks) {
            return Optional.empty();
        }
        int[][] ranks = new int[table.size()][];
        for (int philosopher = 0; philosopher < table.size(); philosopher++) {
            int self = philosopher;
            ranks[self] = table.order(self).stream()
                    .mapToInt(other -> rank[number[self][other]])
                    .toArray();
        }
        return Optional.of(new Ranks(table, ranks));
    }

    /** The rank of the fork that two philosophers share. */
    public int rank(int one, int other) {
        return rank[one][table.place(one, other)];
    }

    /** How many distinct ranks there are: the greatest. */
    public int distinct() {
        return Arrays.stream(rank).flatMapToInt(Arrays::stream).max().orElse(0);
    }
}
