package symposium.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.arbitration.Seats;
import symposium.kernel.topology.Graph;

@Tag("fast")
class GraphFileTest {

    private static final String GRAPHML = "<graphml xmlns='http://graphml.graphdrawing.org/xmlns'>\n"
            + "<graph edgedefault='undirected'>\n<node id='a'/>\n<!-- <node id='x'/> -->\n<node id='b'/>\n";

    private static String links(Graph graph) {
        return graph.edges().stream()
                .map(edge -> graph.nodes().get(edge.one()) + graph.nodes().get(edge.other()))
                .toList()
                .toString();
    }

    @Test
    void dotIsRead() {
        Graph graph = GraphFile.parse(
                "x.dot",
                "/* a -- z */ strict graph G {\n node [shape=box];\n a -- b -- \"c\" [label=\"b -> c\"] // x\n c -- a\n }");

        assertEquals(List.of("a", "b", "c"), graph.nodes());
        assertEquals("[ab, ac, bc]", links(graph));
        assertEquals("x.dot", graph.toString());
    }

    @Test
    void graphMlIsRead() {
        Graph graph = GraphFile.parse("x.graphml", GRAPHML + "<edge source='a' target='b'/>\n</graph>\n</graphml>");

        assertEquals("[ab]", links(graph));
    }

    @Test
    void aListOfEdgesIsRead() {
        Graph graph = GraphFile.parse("x.txt", "# a path\nb a\n\na, c # the end\n");

        assertEquals(List.of("b", "a", "c"), graph.nodes());
        assertEquals("[ba, ac]", links(graph));
        assertEquals(
                List.of("a", "b"), GraphFile.parse("x", "\n# one link\na b").nodes());
        assertEquals(List.of("only"), GraphFile.parse("x", "only").nodes());
    }

    @Test
    void namesThatAreExactlyTheNumbersOfTheProcessesAreTheirs() {
        assertEquals(List.of("0", "1", "2"), GraphFile.parse("x", "2 1\n1 0\n").nodes());
        assertEquals(List.of("3", "2", "1"), GraphFile.parse("x", "3 2\n2 1\n").nodes());
    }

    @Test
    void whatAFileHoldsIsSeenWhereItsNameDoesNotSay() {
        assertEquals("[ab]", links(GraphFile.parse("x", "graph {\na -- b\n}")));
        assertEquals("[ab]", links(GraphFile.parse("x", GRAPHML + "<edge source='a' target='b'/></graph></graphml>")));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    x     | 0 1;2 3         | x, line 2: the graph is not connected: no path leads from 0 to 2
                    x     | 0 1;1 1         | x, line 2: 1 is linked with itself
                    x     | 0 1;;1 0        | x, line 3: 1 and 0 are linked already, in line 1
                    x     | 0 1;1 2 3       | x, line 2: a line names two nodes, not '1 2 3'
                    x     | 0 1;c           | x, line 2: a line names two nodes, not 'c'; it must be a list of edges
                    x     | a,              | x, line 1: a node is named by a word
                    x     | a ?;            | x, line 1: a node is named by a word
                    x     | ;;              | x: is empty
                    x.dot | graph {;a -- b;b -- b;}           | x.dot, line 3: b is linked with itself
                    x.dot | graph {;a -- b;c -- d;}           | x.dot, line 3: the graph is not connected
                    x.dot | graph {;a -- b;/* ; */ b -- a;}   | x.dot, line 4: b and a are linked already, in line 2
                    x.dot | graph {;a -- ;}                   | x.dot, line 3: this is not DOT
                    x.dot | graph {;a -- b                    | x.dot, line 2: this is not DOT
                    x.dot | digraph {;a -> b;}                | x.dot, line 1: this graph is directed
                    x.dot | graph {;a -> b;}                  | x.dot, line 2: this graph is directed
                    x.dot | graph { a -- b };graph { c -- d } | x.dot, line 2: the graph has ended before
                    x.dot | graph {;"a b" -- c;}              | x.dot, line 2: a node is named by a word
                    x.dot | graph {;}                         | x.dot: there is no node
                    """)
    void whatIsWrongIsToldWithItsLine(String name, String text, String wanted) {
        assertRefused(name, text.replace(';', '\n'), wanted);
    }

    @Test
    void whatIsWrongInGraphMlIsToldWithItsLine() {
        String end = "</graph>\n</graphml>";
        assertRefused(
                "x.xml", GRAPHML + "<edge source='a' target='a'/>\n" + end, "x.xml, line 6: a is linked with itself");
        assertRefused("x.xml", GRAPHML + "<edge source='a' target='c'/>\n" + end, "x.xml, line 6: a link leads to c");
        assertRefused("x.xml", GRAPHML + end, "x.xml, line 5: the graph is not connected");
        assertRefused("x.xml", GRAPHML + "<node id='a'/>\n" + end, "x.xml, line 6: the node of line 3 is named a, too");
        assertRefused("x.xml", GRAPHML + "<edge>\n" + end, "x.xml");
        assertRefused("x.xml", GRAPHML + "<edge source=a/>\n", "x.xml, line 6: this is not GraphML");
        assertRefused(
                "x.xml",
                GRAPHML.replace("undirected", "directed") + "<edge source='a' target='b'/>" + end,
                "x.xml, line 2: this graph is directed");
        assertRefused("x.xml", "<!DOCTYPE x>\n" + GRAPHML + end, "x.xml, line 1: a document type is not allowed");
        assertRefused(
                "x.xml",
                "<?x <!-- ?><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><?x --> ?>\n" + GRAPHML + end,
                "x.xml, line 1: a document type is not allowed");
    }

    private static void assertRefused(String name, String text, String wanted) {
        String line = assertThrows(InvalidTopology.class, () -> GraphFile.parse(name, text))
                .getMessage();
        assertTrue(line.startsWith(wanted), line);
        assertEquals(1, line.lines().count());
    }

    @Test
    void aFileThatIsNoneIsToldOf(@TempDir Path directory) throws IOException {
        Path binary = Files.write(directory.resolve("x.dot"), new byte[] {(byte) 0xC3, (byte) 0x28, 0});

        assertRead(directory.resolve("none").toString(), "there is no such file");
        assertRead(binary.toString(), "must be text in UTF-8");
        assertRead(directory.toString(), "cannot be read");
    }

    @Test
    void aFileIsReadInTheEncodingThatItDeclares(@TempDir Path directory) throws IOException {
        String dot = "graph { charset=\"latin1\"; \u00e9 -- b }";
        String xml = "<?xml version='1.0' encoding='%s'?>\n<graphml><graph><node id='\u00e9'/></graph></graphml>";

        assertNode(directory.resolve("a.gv"), dot.getBytes(StandardCharsets.ISO_8859_1));
        assertNode(directory.resolve("b.gv"), ("\uFEFF" + dot).getBytes(StandardCharsets.UTF_8));
        assertNode(directory.resolve("c.gv"), dot.getBytes(StandardCharsets.UTF_16));
        assertNode(directory.resolve("d.gv"), ("\uFEFF" + dot).getBytes(StandardCharsets.UTF_16LE));
        assertNode(directory.resolve("e.graphml"), xml.formatted("ISO-8859-15").getBytes("ISO-8859-15"));
        assertNode(directory.resolve("f.graphml"), xml.formatted("UTF-16").getBytes(StandardCharsets.UTF_16));
        assertNode(directory.resolve("g.graphml"), xml.formatted("utf-8").getBytes(StandardCharsets.UTF_8));
    }

    /** A comment ends with its line, whatever ends a line. */
    @Test
    void linesMayEndAsOnAnySystem(@TempDir Path directory) throws IOException {
        for (String end : List.of("\n", "\r\n", "\r")) {
            Path dot = directory.resolve("a.gv");
            Files.writeString(dot, String.join(end, "# a graph", "graph {", "a -- b // one", "b -- c", "}"));
            assertEquals("[ab, bc]", links((Graph) TopologyFile.read(dot.toString())));
            Path edges = directory.resolve("a.txt");
            Files.writeString(edges, String.join(end, "# a graph", "a b # one", "b c"));
            assertEquals("[ab, bc]", links((Graph) TopologyFile.read(edges.toString())));
            Path table = directory.resolve("a.table");
            Files.writeString(table, String.join(end, "# a table", "a: b", "b: a c # two", "c: b"));
            assertEquals(
                    3, ((Seats) TopologyFile.read(table.toString())).table().size());
        }
    }

    private static void assertNode(Path file, byte[] bytes) throws IOException {
        Graph graph = (Graph) TopologyFile.read(Files.write(file, bytes).toString());

        assertEquals("\u00e9", graph.nodes().get(0), file.toString());
    }

    private static void assertRead(String file, String wanted) {
        String line = assertThrows(InvalidTopology.class, () -> TopologyFile.read(file))
                .getMessage();
        assertTrue(line.startsWith(file + ": " + wanted), line);
    }

    @Test
    void topologiesGoByName() {
        assertEquals("grid:2x3", Topologies.named("grid:2x3").of(6).toString());
        assertEquals(6, Topologies.named("grid:2x3").processes().orElseThrow());
        assertEquals(10, Topologies.named("Petersen").processes().orElseThrow());
        assertTrue(Topologies.named("ring").processes().isEmpty());
        for (String wrong : List.of("grid:0x3", "grid:3", "random:", "random:0", "random:x", "circle", "no/such.dot")) {
            assertThrows(InvalidTopology.class, () -> Topologies.named(wrong), wrong);
        }
    }

    @Test
    void graphsAtRandomAreConnectedAndAsDenseAsAsked() {
        for (int nodes : IntStream.rangeClosed(1, 40).toArray()) {
            assertEquals(
                    nodes, RandomGraph.of("random", nodes, 3, nodes).nodes().size());
        }
        assertEquals(200, RandomGraph.of("random", 100, 4, 1).edges().size());
        assertEquals(99, RandomGraph.of("random", 100, 1, 1).edges().size());
        assertEquals(10, RandomGraph.of("random", 5, 99, 1).edges().size());
        assertEquals(
                RandomGraph.of("r", 50, 4, 7),
                Topologies.named("random:4:7").of(50) instanceof Graph graph
                        ? new Graph("r", graph.nodes(), graph.adjacent())
                        : null);
    }
}
