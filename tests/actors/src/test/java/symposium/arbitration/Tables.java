package symposium.arbitration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Tables to test with. */
final class Tables {

    private Tables() {}

    /** A table of a complete graph with f(N) blocking paths (relation R). */
    static Table minimal(int philosophers) {
        return Table.of(Minimum.orders(philosophers));
    }

    /**
     * The ranked table of 2<sup>k</sup> philosophers that is symmetric in them (section 4): the fork of i and j has
     * rank i + j, summed bit by bit modulo 2. It has f(N) blocking paths, the same number at each.
     */
    static Table symmetric(int k) {
        int philosophers = 1 << k;
        return Table.of(IntStream.range(0, philosophers)
                .mapToObj(i -> IntStream.range(1, philosophers)
                        .mapToObj(rank -> i ^ rank)
                        .toList())
                .toList());
    }

    /**
     * The table of four that is symmetric, free from deadlock and minimal, and has no ranks (section 4): i grabs i+2,
     * i+1, i+3 modulo 4.
     */
    static Table symmetricWithoutRanks() {
        return Table.of(IntStream.range(0, 4)
                .mapToObj(i -> List.of((i + 2) % 4, (i + 1) % 4, (i + 3) % 4))
                .toList());
    }

    /**
     * Every table on every connected graph of this number of philosophers; isomorphic graphs occur once for each of
     * their namings.
     */
    static void everyConnected(int philosophers, Consumer<Table> visitor) {
        int pairs = philosophers * (philosophers - 1) / 2;
        for (int mask = 0; mask < 1 << pairs; mask++) {
            List<List<Integer>> adjacent = graph(philosophers, mask);
            if (Table.of(adjacent).components().size() == 1 && smallest(philosophers, mask)) {
                everyOrder(adjacent, 0, visitor);
            }
        }
    }

    /** Whether no renaming gives a smaller mask: one graph of each kind. */
    private static boolean smallest(int philosophers, int mask) {
        List<List<Integer>> names = permutations(List.copyOf(numbers(philosophers)));
        for (List<Integer> name : names) {
            int renamed = 0;
            int pair = 0;
            for (int one = 0; one < philosophers; one++) {
                for (int other = one + 1; other < philosophers; other++, pair++) {
                    if ((mask >> pair & 1) == 1) {
                        renamed |= 1 << pair(philosophers, name.get(one), name.get(other));
                    }
                }
            }
            if (renamed < mask) {
                return false;
            }
        }
        return true;
    }

    private static int pair(int philosophers, int one, int other) {
        int low = Math.min(one, other);
        int high = Math.max(one, other);
        return low * philosophers - low * (low + 1) / 2 + high - low - 1;
    }

    static void everyOrder(List<List<Integer>> adjacent, int from, Consumer<Table> visitor) {
        if (from == adjacent.size()) {
            visitor.accept(Table.of(adjacent));
            return;
        }
        for (List<Integer> order : permutations(adjacent.get(from))) {
            List<List<Integer>> next = new ArrayList<>(adjacent);
            next.set(from, order);
            everyOrder(next, from + 1, visitor);
        }
    }

    static List<List<Integer>> graph(int philosophers, int mask) {
        List<List<Integer>> adjacent = new ArrayList<>();
        numbers(philosophers).forEach(each -> adjacent.add(new ArrayList<>()));
        int pair = 0;
        for (int one = 0; one < philosophers; one++) {
            for (int other = one + 1; other < philosophers; other++, pair++) {
                if ((mask >> pair & 1) == 1) {
                    adjacent.get(one).add(other);
                    adjacent.get(other).add(one);
                }
            }
        }
        return adjacent;
    }

    static List<Integer> numbers(int count) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    static List<List<Integer>> permutations(List<Integer> of) {
        if (of.isEmpty()) {
            return List.of(List.of());
        }
        List<List<Integer>> all = new ArrayList<>();
        for (Integer first : of) {
            List<Integer> rest = new ArrayList<>(of);
            rest.remove(first);
            for (List<Integer> each : permutations(rest)) {
                List<Integer> order = new ArrayList<>(List.of(first));
                order.addAll(each);
                all.add(order);
            }
        }
        return all;
    }

    /** A connected graph, each further fork there with this probability, and orders at random. */
    static Table random(int philosophers, double density, Random random) {
        List<List<Integer>> adjacent = new ArrayList<>();
        numbers(philosophers).forEach(each -> adjacent.add(new ArrayList<>()));
        for (int one = 1; one < philosophers; one++) {
            int tree = random.nextInt(one);
            for (int other = 0; other < one; other++) {
                if (other == tree || random.nextDouble() < density) {
                    adjacent.get(one).add(other);
                    adjacent.get(other).add(one);
                }
            }
        }
        adjacent.forEach(order -> Collections.shuffle(order, random));
        return Table.of(adjacent);
    }
}
