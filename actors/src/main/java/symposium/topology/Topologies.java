package symposium.topology;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import symposium.arbitration.Seats;
import symposium.kernel.topology.Graph;
import symposium.kernel.topology.Grid;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;

/** Topologies by name. */
public final class Topologies {

    /** How every topology is named, for help and for errors. */
    public static final String NAMES =
            "ring, complete, line, star, tree, petersen, grid:RxC, random:D[:SEED] or a file";

    private static final int PETERSEN = 10;
    private static final int MOST_ROWS = 1_000_000;
    private static final Pattern GRID = Pattern.compile("grid:([0-9]{1,7})x([0-9]{1,7})");
    private static final Pattern RANDOM = Pattern.compile("random:([0-9]{1,5}(?:\\.[0-9]{1,3})?)(?::([0-9]{1,18}))?");

    /**
     * A topology that has been named.
     *
     * @param name as it was written
     * @param processes how many processes there are, where the name says so
     * @param topology by the number of processes
     */
    public record Named(String name, OptionalInt processes, IntFunction<Topology> topology) {

        /** A graph, or a table, of that name. */
        public static Named fixed(String name, Topology topology) {
            int processes = topology instanceof Seats seats
                    ? seats.table().size()
                    : ((Graph) topology).nodes().size();
            return new Named(InvalidTopology.printable(name), OptionalInt.of(processes), any -> topology);
        }

        /**
         * The topology for this number of processes; a random graph is made now.
         *
         * @throws InvalidTopology when a random graph of this number of nodes cannot have the mean degree
         */
        public Topology of(int count) {
            return topology.apply(count);
        }
    }

    private Topologies() {}

    /**
     * The topology of that name; the file of a graph or a table is read. {@code ring} is the ring whose links have
     * sides: see {@link Shape#CYCLE} for the same as a graph.
     *
     * @throws InvalidTopology when nothing is named so, or the file holds neither a graph nor a table
     */
    public static Named named(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        for (Shape shape : Shape.values()) {
            if (shape.toString().equals(lower)) {
                OptionalInt processes = shape == Shape.PETERSEN ? OptionalInt.of(PETERSEN) : OptionalInt.empty();
                return new Named(shape.toString(), processes, any -> shape);
            }
        }
        if (lower.startsWith("grid:")) {
            return grid(text, lower);
        }
        if (lower.startsWith("random:")) {
            return random(text, lower);
        }
        if (looksLikeAFile(text)) {
            return Named.fixed(text, TopologyFile.read(text));
        }
        throw new InvalidTopology("'" + InvalidTopology.oneLine(text) + "' is none of " + NAMES);
    }

    /** The names that have no parameters, for suggestions. */
    public static List<String> plainNames() {
        return List.of("ring", "complete", "line", "star", "tree", "petersen");
    }

    /**
     * The names that a file gives the nodes, in the order of their processes; empty where the names are the numbers.
     */
    public static List<String> names(Topology topology) {
        List<String> nodes = topology instanceof Graph graph
                ? graph.nodes()
                : topology instanceof Seats seats ? seats.table().names() : List.of();
        boolean numbered = IntStream.range(0, nodes.size())
                .allMatch(node -> nodes.get(node).equals(Integer.toString(node)));
        return numbered ? List.of() : nodes;
    }

    private static Named grid(String text, String lower) {
        Matcher matcher = GRID.matcher(lower);
        if (matcher.matches()) {
            int rows = Integer.parseInt(matcher.group(1));
            int columns = Integer.parseInt(matcher.group(2));
            if (rows > 0 && columns > 0 && (long) rows * columns <= MOST_ROWS) {
                return new Named(lower, OptionalInt.of(rows * columns), any -> new Grid(rows, columns));
            }
        }
        throw new InvalidTopology(String.format(
                Locale.ROOT,
                "'%s': must be grid:RxC, R rows and C columns, each from 1, and at most %d nodes",
                InvalidTopology.oneLine(text),
                MOST_ROWS));
    }

    private static Named random(String text, String lower) {
        Matcher matcher = RANDOM.matcher(lower);
        if (!matcher.matches() || Double.parseDouble(matcher.group(1)) < 1) {
            throw new InvalidTopology(String.format(
                    Locale.ROOT,
                    "'%s': must be random:D or random:D:SEED, D the mean degree from 1, SEED a whole number from 0",
                    InvalidTopology.oneLine(text)));
        }
        long seed = matcher.group(2) == null ? 0 : Long.parseLong(matcher.group(2));
        double degree = Double.parseDouble(matcher.group(1));
        return new Named(lower, OptionalInt.empty(), nodes -> {
            if (degree > Math.max(1, nodes - 1)) {
                throw new InvalidTopology(String.format(
                        Locale.ROOT,
                        "'%s': a node of %d has at most %d neighbours; use a smaller mean degree or more nodes",
                        lower,
                        nodes,
                        nodes - 1));
            }
            return RandomGraph.of(lower, nodes, degree, seed);
        });
    }

    private static boolean looksLikeAFile(String text) {
        try {
            return text.contains("/") || text.matches(".+\\.[A-Za-z]+") || Files.exists(Path.of(text));
        } catch (InvalidPathException impossible) {
            return false;
        }
    }
}
