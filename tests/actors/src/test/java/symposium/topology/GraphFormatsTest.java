package symposium.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.topology.Graph;

/**
 * A file is read whole: random graphs are written down in every form of a format, and reading must give back each of
 * their edges.
 */
@Tag("fast")
class GraphFormatsTest {

    private static final int FILES = 400;

    private static Set<String> edges(Graph graph) {
        return graph.edges().stream()
                .map(edge -> edge(graph.nodes().get(edge.one()), graph.nodes().get(edge.other())))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String edge(String one, String other) {
        return one.compareTo(other) < 0 ? one + "--" + other : other + "--" + one;
    }

    private static Set<String> words(String words) {
        return words.isEmpty()
                ? Set.of()
                : List.of(words.split(" ")).stream()
                        .map(each -> edge(each.split("--")[0], each.split("--")[1]))
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    // --- DOT, one form at a time; Graphviz finds these edges

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    graph { a -- b -- c -- d; a -- {c d} }               | a--b b--c c--d a--c a--d
                    graph { α -- β -- 節点_1 }                            | α--β β--節点_1
                    graph { a -- b } // the end                          | a--b
                    graph { a -- b } # the end~# of it                   | !
                    graph { a -- b }~# the end                           | a--b
                    graph { a -- b } /* the end */                       | a--b
                    graph { "one" -- "on" + "e2" /* + */ + "" }          | one--one2
                    strict graph { a -- b; b -- a; a -- b -- a }         | a--b
                    STRICT Graph "a b" { A -- b; }                       | A--b
                    graph { a [label=<<b>x</b> > "y">]; a -- b }         | !
                    graph { a [label=<<b>x</b> "y" <!-- > -->>]; a -- b }| a--b
                    graph { a, b -- c, d:n:sw }                          | a--c a--d b--c b--d
                    graph { a:x -- b:"y":n [headport=n][key=k,a=b;c=d] } | a--b
                    graph { {a b} -- {c d} -- e }                        | a--c a--d b--c b--d c--e d--e
                    graph { subgraph x { a b } c -- subgraph x { d } }   | c--a c--b c--d
                    graph { { subgraph x { a } } c -- subgraph x { d } } | !
                    graph { subgraph { a -- b } -- c }                   | a--b a--c b--c
                    graph { a -- { b -- { c d } } }                      | a--b a--c a--d b--c b--d
                    graph { a=b; c -- d; node [x=y]; edge [] graph[z=1] }| c--d
                    graph { -1 -- .5 -- 1. -- 2.25 }                     | -1--.5 .5--1. 1.--2.25
                    graph{1--2--3--"1"}                                  | 1--2 2--3 1--3
                    graph { a -- b [key=1]; b -- a [key=1] }             | a--b
                    graph { "graph" -- "node"; "edge" -- "graph" }       | graph--node graph--edge
                    graph { "a\\~b" -- c }                                | ab--c
                    graph { a;;; -- b }                                  | !
                    graph { a -- b [label="-> # // /* {"]; ; }           | a--b
                    graph { a-- b ; b--c }                               | a--b b--c
                    graph { a--{} ; a -- b }                             | a--b
                    graph { a -- {b; c;} -- d -- {e;}; {x [y=z]} -- {m n} [w=5]; a -- x } | a--b a--c b--d c--d d--e x--m x--n a--x
                    graph P {~graph [bb="0,0,2.9"];~node [label="\\N"];~a~[h=0.5,~l=a];~a -- b~} | a--b
                    """)
    void everyFormOfDotIsRead(String text, String wanted) {
        String dot = text.replace('~', '\n');
        if (wanted.equals("!")) {
            assertThrows(InvalidTopology.class, () -> GraphFile.parse("x.gv", dot));
        } else {
            assertEquals(words(wanted), edges(GraphFile.parse("x.gv", dot)));
            assertEquals(words(wanted), edges(GraphFile.parse("x", dot)), "by what it holds");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    graph {~a -- b;~a -- b }       | line 3: a and b are linked already, in line 2
                    graph {~a -- {a b} }           | line 2: a is linked with itself
                    graph {~a -- b [key=1]~a -- b} | line 3: a and b are linked already, in line 2
                    graph { a -- b } }             | line 1: the graph has ended before; there must be one graph
                    graph {~/*~a -- b }            | line 2: this is not DOT: a comment must end with */
                    graph {~a -- "b }              | line 2: this is not DOT: a string must end with "
                    graph {~a [b=<x] }             | line 2: this is not DOT: a label in HTML must end with >
                    graph {~a -- 1b }              | line 2: this is not DOT: '1b' must be in quotes, because it begins as a number
                    graph {~a -- b.c }             | line 2: this is not DOT: '.' must be in quotes
                    graph {~a -- b~                | line 2: this is not DOT: a node must be here, not the end of the file
                    graph {~a [b] }                | line 2: this is not DOT: = must be here, not ']'
                    graph {~node }                 | line 2: this is not DOT: [ must be here, not '}'
                    graph {~a -- node }            | line 2: this is not DOT: a node must be here, not 'node'
                    graph {~"a" + b }              | line 2: this is not DOT: a string in quotes must be here, not 'b'
                    graph x y {                    | line 1: this is not DOT: { must be here, not 'y'
                    graph {~{a -> b} }             | line 2: this graph is directed
                    strict digraph {~}             | line 1: this graph is directed
                    """)
    void whatIsNotDotIsRefusedWithItsLine(String text, String wanted) {
        String line = assertThrows(InvalidTopology.class, () -> GraphFile.parse("x.gv", text.replace('~', '\n')))
                .getMessage();
        assertTrue(line.startsWith("x.gv, " + wanted), line);
    }

    @Test
    void subgraphsThatAreNestedTooDeepAreRefused() {
        assertEquals(
                Set.of("a--b"), edges(GraphFile.parse("x.gv", "graph " + "{".repeat(400) + "a--b" + "}".repeat(400))));
        String line = assertThrows(
                        InvalidTopology.class,
                        () -> GraphFile.parse("x.gv", "graph " + "{".repeat(100_000) + "a--b" + "}".repeat(100_000)))
                .getMessage();
        assertEquals("x.gv, line 1: subgraphs must not be nested deeper than 500", line);
    }

    @Test
    void aGraphOfTooManyLinksIsRefused() {
        String nodes = IntStream.range(0, 2_000).mapToObj(node -> "n" + node).collect(Collectors.joining(" "));
        String line = assertThrows(
                        InvalidTopology.class,
                        () -> GraphFile.parse(
                                "x.gv", "strict graph { {" + nodes + "} -- {" + nodes.replace('n', 'm') + "} }"))
                .getMessage();
        assertEquals("x.gv, line 1: a graph must have at most 2,000,000 links", line);
    }

    // --- GraphML

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "<key id='d0' for='node' attr.name='weight' attr.type='no such type'/>",
                "<key id='d0'/>",
                "<key id='d0' for='all' yfiles.type='nodegraphics'><default><b>1</b></default></key>",
                "<key id='d0' for='node' attr.name='ID' attr.type='string'/>",
                "<desc>text <node id='z'/></desc><data key='unknown'><node id='y'/></data>",
                "<y:node xmlns:y='urn:other' id='y'/><!-- <node id='w'/> --><extra><node id='a'/></extra>"
            })
    void keysAndDataOfGraphMlAreIgnored(String ignored) {
        boolean unknown = ignored.contains("extra");
        String text = "<?xml version='1.0' encoding='UTF-8'?>\n<graphml xmlns='http://graphml.graphdrawing.org/xmlns'>"
                + ignored.replace("<extra><node id='a'/></extra>", "")
                + "<graph edgedefault='undirected'><edge source='a' target='b'/>"
                + "<node id='a'><data key='d0'>1</data><port name='n'/></node>"
                + (unknown ? "<node id='b'/>" : "<node id='b'><data key='d0'><node id='x'/></data></node>")
                + "</graph></graphml>";

        assertEquals(Set.of("a--b"), edges(GraphFile.parse("x.graphml", text)));
        assertEquals(Set.of("a--b"), edges(GraphFile.parse("x", text)), "by what it holds");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    <hyperedge><endpoint node='a'/><endpoint node='b' type='undir'/></hyperedge>  | a--b
                    <edge source='a' target='b' sourceport='n' directed='false'/>                 | a--b
                    <edge source='a' target='b' directed='0'/>                                    | a--b
                    <node id='c'><graph edgedefault='directed'><node id='c::d'/></graph></node><edge source='a' target='b'/><edge source='a' target='c'/><edge source='c' target='c::d' /> | a--b a--c c--c::d
                    """)
    void everyFormOfGraphMlIsRead(String within, String wanted) {
        String text =
                "<graphml><graph edgedefault='undirected'><node id='a'/><node id='b'/>" + within + "</graph></graphml>";
        Set<String> edges = new LinkedHashSet<>(edges(GraphFile.parse("x.graphml", text)));

        assertEquals(words(wanted), edges);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    <edge source='a' target='b' directed='1'/>                       | this graph is directed
                    <edge source='a'/>                                               | this is not GraphML: an edge must have the attribute target
                    <node/>                                                          | this is not GraphML: a node must have the attribute id
                    <hyperedge><endpoint node='a'/></hyperedge>                      | a hyperedge must have two endpoints, not 1
                    <hyperedge><endpoint node='a' type='in'/></hyperedge>            | this graph is directed
                    <node id='c'><locator href='other.graphml'/></node>              | a part of the graph is in another file
                    </graph><graph>                                                  | the graph has ended before; there must be one graph
                    <node id='c'><graph edgedefault='directed'><edge source='a' target='b'/></graph></node> | this graph is directed
                    """)
    void whatIsNotAnUndirectedGraphInGraphMlIsRefused(String within, String wanted) {
        String text = "<graphml><graph edgedefault='undirected'><node id='a'/><node id='b'/>\n" + within
                + "</graph></graphml>";
        String line = assertThrows(InvalidTopology.class, () -> GraphFile.parse("x.graphml", text))
                .getMessage();

        assertTrue(line.startsWith("x.graphml, line 2: " + wanted), line);
    }

    @Test
    void anotherKindOfXmlIsRefused() {
        String line = assertThrows(InvalidTopology.class, () -> GraphFile.parse("x.xml", "<html/>"))
                .getMessage();

        assertEquals("x.xml, line 1: this is not GraphML: the first element must be graphml, not html", line);
    }

    // --- all forms at once

    /** A format, and how a graph is written in it: each edge once, in one of the forms that the format has. */
    enum Format {
        DOT(GraphFormatsTest::dot),
        GRAPHML(GraphFormatsTest::graphMl),
        EDGES(GraphFormatsTest::edgeList);

        private final BiFunction<List<String[]>, Random, String> writer;

        Format(BiFunction<List<String[]>, Random, String> writer) {
            this.writer = writer;
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyEdgeThatIsWrittenIsRead(Format format) {
        long first = System.nanoTime();
        for (long seed = first; seed < first + FILES; seed++) {
            Random random = new Random(seed);
            List<String[]> edges = connected(2 + random.nextInt(12), random);
            String text = format.writer.apply(edges, random);
            assertEquals(
                    edges.stream().map(edge -> edge(edge[0], edge[1])).collect(Collectors.toCollection(TreeSet::new)),
                    edges(GraphFile.parse("x." + format, text)),
                    "seed " + seed + "\n" + text);
        }
    }

    private static List<String[]> connected(int nodes, Random random) {
        List<String[]> edges = new ArrayList<>();
        for (int node = 1; node < nodes; node++) {
            int to = random.nextInt(node);
            for (int other = 0; other < node; other++) {
                if (other == to || random.nextInt(4) == 0) {
                    edges.add(new String[] {"n" + node, "n" + other});
                }
            }
        }
        Collections.shuffle(edges, random);
        return edges;
    }

    private static String one(Random random, String... of) {
        return of[random.nextInt(of.length)];
    }

    private static String blank(Random random) {
        return one(random, " ", "\n", "/* a -- b; */", " // a -- b\n", "\n# a -- b\n", "\t", "\r\n");
    }

    /** Chains where the next edge begins at the end of the last one, stars where it begins at the same node. */
    private static String dot(List<String[]> edges, Random random) {
        StringBuilder text = new StringBuilder(one(random, "graph", "strict graph g", "Graph \"x -- y\""))
                .append(blank(random))
                .append('{');
        List<String[]> left = new ArrayList<>(edges);
        while (!left.isEmpty()) {
            String[] edge = left.remove(left.size() - 1);
            String group;
            if (random.nextBoolean()) {
                StringBuilder chain = new StringBuilder(node(edge[0], random) + "--" + node(edge[1], random));
                String end = edge[1];
                for (String[] next = take(left, end); next != null; next = take(left, end)) {
                    end = next[0].equals(end) ? next[1] : next[0];
                    chain.append(blank(random))
                            .append("--")
                            .append(blank(random))
                            .append(node(end, random));
                }
                group = chain.toString();
            } else {
                List<String> ends = new ArrayList<>(List.of(edge[1]));
                for (String[] next = take(left, edge[0]); next != null; next = take(left, edge[0])) {
                    ends.add(next[0].equals(edge[0]) ? next[1] : next[0]);
                }
                List<String> written =
                        ends.stream().map(end -> node(end, random)).toList();
                group = node(edge[0], random) + blank(random) + "--"
                        + (random.nextBoolean()
                                ? String.join(blank(random) + ",", written)
                                : one(random, "{", "subgraph {", "subgraph s" + left.size() + "{")
                                        + String.join(one(random, ";", " ", "\n"), written) + "}");
            }
            String attributes =
                    one(random, "", "[a=b]", "[label=<<i>-- \"</i>>, b=\"}\" + \"]\"]", "[x=1;y=-.5][z=α]", "[]");
            String statement = group + attributes + one(random, ";", "\n", " ", ";\n");
            text.append(random.nextInt(4) == 0 ? "{" + statement + "}" : statement)
                    .append(one(random, "", "node [a=\"b -- c\"];", "a = b;", blank(random)));
        }
        return text.append("}")
                .append(one(random, "", "\n", " // end", "\n# end", "/* end */"))
                .toString();
    }

    private static String[] take(List<String[]> from, String node) {
        for (String[] edge : from) {
            if (edge[0].equals(node) || edge[1].equals(node)) {
                from.remove(edge);
                return edge;
            }
        }
        return null;
    }

    private static String node(String name, Random random) {
        String port = one(random, "", "", ":p", ":p:n", " : \"q -- r\"");
        int cut = random.nextInt(name.length() + 1);
        return one(
                        random,
                        name,
                        '"' + name + '"',
                        '"' + name.substring(0, cut) + "\" + \"" + name.substring(cut) + '"',
                        '"' + name.substring(0, cut) + "\\\n" + name.substring(cut) + '"')
                + port;
    }

    private static String graphMl(List<String[]> edges, Random random) {
        List<String> elements = new ArrayList<>();
        edges.stream()
                .flatMap(Stream::of)
                .distinct()
                .forEach(node -> elements.add("<node id='" + node + "'>"
                        + one(
                                random,
                                "",
                                "<data key='k'>edge <b/></data>",
                                "<port name='p'/>",
                                "<!-- <node id='x'/> -->")
                        + "</node>"));
        for (String[] edge : edges) {
            elements.add(one(
                            random,
                            "<edge source='%s' target='%s'/>",
                            "<edge id='e' directed='false' target=\"%s\" source=\"%s\"><data key='k'><edge/></data></edge>",
                            "<hyperedge><endpoint node='%s'/><desc>x</desc><endpoint node='%s'/></hyperedge>")
                    .formatted((Object[]) edge));
        }
        Collections.shuffle(elements, random);
        return one(random, "", "<?xml version='1.0'?>\n")
                + one(random, "<graphml>", "<graphml xmlns='http://graphml.graphdrawing.org/xmlns'>")
                + one(random, "", "<key id='k' for='all' attr.type='x'><default>1</default></key>")
                + "<graph edgedefault='undirected'>" + String.join(one(random, "", "\n"), elements)
                + "</graph></graphml>";
    }

    private static String edgeList(List<String[]> edges, Random random) {
        return edges.stream()
                .map(edge -> one(random, "", "# a b\n", "\n")
                        + one(random, "", " ")
                        + edge[0]
                        + one(random, " ", "\t", ",", " , ")
                        + edge[1]
                        + one(random, "", " ", " # c d"))
                .collect(Collectors.joining("\n"));
    }
}
