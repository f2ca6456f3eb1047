package symposium.arbitration;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import symposium.kernel.Require;

/**
 * The minimal average maximum delay for mutual exclusion (section 3 and the appendix): the least total number of
 * blocking paths over all orders of a complete graph, and tables that attain it.
 */
public final class Minimum {

    /** The most philosophers for which {@link #f} is exact in a {@code long}. */
    public static final int MOST = 4096;

    private Minimum() {}

    /**
     * f(N): f(1) = 1, f(2k) = 2(k+1)f(k), f(2k+1) = (k+1)f(k+1) + (k+2)f(k).
     *
     * @param philosophers from 0, f(0) being 0 as the induction of the appendix needs it, to {@link #MOST}
     * @throws IllegalArgumentException beyond
     */
    public static long f(int philosophers) {
        Require.that(
                philosophers >= 0 && philosophers <= MOST,
                "f is known here from 0 to " + MOST + ", not at " + philosophers);
        if (philosophers < 2) {
            return philosophers;
        }
        int k = philosophers / 2;
        return philosophers % 2 == 0
                ? Math.multiplyExact(2L * (k + 1), f(k))
                : Math.addExact(Math.multiplyExact(k + 1L, f(k + 1)), Math.multiplyExact(k + 2L, f(k)));
    }

    /**
     * The orders of a table of a complete graph with f(N) blocking paths (relation R): two halves, each such a table;
     * each philosopher grabs the forks shared with its own half first.
     */
    static List<List<Integer>> orders(int philosophers) {
        List<List<Integer>> orders = Stream.<List<Integer>>generate(ArrayList::new)
                .limit(philosophers)
                .toList();
        halve(orders, 0, philosophers);
        return orders;
    }

    private static void halve(List<List<Integer>> orders, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) / 2;
        halve(orders, from, middle);
        halve(orders, middle, to);
        for (int one = from; one < middle; one++) {
            for (int other = middle; other < to; other++) {
                orders.get(one).add(other);
                orders.get(other).add(one);
            }
        }
    }
}
