package symposium.arbitration;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import symposium.kernel.topology.Graph;

/**
 * Better orders for the forks of a table: free from the danger of deadlock, with small maximum delays.
 *
 * <p>On a complete graph, those of {@link Minimum#orders}: no orders have a smaller total. On any other graph the forks
 * are coloured such that those that meet have different colours, and each philosopher grabs in the order of colours.
 * That is a ranked system; a blocking path runs over forks of ascending ranks, and a philosopher has at most one fork
 * of each. So <b>no delay exceeds 2<sup>c</sup></b>, for c colours and any number of philosophers; and c is at most one
 * more than the forks that meet at one philosopher (Vizing's theorem, by the method of Misra and Gries). From there on
 * forks exchange ranks at random wherever that does not make the greatest delay longer: that makes delays shorter than
 * the bound, and promises nothing.
 *
 * @param table the same philosophers and forks, with the planned orders
 * @param method how it was made
 * @param colours the number of colours: no delay exceeds two to this power
 */
public record Plan(Table table, Method method, int colours) {

    /** How a plan was made. */
    public enum Method {
        /** The table of section 3 that attains the minimum. */
        MINIMAL("the complete graph's minimum"),
        /** Coloured forks. */
        COLOURED("forks coloured, ranked by colour, and exchanged while that helps");

        private final String text;

        Method(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final int EXCHANGES = 4_000;
    private static final long MOST_PATHS = 1_000_000;
    private static final long MOST_COUNTED = 30_000_000;

    /**
     * A plan for the forks of a table, whatever its orders are.
     *
     * @param seed of the exchanges; the same seed gives the same plan
     */
    public static Plan of(Table table, long seed) {
        if (table.complete()) {
            return new Plan(table.reordered(Minimum.orders(table.size())), Method.MINIMAL, table.size() - 1);
        }
        int[][] colour = EdgeColouring.of(table);
        int colours = Arrays.stream(colour).flatMapToInt(Arrays::stream).max().orElse(-1) + 1;
        int[][] rank = new int[table.size()][table.size()];
        List<Graph.Edge> forks = table.pairs()
                .sorted(Comparator.comparingInt(fork -> colour[fork.one()][fork.other()]))
                .toList();
        for (int place = 0; place < forks.size(); place++) {
            rank(rank, forks.get(place), place);
        }
        Table best = ranked(table, rank);
        Cost cost = Cost.of(best);
        SplittableRandom random = new SplittableRandom(seed);
        long counted = 0;
        for (int exchange = 0; exchange < EXCHANGES && cost.known() && counted < MOST_COUNTED; exchange++) {
            Graph.Edge one = forks.get(random.nextInt(forks.size()));
            Graph.Edge other = forks.get(random.nextInt(forks.size()));
            exchange(rank, one, other);
            Table tried = ranked(table, rank);
            Cost here = Cost.of(tried);
            counted += here.known() ? here.total() : MOST_PATHS;
            if (Cost.LESS_FIRST.compare(here, cost) <= 0) {
                best = tried;
                cost = here;
            } else {
                exchange(rank, one, other);
            }
        }
        return new Plan(best, Method.COLOURED, colours);
    }

    private static void rank(int[][] rank, Graph.Edge fork, int which) {
        rank[fork.one()][fork.other()] = which;
        rank[fork.other()][fork.one()] = which;
    }

    private static void exchange(int[][] rank, Graph.Edge one, Graph.Edge other) {
        int kept = rank[one.one()][one.other()];
        rank(rank, one, rank[other.one()][other.other()]);
        rank(rank, other, kept);
    }

    private static Table ranked(Table table, int[][] rank) {
        return table.sorted(self -> Comparator.comparingInt(other -> rank[self][other]));
    }

    /** The maximum of the delays, then their total; unknown where there are too many blocking paths to count. */
    private record Cost(long worst, long total) {
        private static final Comparator<Cost> LESS_FIRST =
                Comparator.comparingLong(Cost::worst).thenComparingLong(Cost::total);
        private static final Cost UNKNOWN = new Cost(Long.MAX_VALUE, Long.MAX_VALUE);

        static Cost of(Table table) {
            BlockingPaths paths = new BlockingPaths(table);
            long worst = 0;
            long total = 0;
            for (int philosopher = 0; philosopher < table.size(); philosopher++) {
                OptionalLong count = paths.count(philosopher, MOST_PATHS - total);
                if (count.isEmpty()) {
                    return UNKNOWN;
                }
                worst = Math.max(worst, count.getAsLong());
                total += count.getAsLong();
            }
            return new Cost(worst, total);
        }

        boolean known() {
            return !equals(UNKNOWN);
        }
    }
}
