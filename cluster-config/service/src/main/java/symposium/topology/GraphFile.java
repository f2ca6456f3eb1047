package symposium.topology;

import java.io.FilterReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.jgrapht.nio.ImportException;
import org.jgrapht.nio.dot.DOTEventDrivenImporter;
import org.jgrapht.nio.graphml.SimpleGraphMLEventDrivenImporter;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;
import symposium.kernel.topology.Graph;

/**
 * Reads an undirected, simple, connected graph from a file: DOT ({@code .dot}, {@code .gv}), GraphML ({@code .graphml},
 * {@code .xml}), or a list of edges (any other name), unless what the file holds is evidently something else.
 *
 * <p>In a list of edges each line names two nodes, separated by blanks or a comma; {@code #} starts a comment. A list
 * with one word in all is a graph of one node, without edges.
 *
 * <p>Nodes are named by words. If the names are exactly the numbers from 0, each is the number of its process;
 * otherwise the nodes are numbered in the order in which they first appear.
 */
public final class GraphFile {

    private static final Pattern OF_DOT = Pattern.compile(
            "(?is)(?:\\s++|//[^\\n]*\\n|/\\*.*?\\*/|#[^\\n]*\\n)*+" + "(strict\\s+)?(di)?graph\\b[^\\n]*?\\s*(\\{.*)?");

    // Groups are repeated possessively: otherwise each repetition takes some of the stack.

    /** What DOT is made of: comments, strings, arrows, punctuation, and everything else that stands together. */
    private static final Pattern TOKEN =
            Pattern.compile("(?s)//[^\\n]*|/\\*.*?\\*/|(?m:^)#[^\\n]*|\"(?:\\\\.|[^\"\\\\])*+\"|--|->|[{}\\[\\];,:=]|"
                    + "(?:(?!--|->|//|/\\*)[^\\s{}\\[\\];,:=\"])++|.");

    private static final Pattern DOT_ERROR = Pattern.compile("(?s).*?line (\\d+):\\d+ (.*)");

    private static final String NO_GRAPHML = "this is not GraphML: ";

    private final String text;
    private final int[] lineEnds;
    private final Drawing drawing;
    /** The last line of GraphML with a node or an edge that the importer has told of. */
    private int reached;

    private GraphFile(String name, String text) {
        this.text = text;
        this.lineEnds = IntStream.range(0, text.length())
                .filter(at -> text.charAt(at) == '\n')
                .toArray();
        this.drawing = new Drawing(name);
    }

    /**
     * The graph in a text.
     *
     * @param name of the file that the text is from
     * @throws InvalidTopology when it is not such a graph
     */
    static Graph parse(String name, String text) {
        GraphFile file = new GraphFile(name, text);
        if (text.isBlank()) {
            throw file.drawing.wrong(0, "is empty; a graph in DOT, in GraphML, or as a list of edges is expected");
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.matches(".*\\.(dot|gv)") || OF_DOT.matcher(text).matches()) {
            file.readDot();
        } else if (lower.matches(".*\\.(graphml|xml)") || text.stripLeading().startsWith("<")) {
            file.readGraphMl();
        } else {
            file.readEdges();
        }
        return file.drawing.graph();
    }

    // --- DOT

    private record Token(String text, int line, int end) {}

    private void readDot() {
        List<Token> tokens = tokens();
        onlyOneUndirected(tokens);
        Place place = new Place(text, tokens);
        DOTEventDrivenImporter importer = new DOTEventDrivenImporter();
        importer.addVertexConsumer(node -> drawing.node(node, place.line()));
        importer.addEdgeConsumer(edge -> drawing.link(edge.getFirst(), edge.getSecond(), place.line()));
        try {
            importer.importInput(place);
        } catch (ImportException malformed) {
            cause(malformed);
            Matcher error = DOT_ERROR.matcher(String.valueOf(malformed.getMessage()));
            throw error.matches()
                    ? drawing.wrong(
                            Integer.parseInt(error.group(1)),
                            "this is not DOT: " + InvalidTopology.oneLine(error.group(2)))
                    : drawing.wrong(place.line(), "this is not DOT");
        } catch (IndexOutOfBoundsException unfinished) {
            // The importer's own, at "name =" without a value.
            throw drawing.wrong(place.line(), "this is not DOT");
        }
    }

    private List<Token> tokens() {
        return TOKEN.matcher(text)
                .results()
                .filter(found -> !found.group().isBlank() && !found.group().matches("(?s)(//|/\\*|#).*"))
                .map(found -> new Token(found.group(), line(found.start()), found.end()))
                .toList();
    }

    private void onlyOneUndirected(List<Token> tokens) {
        int depth = 0;
        boolean ended = false;
        for (Token token : tokens) {
            if (ended) {
                throw drawing.wrong(token.line(), "the graph has ended before; one graph is expected");
            }
            if (token.text().equals("->") || depth == 0 && token.text().equalsIgnoreCase("digraph")) {
                throw drawing.wrong(
                        token.line(), "this graph is directed; an undirected one is expected: graph, and --");
            }
            if (token.text().equals("{")) {
                depth++;
            } else if (token.text().equals("}")) {
                ended = --depth == 0;
            }
        }
    }

    /**
     * Hands out one character at a time, and knows in which line the importer is: it tells of a statement when it has
     * read one token beyond it.
     */
    private static final class Place extends FilterReader {
        private final List<Token> tokens;
        private int read;
        private int last;

        Place(String text, List<Token> tokens) {
            super(new StringReader(text));
            this.tokens = tokens;
        }

        int line() {
            while (last + 1 < tokens.size() && tokens.get(last + 1).end() <= read) {
                last++;
            }
            return tokens.isEmpty() ? 0 : tokens.get(Math.max(0, last - 1)).line();
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            read += next < 0 ? 0 : 1;
            return next;
        }

        @Override
        public int read(char[] into, int from, int most) throws IOException {
            int got = super.read(into, from, Math.min(most, 1));
            read += Math.max(got, 0);
            return got;
        }
    }

    // --- GraphML

    private void readGraphMl() {
        Tags tags = new Tags();
        try {
            tags.read(text);
        } catch (SAXParseException malformed) {
            throw drawing.wrong(
                    malformed.getLineNumber(),
                    malformed.getMessage().contains("DOCTYPE")
                            ? "a document type is not allowed in GraphML"
                            : NO_GRAPHML + InvalidTopology.oneLine(malformed.getMessage()));
        } catch (SAXException | ParserConfigurationException | IOException impossible) {
            throw drawing.wrong(0, NO_GRAPHML + InvalidTopology.oneLine(String.valueOf(impossible.getMessage())));
        }
        if (tags.directed > 0) {
            throw drawing.wrong(tags.directed, "this graph is directed; edgedefault=\"undirected\" is expected");
        }
        Iterator<Integer> nodeLines = tags.nodes.iterator();
        Iterator<Integer> edgeLines = tags.edges.iterator();
        SimpleGraphMLEventDrivenImporter importer = new SimpleGraphMLEventDrivenImporter();
        importer.setSchemaValidation(false);
        importer.addVertexConsumer(node -> drawing.newNode(node, next(nodeLines)));
        importer.addEdgeConsumer(edge -> drawing.link(edge.getFirst(), edge.getSecond(), next(edgeLines)));
        try {
            importer.importInput(new StringReader(text));
        } catch (ImportException malformed) {
            String why = InvalidTopology.oneLine(String.valueOf(cause(malformed).getMessage()));
            throw drawing.wrong(0, NO_GRAPHML + why + (reached > 0 ? ", after line " + reached : ""));
        }
    }

    private int next(Iterator<Integer> lines) {
        reached = Math.max(reached, lines.hasNext() ? lines.next() : 0);
        return reached;
    }

    /**
     * Where nodes and edges stand. A document type is refused before the importer sees it: its entities may be files,
     * or of any length.
     */
    private static final class Tags extends DefaultHandler {
        private final List<Integer> nodes = new ArrayList<>();
        private final List<Integer> edges = new ArrayList<>();
        private Locator locator;
        /** The first line that says that an edge is directed, or 0. */
        private int directed;

        void read(String text) throws SAXException, ParserConfigurationException, IOException {
            SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.newSAXParser().parse(new InputSource(new StringReader(text)), this);
        }

        @Override
        public void setDocumentLocator(Locator locator) {
            this.locator = locator;
        }

        @Override
        public void startElement(String uri, String name, String qualified, Attributes attributes) {
            if (name.equals("node")) {
                nodes.add(locator.getLineNumber());
            } else if (name.equals("edge")) {
                edges.add(locator.getLineNumber());
            }
            boolean one = "true".equals(attributes.getValue("directed"));
            if (directed == 0 && (one || "directed".equals(attributes.getValue("edgedefault")))) {
                directed = locator.getLineNumber();
            }
        }

        /** The parser prints what it thinks of it otherwise. */
        @Override
        public void fatalError(SAXParseException malformed) throws SAXException {
            throw malformed;
        }
    }

    /** What an importer has met with, unless that is an error that has a line already. */
    private static Throwable cause(ImportException malformed) {
        if (malformed.getCause() instanceof InvalidTopology invalid) {
            throw invalid;
        }
        return malformed.getCause() == null ? malformed : malformed.getCause();
    }

    // --- lists of edges

    private void readEdges() {
        List<String> lines =
                text.lines().map(each -> each.replaceFirst("#.*", "").strip()).toList();
        boolean single = lines.stream().filter(each -> !each.isEmpty()).count() == 1;
        for (int line = 1; line <= lines.size(); line++) {
            String each = lines.get(line - 1);
            String[] words = each.split("\\s*,\\s*|\\s+", -1);
            if (words.length == 2) {
                drawing.node(words[0], line);
                drawing.node(words[1], line);
                drawing.link(words[0], words[1], line);
            } else if (single && words.length == 1) {
                drawing.node(each, line);
            } else if (!each.isEmpty()) {
                throw drawing.wrong(
                        line,
                        "a line names two nodes, not '" + InvalidTopology.oneLine(each)
                                + "'; a list of edges is expected");
            }
        }
    }

    private int line(int position) {
        int found = Arrays.binarySearch(lineEnds, position);
        return 1 + (found >= 0 ? found : -found - 1);
    }
}
