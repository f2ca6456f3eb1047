package symposium.topology;

import java.util.List;
import java.util.Locale;
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

    private GraphFile() {}

    /**
     * The graph in a text.
     *
     * @param name of the file that the text is from
     * @throws InvalidTopology if it is not such a graph
     */
    static Graph parse(String name, String text) {
        Drawing drawing = new Drawing(name);
        if (text.isBlank()) {
            throw drawing.wrong(0, "is empty; it must be a graph in DOT, in GraphML, or as a list of edges");
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.matches(".*\\.(dot|gv)") || DotReader.begins(text)) {
            DotReader.read(text, drawing);
        } else if (lower.matches(".*\\.(graphml|xml)") || text.stripLeading().startsWith("<")) {
            GraphMlReader.read(text, drawing);
        } else {
            readEdges(text, drawing);
        }
        return drawing.graph();
    }

    private static void readEdges(String text, Drawing drawing) {
        List<String> lines =
                text.lines().map(each -> each.replaceFirst("#.*", "").strip()).toList();
        boolean single = lines.stream().filter(each -> !each.isEmpty()).count() == 1;
        for (int line = 1; line <= lines.size(); line++) {
            String each = lines.get(line - 1);
            if (each.isEmpty()) {
                continue;
            }
            String[] words = each.split("\\s*,\\s*|\\s+", -1);
            if (words.length == 2) {
                drawing.node(words[0], line);
                drawing.node(words[1], line);
                drawing.link(words[0], words[1], line, null);
            } else if (single && words.length == 1) {
                drawing.node(each, line);
            } else {
                throw drawing.wrong(
                        line,
                        "a line names two nodes, not '" + InvalidTopology.oneLine(each)
                                + "'; it must be a list of edges");
            }
        }
    }
}
