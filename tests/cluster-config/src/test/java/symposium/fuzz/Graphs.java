package symposium.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import symposium.kernel.topology.Graph;
import symposium.kernel.topology.Topology;
import symposium.topology.InvalidTopology;
import symposium.topology.TopologyFile;

/** Files of topologies. */
final class Graphs {

    private Graphs() {}

    /** Reads a file of this name; a graph is written as a list of edges, by numbers, and read again. */
    static void read(String name, byte[] input) throws IOException {
        if (Parsing.fits(input)) {
            Path file = Files.write(OneFile.named(name), input);
            Parsing.read(InvalidTopology.class, () -> TopologyFile.read(file.toString()))
                    .ifPresent(Graphs::use);
        }
    }

    private static void use(Topology topology) {
        if (topology instanceof Graph graph) {
            String edges = graph.edges().isEmpty()
                    ? "0"
                    : graph.edges().stream()
                            .map(edge -> edge.one() + " " + edge.other())
                            .collect(Collectors.joining("\n"));
            Path file = OneFile.named("edges");
            Parsing.same(graph.edges(), () -> ((Graph)
                            TopologyFile.read(Files.writeString(file, edges).toString()))
                    .edges());
            assertEquals("", topology.misfit(graph.nodes().size()).orElse(""));
        }
    }
}
