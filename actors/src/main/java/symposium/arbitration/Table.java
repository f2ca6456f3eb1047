package symposium.arbitration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.kernel.Require;
import symposium.kernel.topology.Graph;

/**
 * Philosophers, the forks that they share two by two, and the order in which each grabs its forks (section 0).
 *
 * <p>A philosopher goes by its place among the names, from 0; a fork by the two that share it. A table need not be
 * connected: its components are analysed one by one, because no philosopher waits for one of another component. A
 * philosopher without forks eats when it likes.
 */
public final class Table {

    private static final int NOT_SHARED = -1;

    private final List<String> names;
    private final int[][] orders;
    /** For each two philosophers, the place of their fork in the first one's order. */
    private final int[][] places;

    private Table(List<String> names, int[][] orders, int[][] places) {
        this.names = names;
        this.orders = orders;
        this.places = places;
    }

    /**
     * A table.
     *
     * @param names of the philosophers, each once
     * @param orders for each philosopher its neighbours, in the order in which it grabs the forks shared with them
     * @throws IllegalArgumentException when there is no philosopher, two have one name, one grabs a fork twice or
     *     shares one with itself or with no philosopher of the table, or a fork is named at one end only; the message
     *     says which
     */
    public static Table of(List<String> names, List<List<Integer>> orders) {
        Require.that(!names.isEmpty(), () -> "a table has at least one philosopher");
        Require.that(
                names.size() == orders.size(),
                () -> "each philosopher has one order: " + names.size() + " philosophers, " + orders.size()
                        + " orders");
        Set<String> known = new HashSet<>();
        for (String name : names) {
            Require.that(known.add(name), () -> "two philosophers are named " + name);
        }
        int[][] places = new int[names.size()][names.size()];
        for (int[] row : places) {
            Arrays.fill(row, NOT_SHARED);
        }
        int[][] grabbed = new int[names.size()][];
        for (int philosopher = 0; philosopher < names.size(); philosopher++) {
            String self = names.get(philosopher);
            List<Integer> order = orders.get(philosopher);
            grabbed[philosopher] = order.stream().mapToInt(Integer::intValue).toArray();
            for (int place = 0; place < order.size(); place++) {
                int other = order.get(place);
                Require.that(
                        other >= 0 && other < names.size(),
                        () -> self + " grabs a fork shared with philosopher " + other + " of " + names.size());
                Require.that(other != philosopher, () -> self + " shares a fork with itself");
                Require.that(
                        places[philosopher][other] == NOT_SHARED,
                        () -> self + " grabs the fork it shares with " + names.get(other) + " twice");
                places[philosopher][other] = place;
            }
        }
        for (int philosopher = 0; philosopher < names.size(); philosopher++) {
            String self = names.get(philosopher);
            for (int other : grabbed[philosopher]) {
                Require.that(
                        places[other][philosopher] != NOT_SHARED,
                        () -> "the fork that " + self + " shares with " + names.get(other)
                                + " is missing from the order of " + names.get(other));
            }
        }
        return new Table(List.copyOf(names), grabbed, places);
    }

    /** The table of philosophers named by their numbers. */
    public static Table of(List<List<Integer>> orders) {
        return of(IntStream.range(0, orders.size()).mapToObj(Integer::toString).toList(), orders);
    }

    /**
     * The table whose forks are the links of a graph, each philosopher grabbing in ascending order of the others'
     * numbers.
     */
    public static Table of(Graph graph) {
        return of(graph.nodes(), graph.adjacent());
    }

    /** The number of philosophers. */
    public int size() {
        return names.size();
    }

    /** The names, by number. */
    public List<String> names() {
        return names;
    }

    /** The name of a philosopher. */
    public String name(int philosopher) {
        return names.get(philosopher);
    }

    /** The number of neighbours of a philosopher. */
    public int degree(int philosopher) {
        return orders[philosopher].length;
    }

    /** The neighbour that shares the fork at this place, from 0, of the order of a philosopher. */
    public int grabs(int philosopher, int place) {
        return orders[philosopher][place];
    }

    /** The neighbours of a philosopher, in the order in which it grabs the forks shared with them. */
    public List<Integer> order(int philosopher) {
        return Arrays.stream(orders[philosopher]).boxed().toList();
    }

    /** Whether two philosophers share a fork. */
    public boolean share(int one, int other) {
        return places[one][other] != NOT_SHARED;
    }

    /**
     * The place, from 0, of the fork shared with {@code other} in the order of {@code philosopher}.
     *
     * @throws IllegalArgumentException when they share none
     */
    public int place(int philosopher, int other) {
        if (places[philosopher][other] == NOT_SHARED) {
            throw new IllegalArgumentException(name(philosopher) + " and " + name(other) + " share no fork");
        }
        return places[philosopher][other];
    }

    /** The number of forks. */
    public int forks() {
        return Arrays.stream(orders).mapToInt(order -> order.length).sum() / 2;
    }

    /** The most forks that meet at one philosopher. */
    public int mostForks() {
        return Arrays.stream(orders).mapToInt(order -> order.length).max().orElse(0);
    }

    /** Whether each two philosophers share a fork: total mutual exclusion of the meals. */
    public boolean complete() {
        return Arrays.stream(orders).allMatch(order -> order.length == size() - 1);
    }

    /** Each two philosophers that share a fork, the lesser first. */
    public Stream<Graph.Edge> pairs() {
        return IntStream.range(0, size()).boxed().flatMap(one -> Arrays.stream(orders[one])
                .filter(other -> one < other)
                .mapToObj(other -> new Graph.Edge(one, other)));
    }

    /** The connected components: a list of lists of philosophers, each ascending. */
    public List<List<Integer>> components() {
        Set<Integer> seen = new HashSet<>();
        List<List<Integer>> components = new ArrayList<>();
        for (int start = 0; start < size(); start++) {
            if (!seen.contains(start)) {
                Set<Integer> component = Graph.reached(start, this::order);
                seen.addAll(component);
                components.add(component.stream().sorted().toList());
            }
        }
        return components;
    }

    /** The same philosophers and forks, with the order of each by a comparator of its neighbours. */
    public Table sorted(IntFunction<Comparator<Integer>> comparators) {
        return reordered(IntStream.range(0, size())
                .mapToObj(self ->
                        order(self).stream().sorted(comparators.apply(self)).toList())
                .toList());
    }

    /** The same philosophers and forks with other orders, those of {@link #of(List, List)}. */
    public Table reordered(List<List<Integer>> others) {
        return of(names, others);
    }

    /** The text of a table file: a line per philosopher, its name, a colon, and its neighbours in its order. */
    public String text() {
        return IntStream.range(0, size())
                .mapToObj(self -> Stream.concat(
                                Stream.of(name(self) + ":"),
                                order(self).stream().map(this::name))
                        .collect(Collectors.joining(" ", "", "\n")))
                .collect(Collectors.joining());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Table table && names.equals(table.names) && Arrays.deepEquals(orders, table.orders);
    }

    @Override
    public int hashCode() {
        return 31 * names.hashCode() + Arrays.deepHashCode(orders);
    }

    /** The lines of its file, separated by semicolons. */
    @Override
    public String toString() {
        return text().lines().collect(Collectors.joining("; "));
    }
}
