package symposium.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** A self-contained SVG document, written element by element: dark where the reader prefers that, and else white. */
final class SvgDocument {

    private static final int REPLACEMENT = 0xFFFD;

    private final StringBuilder text = new StringBuilder();

    /** @param style the name of the style sheet, a resource beside this class */
    SvgDocument(int width, int height, String title, String style) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">",
                width, height, width, height);
        add("<title>%s</title>", title);
        add("<style>%s</style>", read(style));
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
        add("<rect class=\"paper\" width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>");
    }

    /** Ends the document, and returns it. */
    String end() {
        add("</svg>");
        return text.toString();
    }

    private static String read(String resource) {
        try (InputStream sheet = SvgDocument.class.getResourceAsStream(resource)) {
            return new String(sheet.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Characters that XML does not allow, not even escaped, are replaced: the names of files may have them. */
    private static String escaped(String text) {
        StringBuilder allowed = new StringBuilder();
        text.codePoints().map(each -> isAllowed(each) ? each : REPLACEMENT).forEach(allowed::appendCodePoint);
        return allowed.toString()
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static boolean isAllowed(int codePoint) {
        return codePoint >= ' ' && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE)
                ? codePoint < 0xFFFE || codePoint > 0xFFFF
                : codePoint == '\t' || codePoint == '\n' || codePoint == '\r';
    }
}
