package symposium.trace;

import java.util.Arrays;
import java.util.Locale;

/** A self-contained SVG document on a white background, written element by element. */
final class SvgDocument {

    private final StringBuilder text = new StringBuilder();

    SvgDocument(int width, int height, String title, String style) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">",
                width, height, width, height);
        add("<title>%s</title>", title);
        add("<style>%s</style>", style);
    }

    /** Adds a line. Texts among the values are escaped. */
    void add(String format, Object... values) {
        Object[] escaped = Arrays.stream(values)
                .map(value -> value instanceof String string ? escaped(string) : value)
                .toArray();
        text.append(String.format(Locale.ROOT, format, escaped)).append('\n');
    }

    /** Fills the background. Definitions come before it. */
    void fill() {
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>");
    }

    /** Ends the document, and returns it. */
    String end() {
        add("</svg>");
        return text.toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
