package symposium.topology;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tokens of a text in DOT, one at a time, as Graphviz's scanner tells them apart.
 *
 * @see <a href="https://graphviz.org/doc/info/lang.html">The DOT language</a>
 */
final class DotText {

    /** What a token is. Keywords are identifiers without quotes. */
    enum Kind {
        IDENTIFIER,
        QUOTED,
        HTML,
        SYMBOL,
        END
    }

    /**
     * A token.
     *
     * @param text of an identifier without its quotes, of HTML without its outer brackets
     * @param line from 1; that of the last token at the end of the text
     */
    record Token(Kind kind, String text, int line) {

        boolean is(String symbol) {
            return kind == Kind.SYMBOL && text.equals(symbol);
        }

        boolean isKeyword(String keyword) {
            return kind == Kind.IDENTIFIER && text.equalsIgnoreCase(keyword);
        }

        /** As an error quotes it. */
        String quoted() {
            return kind == Kind.END ? "the end of the file" : "'" + InvalidTopology.oneLine(text) + "'";
        }
    }

    // Groups are repeated possessively: otherwise each repetition takes some of the stack.
    private static final Pattern IGNORED = Pattern.compile("(?:\\s++|//[^\\n]*+|/\\*(?s:.*?)\\*/|(?m:^)#[^\\n]*+)++");
    private static final Pattern NUMBER = Pattern.compile("-?(?:\\.[0-9]++|[0-9]++(?:\\.[0-9]*+)?)");
    private static final Pattern WORD =
            Pattern.compile("[A-Za-z_\\x{80}-\\x{10FFFF}][A-Za-z0-9_\\x{80}-\\x{10FFFF}]*+");
    private static final Pattern QUOTED = Pattern.compile("(?s)\"((?:\\\\.|[^\"\\\\])*+)\"");
    private static final Pattern SYMBOL = Pattern.compile("--|->|[{}\\[\\];,:=+]");

    private final Matcher matcher;
    private final String text;
    private final Drawing drawing;
    private int at;
    private int line = 1;
    private int counted;

    DotText(String text, Drawing drawing) {
        this.text = text;
        this.drawing = drawing;
        this.matcher = IGNORED.matcher(text);
    }

    /**
     * The next token; at the end of the text the same end each time.
     *
     * @throws InvalidTopology when no token begins as the text goes on
     */
    Token next() {
        int before = line;
        take(IGNORED);
        count();
        if (at == text.length()) {
            return new Token(Kind.END, "", before);
        }
        if (text.startsWith("/*", at)) {
            throw wrong("a comment must end with */");
        }
        if (take(NUMBER)) {
            String number = matcher.group();
            if (take(WORD)) {
                throw wrong("'" + InvalidTopology.oneLine(number + matcher.group())
                        + "' must be in quotes, because it begins as a number");
            }
            return token(Kind.IDENTIFIER, number);
        }
        if (take(WORD)) {
            return token(Kind.IDENTIFIER, matcher.group());
        }
        if (take(SYMBOL)) {
            return token(Kind.SYMBOL, matcher.group());
        }
        if (take(QUOTED)) {
            return token(Kind.QUOTED, matcher.group(1).replace("\\\n", "").replace("\\\"", "\""));
        }
        return switch (text.charAt(at)) {
            case '<' -> html();
            case '"' -> throw wrong("a string must end with \"");
            default ->
                throw wrong("'" + InvalidTopology.oneLine(Character.toString(text.codePointAt(at)))
                        + "' must be in quotes");
        };
    }

    private boolean take(Pattern pattern) {
        matcher.usePattern(pattern);
        matcher.region(at, text.length()).useAnchoringBounds(false);
        if (matcher.lookingAt()) {
            at = matcher.end();
            return true;
        }
        return false;
    }

    /** HTML ends with the bracket that its first one opens; brackets in its comments do not count. */
    private Token html() {
        int from = at + 1;
        int depth = 0;
        for (int end = at; end < text.length(); end++) {
            if (text.startsWith("<!--", end)) {
                int close = text.indexOf("-->", end + 4);
                end = close < 0 ? text.length() : close + 2;
            } else if (text.charAt(end) == '<') {
                depth++;
            } else if (text.charAt(end) == '>' && --depth == 0) {
                at = end + 1;
                return token(Kind.HTML, text.substring(from, end));
            }
        }
        throw wrong("a label in HTML must end with >");
    }

    private Token token(Kind kind, String value) {
        Token token = new Token(kind, value, line);
        count();
        return token;
    }

    private void count() {
        for (; counted < at; counted++) {
            if (text.charAt(counted) == '\n') {
                line++;
            }
        }
    }

    private InvalidTopology wrong(String what) {
        return drawing.wrong(line, "this is not DOT: " + what);
    }
}
