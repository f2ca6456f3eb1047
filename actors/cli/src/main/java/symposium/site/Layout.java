package symposium.site;

import static symposium.web.Html.escaped;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What all pages have in common.
 *
 * @param first the links at the top of each page
 * @param last the links at its end
 */
record Layout(List<Link> first, List<LinkGroup> last) {

    /**
     * A page.
     *
     * @param path its path from the root of the site
     * @param title without markup
     * @param main what it says, as HTML
     */
    String page(String path, String title, String main) {
        String root = root(path);
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <link rel="stylesheet" href="%s%s">
                </head>
                <body>
                <header><nav aria-label="Site">%s</nav></header>
                <main>
                %s</main>
                <footer>%s</footer>
                </body>
                </html>
                """.formatted(
                escaped(title.equals("Symposium") ? title : title + " - Symposium"),
                root,
                Addresses.STYLE,
                links(first, path),
                main,
                last.stream()
                        .map(group -> "<nav aria-label=\"%s\"><b>%s</b>\n%s</nav>\n"
                                .formatted(
                                        escaped(group.heading()), escaped(group.heading()), links(group.links(), path)))
                        .collect(Collectors.joining()));
    }

    private static String links(List<Link> links, String path) {
        return links.stream()
                .map(link -> "<a href=\"%s%s\"%s>%s</a>"
                        .formatted(root(path), link.page(), current(link, path), escaped(link.text())))
                .collect(Collectors.joining("\n"));
    }

    private static String current(Link link, String path) {
        if (link.page().equals(path)) {
            return " aria-current=\"page\"";
        }
        // The page of an algorithm is below that of all.
        return link.equals(Addresses.ALGORITHMS) && path.startsWith(Addresses.BELOW_ALGORITHMS)
                ? " aria-current=\"true\""
                : "";
    }

    /** The way from a page to the root of the site. */
    static String root(String path) {
        return "../".repeat((int) path.chars().filter(letter -> letter == '/').count());
    }
}
