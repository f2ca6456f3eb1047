package symposium.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import symposium.kernel.topology.Graph;

/** What a file draws, as far as it has been read, with the lines in which it does. */
final class Drawing {

    /** A link between two nodes by their names, the line that names it, and a key or null. */
    private record Link(String one, String other, int line, String key) {

        Set<String> ends() {
            return Set.of(one, other);
        }
    }

    private static final int MOST_LINKS = 2_000_000;

    private static final String WORD = "[\\p{L}\\p{N}_.:+-]{1,60}";

    private final String file;
    private final Map<String, Integer> lines = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    Drawing(String file) {
        this.file = file;
    }

    /** What is wrong in a line of the file; 0 where no line can be named. */
    InvalidTopology wrong(int line, String what) {
        return new InvalidTopology(file + (line > 0 ? ", line " + line : "") + ": " + what);
    }

    /** A node, unless it has been named before. */
    void node(String name, int line) {
        if (lines.containsKey(name)) {
            return;
        }
        if (!name.matches(WORD)) {
            throw wrong(
                    line,
                    "a node is named by a word of letters, digits and _ . : + -, not '" + InvalidTopology.oneLine(name)
                            + "'");
        }
        lines.put(name, line);
        names.add(name);
    }

    /** A node that must not have been named before. */
    void newNode(String name, int line) {
        if (lines.containsKey(name)) {
            throw wrong(
                    line,
                    String.format(
                            Locale.ROOT,
                            "the node of line %d is named %s, too; each has a name of its own",
                            lines.get(name),
                            name));
        }
        node(name, line);
    }

    /**
     * A link.
     *
     * @param key links of the same nodes and key are one; null if each mention is another link
     */
    void link(String one, String other, int line, String key) {
        if (links.size() == MOST_LINKS) {
            throw wrong(line, String.format(Locale.ROOT, "a graph must have at most %,d links", MOST_LINKS));
        }
        links.add(new Link(one, other, line, key));
    }

    /** The graph, which must be simple and connected. */
    Graph graph() {
        if (names.isEmpty()) {
            throw wrong(0, "there is no node; it must be a connected graph of at least one node");
        }
        Map<Set<String>, Link> drawn = new LinkedHashMap<>();
        Map<String, List<String>> adjacent = new HashMap<>();
        for (Link link : links) {
            for (String end : List.of(link.one(), link.other())) {
                if (!lines.containsKey(end)) {
                    throw wrong(
                            link.line(),
                            "a link leads to " + InvalidTopology.oneLine(end) + ", but no node is named so");
                }
            }
            if (link.one().equals(link.other())) {
                throw wrong(link.line(), link.one() + " is linked with itself; a link joins two nodes");
            }
            Link earlier = drawn.putIfAbsent(link.ends(), link);
            if (earlier == null) {
                adjacent.computeIfAbsent(link.one(), name -> new ArrayList<>()).add(link.other());
                adjacent.computeIfAbsent(link.other(), name -> new ArrayList<>())
                        .add(link.one());
            } else if (link.key() == null || !link.key().equals(earlier.key())) {
                throw wrong(
                        link.line(),
                        String.format(
                                Locale.ROOT,
                                "%s and %s are linked already, in line %d; two nodes share at most one link",
                                link.one(),
                                link.other(),
                                earlier.line()));
            }
        }
        Set<String> reached = reached(names.get(0), adjacent);
        for (String name : names) {
            if (!reached.contains(name)) {
                throw wrong(
                        lines.get(name),
                        String.format(
                                Locale.ROOT,
                                "the graph is not connected: no path leads from %s to %s; it must be connected",
                                names.get(0),
                                name));
            }
        }
        return numbered(drawn.values());
    }

    private static Set<String> reached(String first, Map<String, List<String>> adjacent) {
        Set<String> reached = new HashSet<>(Set.of(first));
        Deque<String> next = new ArrayDeque<>(reached);
        while (!next.isEmpty()) {
            for (String neighbour : adjacent.getOrDefault(next.remove(), List.of())) {
                if (reached.add(neighbour)) {
                    next.add(neighbour);
                }
            }
        }
        return reached;
    }

    /** Nodes whose names are exactly the numbers of processes have these; others are numbered as they appear. */
    private Graph numbered(Collection<Link> drawn) {
        Set<String> numbers =
                IntStream.range(0, names.size()).mapToObj(Integer::toString).collect(Collectors.toSet());
        List<String> order = new ArrayList<>(names);
        if (numbers.containsAll(names)) {
            Collections.sort(order, (one, other) -> Integer.compare(Integer.parseInt(one), Integer.parseInt(other)));
        }
        Map<String, Integer> places = new HashMap<>();
        order.forEach(name -> places.put(name, places.size()));
        return Graph.of(
                file,
                order,
                drawn.stream()
                        .map(link -> new Graph.Edge(places.get(link.one()), places.get(link.other())))
                        .toList());
    }
}
