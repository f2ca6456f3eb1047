package symposium.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import symposium.arbitration.Dining;
import symposium.arbitration.Seats;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.topology.Graph;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;

/** What of all topologies an algorithm runs on, and graphs that are written down as a list of links. */
public final class Fitting {

    private static final Pattern LINK = Pattern.compile("\\s*([0-9]{1,9})\\s*-\\s*([0-9]{1,9})\\s*");

    private Fitting() {}

    /**
     * This topology as the algorithm runs on it; empty when it does not. A ring has sides for those who need them, and
     * is a graph like any other for the others. A table's orders matter to philosophers alone; others see the graph,
     * which has to be connected.
     */
    public static Optional<Topology> of(Algorithm<?, ?, ?, ?, ?> algorithm, Topology topology) {
        if (topology instanceof Seats seats && !(algorithm.problem() instanceof Dining)) {
            return seats.graph().flatMap(graph -> of(algorithm, graph));
        }
        if (algorithm.system().topologies().contains(topology)) {
            return Optional.of(topology);
        }
        if (topology == Shape.RING) {
            return of(algorithm, Shape.CYCLE);
        }
        return algorithm.system().anyGraph() ? Optional.of(topology) : Optional.empty();
    }

    /** What the algorithm runs on, in words. */
    public static String wantedBy(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.system().anyGraph()
                ? "every connected graph"
                : algorithm.system().topologies().stream()
                        .map(Topology::toString)
                        .distinct()
                        .collect(Collectors.joining(", "));
    }

    /**
     * The graph of these links between processes 0 to {@code processes} - 1.
     *
     * @param name where it comes from, as reports name it
     * @param links each as two numbers with a hyphen between, such as {@code 0-1}
     * @throws InvalidTopology when one is none, or they make no simple, connected graph; the message says why
     */
    public static Graph ofLinks(String name, int processes, List<String> links) {
        List<Graph.Edge> edges = new ArrayList<>();
        for (String link : links) {
            Matcher numbers = LINK.matcher(link);
            if (!numbers.matches()) {
                throw new InvalidTopology(
                        "'" + InvalidTopology.oneLine(link) + "' is no link: it is two numbers such as 0-1");
            }
            Graph.Edge edge = new Graph.Edge(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)));
            if (Math.max(edge.one(), edge.other()) >= processes) {
                throw new InvalidTopology("'" + InvalidTopology.oneLine(link)
                        + "' leads to a process that is not there: they are 0 to " + (processes - 1));
            }
            edges.add(edge);
        }
        try {
            return Graph.of(name, processes, edges);
        } catch (IllegalArgumentException unfit) {
            throw new InvalidTopology(unfit.getMessage());
        }
    }
}
