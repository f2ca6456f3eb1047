package symposium.site;

import static symposium.web.Html.escaped;

import java.util.List;
import java.util.stream.Collectors;

/** Parts of pages, as HTML. */
final class PageParts {

    private PageParts() {}

    /** Commands of a shell. */
    static String commands(List<String> commands) {
        return commands.isEmpty()
                ? ""
                : "<pre class=\"commands\"><code>" + escaped(String.join("\n", commands)) + "</code></pre>\n";
    }

    /** Lines as they are. */
    static String lines(String text) {
        return "<pre tabindex=\"0\">" + escaped(text.stripTrailing()) + "</pre>\n";
    }

    /** A table whose cells are HTML already. */
    static String table(List<String> header, List<List<String>> rows) {
        return "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>"
                + header.stream()
                        .map(each -> "<th scope=\"col\">" + each + "</th>")
                        .collect(Collectors.joining())
                + "</tr></thead>\n<tbody>\n"
                + rows.stream()
                        .map(row -> row.stream().collect(Collectors.joining("</td><td>", "<tr><td>", "</td></tr>\n")))
                        .collect(Collectors.joining())
                + "</tbody>\n</table></div>\n";
    }

    /** A space-time diagram that lies beside the page. */
    static String diagram(String file, String of) {
        return "<figure class=\"wide\" tabindex=\"0\"><img loading=\"lazy\" src=\"%s\" alt=\"%s\"></figure>\n"
                .formatted(file, escaped("Space-time diagram of " + of));
    }
}
