package symposium.graph;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jgrapht.nio.ImportException;
import org.jgrapht.nio.dot.DOTEventDrivenImporter;
import org.jgrapht.nio.graphml.SimpleGraphMLEventDrivenImporter;
import org.xml.sax.SAXParseException;
import symposium.kernel.Graph;

/**
 * Reads an undirected, simple, connected graph from a file: DOT ({@code .dot}, {@code .gv}), GraphML ({@code .graphml}, {@code .xml}), or a
 * list of edges (any other name), unless what the file holds is evidently something else.
 *
 * <p>In a list of edges each line names two nodes, separated by blanks or a comma; {@code #} starts a comment. A list with one word in all
 * is a graph of one node, without edges.
 *
 * <p>Nodes are named by words. If the names are exactly the numbers from 0, each is the number of its process; otherwise the nodes are
 * numbered in the order in which they first appear.
 */
public final class GraphFile {

    private static final Pattern OF_DOT = Pattern.compile(
            "(?is)(\\s|//[^\\n]*\\n|/\\*.*?\\*/|#[^\\n]*\\n)*" + "(strict\\s+)?(di)?graph\\b[^\\n]*?\\s*(\\{.*)?");

    /** What DOT is made of: comments, strings, arrows, punctuation, and everything else that stands together. */
    private static final Pattern TOKEN =
            Pattern.compile("(?s)//[^\\n]*|/\\*.*?\\*/|(?m:^)#[^\\n]*|\"(?:\\\\.|[^\"\\\\])*\"|--|->|[{}\\[\\];,:=]|"
                    + "(?:(?!--|->|//|/\\*)[^\\s{}\\[\\];,:=\"])+|.");

    private static final Pattern XML_COMMENT = Pattern.compile("(?s)<!--.*?-->|<!\\[CDATA\\[.*?]]>");
    private static final Pattern XML_NODE = Pattern.compile("<(?:[\\w.-]+:)?node\\b");
    private static final Pattern XML_EDGE = Pattern.compile("<(?:[\\w.-]+:)?edge\\b");
    private static final Pattern XML_DIRECTED =
            Pattern.compile("\\bdirected\\s*=\\s*[\"']true[\"']" + "|\\bedgedefault\\s*=\\s*[\"']directed[\"']");
    private static final Pattern DOT_ERROR = Pattern.compile("(?s).*?line (\\d+):\\d+ (.*)");

    private final String text;
    private final Drawing drawing;

    private GraphFile(String name, String text) {
        this.text = text;
        this.drawing = new Drawing(name);
    }

    /**
     * The graph in a file; it goes by the name of the file.
     *
     * @throws InvalidTopology when there is no such file, it cannot be read, or what it holds is not such a graph
     */
    public static Graph read(String file) {
        return parse(file, text(file));
    }

    /** The text in a file, its lines ended by a line feed each. */
    static String text(String file) {
        try {
            return Files.readString(Path.of(file), StandardCharsets.UTF_8)
                    .replace("\r\n", "\n")
                    .replace("\uFEFF", "");
        } catch (NoSuchFileException missing) {
            throw new InvalidTopology(file + ": there is no such file");
        } catch (AccessDeniedException denied) {
            throw new InvalidTopology(file + ": cannot be read: permission is denied");
        } catch (CharacterCodingException binary) {
            throw new InvalidTopology(file + ": is not text in UTF-8; DOT, GraphML or a list of edges is wanted");
        } catch (InvalidPathException | IOException unreadable) {
            throw new InvalidTopology(
                    file + ": cannot be read: a file with a graph in DOT, in GraphML, or as a list of edges is wanted");
        }
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
            throw file.drawing.wrong(0, "is empty; a graph in DOT, in GraphML, or as a list of edges is wanted");
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
        Counting reader = new Counting(text);
        Place place = new Place(tokens, reader);
        DOTEventDrivenImporter importer = new DOTEventDrivenImporter();
        importer.addVertexConsumer(node -> drawing.node(node, place.line()));
        importer.addEdgeConsumer(edge -> drawing.link(edge.getFirst(), edge.getSecond(), place.line()));
        try {
            importer.importInput(reader);
        } catch (ImportException malformed) {
            if (malformed.getCause() instanceof InvalidTopology invalid) {
                throw invalid;
            }
            Matcher error = DOT_ERROR.matcher(String.valueOf(malformed.getMessage()));
            throw error.matches()
                    ? drawing.wrong(
                            Integer.parseInt(error.group(1)), "this is not DOT: " + Drawing.oneLine(error.group(2)))
                    : drawing.wrong(place.line(), "this is not DOT");
        }
    }

    private List<Token> tokens() {
        List<Token> tokens = new ArrayList<>();
        int line = 1;
        for (Matcher matcher = TOKEN.matcher(text); matcher.find(); ) {
            String token = matcher.group();
            boolean comment = token.startsWith("//") || token.startsWith("/*") || token.startsWith("#");
            if (!comment && !token.isBlank()) {
                tokens.add(new Token(token, line, matcher.end()));
            }
            line += (int) token.chars().filter(each -> each == '\n').count();
        }
        return tokens;
    }

    private void onlyOneUndirected(List<Token> tokens) {
        int depth = 0;
        boolean ended = false;
        for (Token token : tokens) {
            if (ended) {
                throw drawing.wrong(token.line(), "the graph has ended before; one graph is wanted");
            }
            if (token.text().equals("->") || depth == 0 && token.text().equalsIgnoreCase("digraph")) {
                throw drawing.wrong(token.line(), "this graph is directed; an undirected one is wanted: graph, and --");
            }
            if (token.text().equals("{")) {
                depth++;
            } else if (token.text().equals("}")) {
                ended = --depth == 0;
            }
        }
    }

    /** In which line the importer is: it tells of a statement when it has read one token beyond it. */
    private static final class Place {
        private final List<Token> tokens;
        private final Counting reader;
        private int last;

        Place(List<Token> tokens, Counting reader) {
            this.tokens = tokens;
            this.reader = reader;
        }

        int line() {
            while (last + 1 < tokens.size() && tokens.get(last + 1).end() <= reader.read) {
                last++;
            }
            return tokens.isEmpty() ? 0 : tokens.get(Math.max(0, last - 1)).line();
        }
    }

    /** Hands out one character at a time, and knows how many. */
    private static final class Counting extends Reader {
        private final Reader all;
        private int read;

        Counting(String text) {
            all = new StringReader(text);
        }

        @Override
        public int read() throws IOException {
            int next = all.read();
            if (next >= 0) {
                read++;
            }
            return next;
        }

        @Override
        public int read(char[] into, int from, int most) throws IOException {
            int next = most == 0 ? 0 : read();
            if (next < 0 || most == 0) {
                return next;
            }
            into[from] = (char) next;
            return 1;
        }

        @Override
        public void close() throws IOException {
            all.close();
        }
    }

    // --- GraphML

    private void readGraphMl() {
        String bare =
                XML_COMMENT.matcher(text).replaceAll(comment -> comment.group().replaceAll("[^\\n]", " "));
        int declaration = bare.indexOf("<!DOCTYPE");
        if (declaration >= 0) {
            throw drawing.wrong(line(declaration), "a document type is not wanted in GraphML");
        }
        Matcher directed = XML_DIRECTED.matcher(bare);
        if (directed.find()) {
            throw drawing.wrong(line(directed.start()), "this graph is directed; edgedefault=\"undirected\" is wanted");
        }
        List<Integer> nodeLines = lines(XML_NODE, bare);
        List<Integer> edgeLines = lines(XML_EDGE, bare);
        AtomicInteger nodes = new AtomicInteger();
        AtomicInteger edges = new AtomicInteger();
        SimpleGraphMLEventDrivenImporter importer = new SimpleGraphMLEventDrivenImporter();
        importer.setSchemaValidation(false);
        importer.addVertexConsumer(node -> drawing.newNode(node, nodeLines.get(nodes.getAndIncrement())));
        importer.addEdgeConsumer(
                edge -> drawing.link(edge.getFirst(), edge.getSecond(), edgeLines.get(edges.getAndIncrement())));
        try {
            importer.importInput(new StringReader(text));
        } catch (ImportException malformed) {
            Throwable cause = malformed.getCause() == null ? malformed : malformed.getCause();
            if (cause instanceof InvalidTopology invalid) {
                throw invalid;
            }
            if (cause instanceof SAXParseException parsing) {
                throw drawing.wrong(
                        parsing.getLineNumber(), "this is not GraphML: " + Drawing.oneLine(parsing.getMessage()));
            }
            int after = Math.max(
                    nodes.get() == 0 ? 0 : nodeLines.get(nodes.get() - 1),
                    edges.get() == 0 ? 0 : edgeLines.get(edges.get() - 1));
            throw drawing.wrong(
                    0,
                    "this is not GraphML: " + Drawing.oneLine(String.valueOf(cause.getMessage()))
                            + (after > 0 ? ", after line " + after : ""));
        }
    }

    private List<Integer> lines(Pattern tag, String of) {
        List<Integer> lines = new ArrayList<>();
        int line = 1;
        int at = 0;
        for (Matcher matcher = tag.matcher(of); matcher.find(); ) {
            for (; at < matcher.start(); at++) {
                line += of.charAt(at) == '\n' ? 1 : 0;
            }
            lines.add(line);
        }
        return lines;
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
                        line, "a line names two nodes, not '" + Drawing.oneLine(each) + "'; a list of edges is wanted");
            }
        }
    }

    private int line(int position) {
        int line = 1;
        for (int at = 0; at < position; at++) {
            line += text.charAt(at) == '\n' ? 1 : 0;
        }
        return line;
    }
}
