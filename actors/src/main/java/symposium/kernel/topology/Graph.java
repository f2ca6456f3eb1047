package symposium.kernel.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;

/**
 * A graph given by nodes and links: simple, undirected and connected. Node i is process i.
 *
 * @param name its origin, as reports name it
 * @param nodes the names of the nodes; the position of a node is the number of its process
 * @param adjacent for each node, the numbers of its neighbours in ascending order
 */
public record Graph(String name, List<String> nodes, List<List<Integer>> adjacent) implements LinkedByNumber {

    /** A link between two nodes, by their numbers. */
    public record Edge(int one, int other) {}

    public Graph {
        nodes = List.copyOf(nodes);
        adjacent = adjacent.stream().map(List::copyOf).toList();
    }

    /**
     * Returns the graph of these nodes and links.
     *
     * @throws IllegalArgumentException if there is no node, two nodes have the same name, a link leads from a node to
     *     itself, is listed twice or leads to a node that does not exist, or the graph is not connected; the message
     *     states the fault and what would be valid
     */
    public static Graph of(String name, List<String> nodes, List<Edge> edges) {
        Require.that(!nodes.isEmpty(), () -> "a graph has at least one node");
        Set<String> names = new HashSet<>();
        for (String node : nodes) {
            Require.that(names.add(node), () -> "two nodes are named " + node + "; each has a name of its own");
        }
        List<SortedSet<Integer>> adjacent = new ArrayList<>();
        nodes.forEach(node -> adjacent.add(new TreeSet<>()));
        for (Edge edge : edges) {
            Require.that(
                    Math.min(edge.one(), edge.other()) >= 0 && Math.max(edge.one(), edge.other()) < nodes.size(),
                    () -> "a link leads to a node that is not there: " + edge);
            String one = nodes.get(edge.one());
            Require.that(edge.one() != edge.other(), () -> one + " is linked with itself; a link joins two nodes");
            Require.that(
                    adjacent.get(edge.one()).add(edge.other()),
                    () -> "the link between " + one + " and " + nodes.get(edge.other())
                            + " is named twice; two nodes share at most one");
            adjacent.get(edge.other()).add(edge.one());
        }
        Graph graph = new Graph(
                name, nodes, adjacent.stream().<List<Integer>>map(List::copyOf).toList());
        Set<Integer> reached = reached(0, graph.adjacent::get);
        for (int node = 0; node < nodes.size(); node++) {
            String there = nodes.get(node);
            Require.that(
                    reached.contains(node),
                    () -> "the graph is not connected: no path leads from " + nodes.get(0) + " to " + there);
        }
        return graph;
    }

    /** Returns the graph of nodes named by their numbers, from 0. */
    public static Graph of(String name, int nodes, List<Edge> edges) {
        return of(name, IntStream.range(0, nodes).mapToObj(Integer::toString).toList(), edges);
    }

    /** Returns every link once, from the lower number to the higher. */
    public List<Edge> edges() {
        return IntStream.range(0, nodes.size())
                .boxed()
                .flatMap(node -> adjacent.get(node).stream()
                        .filter(other -> node < other)
                        .map(other -> new Edge(node, other)))
                .toList();
    }

    /**
     * Returns all elements that are reachable by a path.
     *
     * @param start the start of all paths, which is also reachable
     * @param next the elements with which a path continues
     */
    public static <T> Set<T> reached(T start, Function<T, ? extends Iterable<T>> next) {
        Set<T> reached = new HashSet<>(Set.of(start));
        Deque<T> frontier = new ArrayDeque<>(reached);
        while (!frontier.isEmpty()) {
            for (T each : next.apply(frontier.remove())) {
                if (reached.add(each)) {
                    frontier.add(each);
                }
            }
        }
        return reached;
    }

    @Override
    public List<Integer> linked(int number, SortedSet<ProcessId> members) {
        return number < adjacent.size() ? adjacent.get(number) : List.of();
    }

    @Override
    public Optional<String> misfit(int processes) {
        return processes == nodes.size()
                ? Optional.empty()
                : Optional.of("the graph " + name + " has " + nodes.size() + " nodes");
    }

    @Override
    public String toString() {
        return name;
    }
}
