package symposium.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** A self-contained SVG document on a white background, written element by element. */
final class SvgDocument {

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
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>");
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

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
