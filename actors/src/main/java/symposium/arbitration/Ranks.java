package symposium.arbitration;

import java.util.ArrayDeque;
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
     * The least ranks from 1 that the orders of a table admit, if they admit any. A fork gets its rank when both its
     * philosophers have grabbed all forks before it.
     */
    public static Optional<Ranks> of(Table table) {
        int[][] rank = new int[table.size()][];
        int[] ranked = new int[table.size()];
        Deque<Integer> grabbing = new ArrayDeque<>();
        for (int philosopher = 0; philosopher < table.size(); philosopher++) {
            rank[philosopher] = new int[table.degree(philosopher)];
            grabbing.add(philosopher);
        }
        int ends = 0;
        while (!grabbing.isEmpty()) {
            int one = grabbing.remove();
            int place = ranked[one];
            if (place == rank[one].length) {
                continue;
            }
            int other = table.grabs(one, place);
            int there = ranked[other];
            if (table.grabs(other, there) == one) {
                int before = Math.max(place == 0 ? 0 : rank[one][place - 1], there == 0 ? 0 : rank[other][there - 1]);
                rank[one][ranked[one]++] = before + 1;
                rank[other][ranked[other]++] = before + 1;
                grabbing.addAll(List.of(one, other));
                ends += 2;
            }
        }
        return ends == 2 * table.forks() ? Optional.of(new Ranks(table, rank)) : Optional.empty();
    }

    /** The rank of the fork that two philosophers share. */
    public int rank(int one, int other) {
        return rank[one][table.place(one, other)];
    }
}
