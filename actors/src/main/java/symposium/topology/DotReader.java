package symposium.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import symposium.topology.DotText.Kind;
import symposium.topology.DotText.Token;

/**
 * Reads an undirected graph in DOT by Graphviz's grammar: chains of edges, subgraphs as ends of edges, lists of nodes,
 * ports, strings in several parts and labels in HTML. Attributes are read and ignored, except {@code key} of an edge:
 * two edges of the same nodes and key are one.
 *
 * @see <a href="https://graphviz.org/doc/info/lang.html">The DOT language</a>
 */
final class DotReader {

    private static final int DEEPEST = 500;

    /** A graph in braces: the nodes that its statements name, and the named graphs within. */
    private record Subgraph(Subgraph parent, int depth, Set<String> nodes, Map<String, Subgraph> named) {

        static Subgraph within(Subgraph parent) {
            return new Subgraph(
                    parent, parent == null ? 0 : parent.depth() + 1, new LinkedHashSet<>(), new HashMap<>());
        }

        void add(String node) {
            for (Subgraph each = this; each != null && each.nodes().add(node); each = each.parent()) {}
        }
    }

    private final DotText text;
    private final Drawing drawing;
    private Token token;
    private boolean strict;

    private DotReader(String text, Drawing drawing) {
        this.text = new DotText(text, drawing);
        this.drawing = drawing;
        this.token = this.text.next();
    }

    /** Whether a text begins as a graph in DOT does, as far as its first brace. */
    static boolean begins(String text) {
        try {
            DotReader reader = new DotReader(text, new Drawing(""));
            reader.takeKeyword("strict");
            boolean graph = reader.takeKeyword("graph") || reader.takeKeyword("digraph");
            if (graph && reader.isIdentifier()) {
                reader.identifier("a name");
            }
            return graph && (reader.token.is("{") || reader.token.kind() == Kind.END);
        } catch (InvalidTopology other) {
            return false;
        }
    }

    /**
     * Draws the graph in a text.
     *
     * @throws InvalidTopology when the text is not DOT, or the graph is directed
     */
    static void read(String text, Drawing drawing) {
        new DotReader(text, drawing).graph();
    }

    private void graph() {
        strict = takeKeyword("strict");
        if (token.isKeyword("digraph")) {
            throw directed();
        }
        if (!takeKeyword("graph")) {
            throw expected("graph");
        }
        if (isIdentifier()) {
            identifier("a name");
        }
        body(Subgraph.within(null));
        if (token.kind() != Kind.END) {
            throw drawing.wrong(token.line(), "the graph has ended before; there must be one graph");
        }
    }

    private void body(Subgraph in) {
        if (in.depth() > DEEPEST) {
            throw drawing.wrong(token.line(), "subgraphs must not be nested deeper than " + DEEPEST);
        }
        if (!take("{")) {
            throw expected("{");
        }
        while (!take("}")) {
            if (!take(";")) {
                statement(in);
            }
        }
    }

    private void statement(Subgraph in) {
        for (String keyword : List.of("graph", "node", "edge")) {
            if (takeKeyword(keyword)) {
                if (!token.is("[")) {
                    throw expected("[");
                }
                attributes();
                return;
            }
        }
        List<Collection<String>> ends = new ArrayList<>();
        Token first = token;
        if (isIdentifier() && !takesSubgraph()) {
            String name = identifier("a statement");
            if (take("=")) {
                identifier("a value");
                return;
            }
            ends.add(nodes(in, name, first.line()));
        } else {
            ends.add(end(in));
        }
        while (take("--")) {
            ends.add(end(in));
        }
        if (token.is("->")) {
            throw directed();
        }
        String key = attributes();
        for (int next = 1; next < ends.size(); next++) {
            for (String one : ends.get(next - 1)) {
                for (String other : ends.get(next)) {
                    drawing.link(one, other, first.line(), strict ? "" : key);
                }
            }
        }
    }

    /** One end of an edge, or a statement that is none: nodes, or all nodes of a subgraph. */
    private Collection<String> end(Subgraph in) {
        if (takesSubgraph()) {
            return subgraph(in);
        }
        int line = token.line();
        return nodes(in, identifier("a node"), line);
    }

    private boolean takesSubgraph() {
        return token.is("{") || token.isKeyword("subgraph");
    }

    /** A subgraph. A name that the graph around it has given before means the same subgraph again. */
    private Collection<String> subgraph(Subgraph in) {
        Subgraph subgraph = takeKeyword("subgraph") && isIdentifier()
                ? in.named().computeIfAbsent(identifier("a name"), name -> Subgraph.within(in))
                : Subgraph.within(in);
        body(subgraph);
        return subgraph.nodes();
    }

    /** The nodes of a list, of which the first has been read; ports are ignored. */
    private List<String> nodes(Subgraph in, String first, int line) {
        List<String> nodes = new ArrayList<>();
        node(in, first, line, nodes);
        while (take(",")) {
            int next = token.line();
            node(in, identifier("a node"), next, nodes);
        }
        return nodes;
    }

    private void node(Subgraph in, String name, int line, List<String> nodes) {
        if (take(":")) {
            identifier("a port");
            if (take(":")) {
                identifier("a compass point");
            }
        }
        drawing.node(name, line);
        in.add(name);
        nodes.add(name);
    }

    /** Lists of attributes, or none; the value of the last {@code key}, or null. */
    private String attributes() {
        String key = null;
        while (take("[")) {
            while (!take("]")) {
                String name = identifier("an attribute or ]");
                if (!take("=")) {
                    throw expected("=");
                }
                String value = identifier("a value");
                key = name.equals("key") ? value : key;
                if (!take(",")) {
                    take(";");
                }
            }
        }
        return key;
    }

    // --- tokens

    private boolean isIdentifier() {
        return switch (token.kind()) {
            case QUOTED, HTML -> true;
            case IDENTIFIER -> !isKeyword();
            case SYMBOL, END -> false;
        };
    }

    private boolean isKeyword() {
        return List.of("strict", "graph", "digraph", "subgraph", "node", "edge").stream()
                .anyMatch(token::isKeyword);
    }

    private String identifier(String wanted) {
        if (!isIdentifier()) {
            throw expected(wanted);
        }
        StringBuilder name = new StringBuilder(token.kind() == Kind.HTML ? "<" + token.text() + ">" : token.text());
        boolean quoted = token.kind() == Kind.QUOTED;
        token = text.next();
        while (quoted && take("+")) {
            if (token.kind() != Kind.QUOTED) {
                throw expected("a string in quotes");
            }
            name.append(token.text());
            token = text.next();
        }
        return name.toString();
    }

    private boolean take(String symbol) {
        boolean is = token.is(symbol);
        token = is ? text.next() : token;
        return is;
    }

    private boolean takeKeyword(String keyword) {
        boolean is = token.isKeyword(keyword);
        token = is ? text.next() : token;
        return is;
    }

    private InvalidTopology expected(String wanted) {
        return token.is("->")
                ? directed()
                : drawing.wrong(token.line(), "this is not DOT: " + wanted + " must be here, not " + token.quoted());
    }

    private InvalidTopology directed() {
        return drawing.wrong(token.line(), "this graph is directed; it must be undirected: graph, and --");
    }
}
