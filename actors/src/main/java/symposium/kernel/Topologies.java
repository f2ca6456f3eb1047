package symposium.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Topologies by the names under which command lines and configurations know them, and which of them an algorithm runs on. */
public final class Topologies {

    /** How a grid is named. */
    public static final String GRID = "grid:RxC";

    private static final Pattern GRID_OF = Pattern.compile("grid:([0-9]{1,5})x([0-9]{1,5})");
    private static final Pattern LINK = Pattern.compile("\\s*([0-9]{1,9})\\s*-\\s*([0-9]{1,9})\\s*");

    private Topologies() {}

    /** Every name, {@link #GRID} standing for all grids. */
    public static List<String> names() {
        return Stream.concat(Stream.of(Shape.values()).map(Shape::toString), Stream.of(GRID))
                .distinct()
                .toList();
    }

    /** The topology of this name; a ring is the one with sides, {@link Shape#RING}, and {@link #forAlgorithm} makes it fit. */
    public static Optional<Topology> named(String name) {
        Matcher grid = GRID_OF.matcher(name);
        if (grid.matches()) {
            int rows = Integer.parseInt(grid.group(1));
            int columns = Integer.parseInt(grid.group(2));
            return rows < 1 || columns < 1 || (long) rows * columns > Integer.MAX_VALUE
                    ? Optional.empty()
                    : Optional.of(new Grid(rows, columns));
        }
        return Stream.<Topology>of(Shape.values())
                .filter(shape -> shape.toString().equals(name))
                .findFirst();
    }

    /**
     * The graph of these links between processes 0 to {@code processes} - 1.
     *
     * @param name where it comes from, as reports name it
     * @param links each as two numbers with a hyphen between, such as {@code 0-1}
     * @throws IllegalArgumentException when one is none, or {@link Graph#of} refuses them; the message says which
     */
    public static Graph ofLinks(String name, int processes, List<String> links) {
        List<Graph.Edge> edges = new ArrayList<>();
        for (String link : links) {
            Matcher numbers = LINK.matcher(link);
            if (!numbers.matches()) {
                throw new IllegalArgumentException("'" + link + "' is no link: it is two numbers such as 0-1");
            }
            Graph.Edge edge = new Graph.Edge(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)));
            if (Math.max(edge.one(), edge.other()) >= processes) {
                throw new IllegalArgumentException(
                        "'" + link + "' leads to a process that is not there: they are 0 to " + (processes - 1));
            }
            edges.add(edge);
        }
        return Graph.of(name, processes, edges);
    }

    /**
     * This topology as the algorithm runs on it; empty when it does not. A ring has sides for those who need them, and is a graph like any
     * other for the others.
     */
    public static Optional<Topology> forAlgorithm(Algorithm<?, ?, ?, ?, ?> algorithm, Topology topology) {
        if (algorithm.topologies().contains(topology)) {
            return Optional.of(topology);
        }
        if (topology == Shape.RING) {
            return forAlgorithm(algorithm, Shape.CYCLE);
        }
        return algorithm.anyGraph() ? Optional.of(topology) : Optional.empty();
    }

    /** What the algorithm runs on, in words. */
    public static String wantedBy(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.anyGraph()
                ? "every connected graph"
                : String.join(
                        ", ",
                        algorithm.topologies().stream()
                                .map(Topology::toString)
                                .distinct()
                                .toList());
    }
}
