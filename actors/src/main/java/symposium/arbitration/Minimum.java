package symposium.arbitration;

import java.util.ArrayList;
import java.util.List;

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
        if (philosophers < 0 || philosophers > MOST) {
            throw new IllegalArgumentException("f is known here from 0 to " + MOST + ", not at " + philosophers);
        }
        if (philosophers < 2) {
            return philosophers;
        }
        int k = philosophers / 2;
        return philosophers % 2 == 0
                ? Math.multiplyExact(2L * (k + 1), f(k))
                : Math.addExact(Math.multiplyExact(k + 1L, f(k + 1)), Math.multiplyExact(k + 2L, f(k)));
    }

    /** P(m, n) of the appendix: never negative, for halves are the best parts. */
    public static long p(int m, int n) {
        return (m + 1) * f(n) - f(m + n) + (n + 1) * f(m);
    }

    /** Q(m, n) of the appendix: not negative for m at most n. */
    public static long q(int m, int n) {
        return m * f(n) - n * f(m);
    }

    /**
     * A table of a complete graph with f(N) blocking paths (relation R): two halves, each such a table; each
     * philosopher grabs the forks shared with its own half first.
     *
     * @throws IllegalArgumentException when there is no philosopher
     */
    public static Table table(int philosophers) {
        return Table.of(orders(philosophers));
    }

    static List<List<Integer>> orders(int philosophers) {
        if (philosophers < 1) {
            throw new IllegalArgumentException("a table has at least one philosopher");
        }
        List<List<Integer>> orders = new ArrayList<>();
        for (int philosopher = 0; philosopher < philosophers; philosopher++) {
            orders.add(new ArrayList<>());
        }
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

    /**
     * The ranked table of 2<sup>k</sup> philosophers that is symmetric in them (section 4): the fork of i and j has
     * rank i + j, summed bit by bit modulo 2. It has f(N) blocking paths, the same number at each.
     *
     * @param k from 0 to 10
     */
    public static Table symmetric(int k) {
        if (k < 0 || k > 10) {
            throw new IllegalArgumentException("2^" + k + " philosophers are too few or too many; k is from 0 to 10");
        }
        int philosophers = 1 << k;
        List<List<Integer>> orders = new ArrayList<>();
        for (int i = 0; i < philosophers; i++) {
            List<Integer> order = new ArrayList<>();
            for (int rank = 1; rank < philosophers; rank++) {
                order.add(i ^ rank);
            }
            orders.add(order);
        }
        return Table.of(orders);
    }

    /**
     * The table of four that is symmetric, free from deadlock and minimal, and has no ranks (section 4): i grabs i+2,
     * i+1, i+3 modulo 4.
     */
    public static Table symmetricWithoutRanks() {
        List<List<Integer>> orders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            orders.add(List.of((i + 2) % 4, (i + 1) % 4, (i + 3) % 4));
        }
        return Table.of(orders);
    }
}
