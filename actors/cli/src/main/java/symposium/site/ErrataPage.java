package symposium.site;

import static symposium.web.Html.escaped;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page of what the papers print wrong, or leave open. */
final class ErrataPage {

    private ErrataPage() {}

    /** The place of the misprint with this index, from 0, in the page. */
    static String anchor(int index) {
        return "erratum-" + (index + 1);
    }

    /** The misprints, by their papers. */
    static String html(List<Misprint> all) {
        Map<String, String> papers = new LinkedHashMap<>();
        for (int index = 0; index < all.size(); index++) {
            papers.merge(all.get(index).paper(), entry(all.get(index), index), String::concat);
        }
        StringBuilder page = new StringBuilder("""
                <h1>Errata of the papers</h1>
                <p>Where the print is wrong, or can be read in two ways: what is printed, what is right, and the command that shows the shortest counterexample to the wrong reading. The same list: <code>symposium algorithms --errata</code>.</p>
                """);
        papers.forEach((paper, entries) ->
                page.append("<h2>").append(escaped(paper)).append("</h2>\n").append(entries));
        return page.toString();
    }

    private static String entry(Misprint misprint, int index) {
        return """
                <section id="%s">
                <h3>%s</h3>
                <dl class="facts">
                <dt>Printed</dt><dd>%s</dd>
                <dt>Right</dt><dd>%s</dd>
                %s%s</dl>
                %s</section>
                """.formatted(
                        anchor(index),
                        escaped(misprint.place()),
                        escaped(misprint.printed()),
                        escaped(misprint.right()),
                        misprint.flaws().isEmpty()
                                ? ""
                                : "<dt>Read so</dt><dd>"
                                        + misprint.flaws().stream()
                                                .map(ErrataPage::link)
                                                .collect(Collectors.joining("<br>\n"))
                                        + "</dd>\n",
                        misprint.breaksNothing()
                                .map(why -> "<dt>Breaks nothing</dt><dd>" + escaped(why) + "</dd>\n")
                                .orElse(""),
                        PageParts.commands(misprint.commands()));
    }

    private static String link(Flaw flaw) {
        return "<a href=\"%s#%s\">%s, variant %d</a>: %s"
                .formatted(
                        Addresses.algorithm(flaw.algorithm()),
                        flaw.anchor(),
                        flaw.algorithm(),
                        flaw.number(),
                        escaped(flaw.name()));
    }
}
