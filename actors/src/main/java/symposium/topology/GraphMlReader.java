package symposium.topology;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reads an undirected graph in GraphML: nodes and edges, those of nested graphs too, and hyperedges with two ends.
 * Keys, data, ports and elements of other namespaces are ignored.
 *
 * <p>A document type is refused, because its entities may be files, or of any length.
 *
 * @see <a href="http://graphml.graphdrawing.org/specification.html">The GraphML file format</a>
 */
final class GraphMlReader extends DefaultHandler {

    private static final String NO_GRAPHML = "this is not GraphML: ";

    private final Drawing drawing;
    private Locator locator;
    private String namespace;
    /** How many elements of data or of other namespaces are open. */
    private int ignored;

    private boolean ended;
    /** For each graph that is open, the line that makes its edges directed unless they say otherwise, or 0. */
    private final Deque<Integer> directed = new ArrayDeque<>();
    /** The ends of the hyperedge that is open, or null. */
    private List<String> hyperedge;

    private GraphMlReader(Drawing drawing) {
        this.drawing = drawing;
    }

    /**
     * Draws the graph in a text.
     *
     * @throws InvalidTopology when the text is not GraphML, or the graph is directed
     */
    static void read(String text, Drawing drawing) {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.newSAXParser().parse(new InputSource(new StringReader(text)), new GraphMlReader(drawing));
        } catch (SAXParseException malformed) {
            throw drawing.wrong(
                    malformed.getLineNumber(),
                    malformed.getMessage().contains("DOCTYPE")
                            ? "a document type is not allowed in GraphML"
                            : NO_GRAPHML + InvalidTopology.oneLine(malformed.getMessage()));
        } catch (SAXException | ParserConfigurationException | IOException impossible) {
            throw drawing.wrong(0, NO_GRAPHML + InvalidTopology.oneLine(String.valueOf(impossible.getMessage())));
        }
    }

    @Override
    public void setDocumentLocator(Locator locator) {
        this.locator = locator;
    }

    @Override
    public void startElement(String uri, String name, String qualified, Attributes attributes) {
        if (namespace == null) {
            if (!name.equals("graphml")) {
                throw wrong(NO_GRAPHML + "the first element must be graphml, not " + InvalidTopology.oneLine(name));
            }
            namespace = uri;
        } else if (ignored > 0
                || !uri.equals(namespace)
                || Set.of("data", "key", "desc").contains(name)) {
            ignored++;
        } else {
            element(name, attributes);
        }
    }

    private void element(String name, Attributes attributes) {
        switch (name) {
            case "graph" -> {
                if (ended) {
                    throw wrong("the graph has ended before; there must be one graph");
                }
                directed.push("directed".equals(attributes.getValue("edgedefault")) ? line() : 0);
            }
            case "node" -> drawing.newNode(required(attributes, "id", "a node"), line());
            case "edge" -> edge(attributes);
            case "locator" -> throw wrong("a part of the graph is in another file; one file must have all of it");
            case "hyperedge" -> hyperedge = new ArrayList<>();
            case "endpoint" -> {
                if (Set.of("in", "out").contains(String.valueOf(attributes.getValue("type")))) {
                    throw directed(line());
                }
                if (hyperedge != null) {
                    hyperedge.add(required(attributes, "node", "an endpoint"));
                }
            }
            default -> {
                // Ports, and elements of later versions of the format.
            }
        }
    }

    private void edge(Attributes attributes) {
        String own = attributes.getValue("directed");
        if (own == null && !directed.isEmpty() && directed.peek() > 0) {
            throw directed(directed.peek());
        }
        if (own != null && Set.of("true", "1").contains(own.strip())) {
            throw directed(line());
        }
        drawing.link(
                required(attributes, "source", "an edge"), required(attributes, "target", "an edge"), line(), null);
    }

    @Override
    public void endElement(String uri, String name, String qualified) {
        if (ignored > 0) {
            ignored--;
        } else if (name.equals("graph")) {
            directed.pop();
            ended = directed.isEmpty();
        } else if (name.equals("hyperedge")) {
            if (hyperedge.size() != 2) {
                throw wrong("a hyperedge must have two endpoints, not " + hyperedge.size());
            }
            drawing.link(hyperedge.get(0), hyperedge.get(1), line(), null);
            hyperedge = null;
        }
    }

    /** The parser prints what it thinks of it otherwise. */
    @Override
    public void fatalError(SAXParseException malformed) throws SAXException {
        throw malformed;
    }

    private String required(Attributes attributes, String name, String element) {
        String value = attributes.getValue(name);
        if (value == null) {
            throw wrong(NO_GRAPHML + element + " must have the attribute " + name);
        }
        return value.strip();
    }

    private InvalidTopology directed(int line) {
        return drawing.wrong(line, "this graph is directed; it must have edgedefault=\"undirected\"");
    }

    private InvalidTopology wrong(String what) {
        return drawing.wrong(line(), what);
    }

    private int line() {
        return locator.getLineNumber();
    }
}
