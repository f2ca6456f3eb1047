package symposium.arbitration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Rules that derive the grabbing orders from the graph of forks. */
public final class Orders {

    private Orders() {}

    /**
     * Each philosopher grabs in ascending order of the others' numbers: a fork's rank is the sum of its two, and there
     * is no danger.
     */
    public static Table ascending(Table table) {
        return table.sorted(self -> Comparator.naturalOrder());
    }

    /** Each philosopher grabs in descending order of the others' numbers; there is no danger, for the same reason. */
    public static Table descending(Table table) {
        return table.sorted(self -> Comparator.reverseOrder());
    }

    /**
     * Forks that meet at a philosopher have different colours, and each philosopher grabs in the order of colours:
     * there is no danger, and with c colours, one more than meet at any philosopher at the most, no delay exceeds
     * 2<sup>c</sup>. This is what {@link Plan} starts from.
     */
    public static Table coloured(Table table) {
        int[][] colour = EdgeColouring.of(table);
        return table.sorted(self -> Comparator.comparingInt(other -> colour[self][other]));
    }

    /** Each philosopher grabs in an order made at random, the same for the same seed; there may well be danger. */
    public static Table random(Table table, long seed) {
        Random random = new Random(seed);
        Table ascending = ascending(table);
        List<List<Integer>> orders = IntStream.range(0, table.size())
                .<List<Integer>>mapToObj(self -> new ArrayList<>(ascending.order(self)))
                .toList();
        orders.forEach(order -> Collections.shuffle(order, random));
        return table.reordered(orders);
    }
}
