package symposium.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A graph given by nodes and links: simple, undirected and connected. Node i is process i.
 *
 * @param name its origin, as reports name it
 * @param nodes the names of the nodes; their places are the numbers of the processes
 * @param adjacent for each node the numbers of its neighbours, ascending
 */
public record Graph(String name, List<String> nodes, List<List<Integer>> adjacent) implements LinkedByNumber {

    /** A link between two nodes, by their numbers. */
    public record Edge(int one, int other) {}

    public Graph {
        nodes = List.copyOf(nodes);
        adjacent = adjacent.stream().map(List::copyOf).toList();
    }

    /**
     * The graph of these nodes and links.
     *
     * @throws IllegalArgumentException when there is no node, two have one name, a link leads from a node to itself, is
     *     named twice or leads to a node that is not there, or the graph is not connected; the message says which, and
     *     what would be right
     */
    public static Graph of(String name, List<String> nodes, List<Edge> edges) {
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("a graph has at least one node");
        }
        Map<String, Integer> numbers = new HashMap<>();
        for (String node : nodes) {
            if (numbers.put(node, numbers.size()) != null) {
                throw new IllegalArgumentException("two nodes are named " + node + "; each has a name of its own");
            }
        }
        List<SortedSet<Integer>> adjacent = new ArrayList<>();
        nodes.forEach(node -> adjacent.add(new TreeSet<>()));
        for (Edge edge : edges) {
            if (Math.min(edge.one(), edge.other()) < 0 || Math.max(edge.one(), edge.other()) >= nodes.size()) {
                throw new IllegalArgumentException("a link leads to a node that is not there: " + edge);
            }
            if (edge.one() == edge.other()) {
                throw new IllegalArgumentException(
                        nodes.get(edge.one()) + " is linked with itself; a link joins two nodes");
            }
            if (!adjacent.get(edge.one()).add(edge.other())) {
                throw new IllegalArgumentException("the link between " + nodes.get(edge.one()) + " and "
                        + nodes.get(edge.other()) + " is named twice; two nodes share at most one");
            }
            adjacent.get(edge.other()).add(edge.one());
        }
        Graph graph = new Graph(
                name, nodes, adjacent.stream().<List<Integer>>map(List::copyOf).toList());
        graph.unreached().ifPresent(node -> {
            throw new IllegalArgumentException(
                    "the graph is not connected: no path leads from " + nodes.get(0) + " to " + nodes.get(node));
        });
        return graph;
    }

    /** The graph of nodes named by their numbers, from 0. */
    public static Graph of(String name, int nodes, List<Edge> edges) {
        return of(name, IntStream.range(0, nodes).mapToObj(Integer::toString).toList(), edges);
    }

    /** Every link once, from the lower number to the higher. */
    public List<Edge> edges() {
        return IntStream.range(0, nodes.size())
                .boxed()
                .flatMap(node -> adjacent.get(node).stream()
                        .filter(other -> node < other)
                        .map(other -> new Edge(node, other)))
                .toList();
    }

    /** Some node to which no path leads from the first. */
    private Optional<Integer> unreached() {
        Set<Integer> reached = new HashSet<>();
        Deque<Integer> frontier = new ArrayDeque<>(List.of(0));
        while (!frontier.isEmpty()) {
            int node = frontier.remove();
            if (reached.add(node)) {
                frontier.addAll(adjacent.get(node));
            }
        }
        return IntStream.range(0, nodes.size())
                .boxed()
                .filter(node -> !reached.contains(node))
                .findFirst();
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
