package symposium.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/** A document in Markdown, as a part of a page. */
final class MarkdownPage {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer HTML = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .attributeProviderFactory(context -> (node, tag, attributes) -> {
                // What scrolls can be reached by the keyboard.
                if (tag.equals("pre")) {
                    attributes.put("tabindex", "0");
                }
            })
            .build();
    private static final TextContentRenderer TEXT =
            TextContentRenderer.builder().build();
    private static final Pattern SECTION = Pattern.compile("<h2 id=\"([^\"]+)\">(.*?)</h2>");
    /** The first line of a callout, as GitHub has them. */
    private static final Pattern CALLOUT = Pattern.compile("<blockquote>\n<p>\\[!([A-Z]+)\\]\\s");

    private static final int FEW = 4;

    private final Node document;

    private MarkdownPage(Node document) {
        this.document = document;
    }

    /**
     * Reads a document.
     *
     * @param links where its links and pictures lead; what leads nowhere becomes text
     */
    static MarkdownPage of(String markdown, Targets links) {
        Node document = PARSER.parse(markdown);
        document.accept(new Rewriter(links));
        return new MarkdownPage(document);
    }

    /** Where links lead. */
    interface Targets {

        /**
         * The address in the site of what a document names.
         *
         * @param destination as the document has it
         */
        Optional<String> of(String destination);

        /** The address of the page on what has this name, if there is one. */
        Optional<String> named(String name);
    }

    /** The text of the first heading. */
    String title() {
        return headings().stream()
                .findFirst()
                .map(TEXT::render)
                .orElseThrow(() -> new IllegalStateException("a document without a heading"));
    }

    private List<Heading> headings() {
        List<Heading> headings = new ArrayList<>();
        for (Node each = document.getFirstChild(); each != null; each = each.getNext()) {
            if (each instanceof Heading heading) {
                headings.add(heading);
            }
        }
        return headings;
    }

    /** The whole, with links to its sections at the beginning where it has many. */
    String html() {
        String html = HTML.render(document)
                .replace("<table>", "<div class=\"wide\" tabindex=\"0\"><table>")
                .replace("</table>", "</table></div>")
                .replaceAll("<th></th>", "<td></td>");
        html = CALLOUT.matcher(html)
                .replaceAll(callout -> "<blockquote class=\"callout\">\n<p><strong>"
                        + callout.group(1).charAt(0)
                        + callout.group(1).substring(1).toLowerCase(Locale.ROOT)
                        + "</strong> ");
        List<String> sections = new ArrayList<>();
        Matcher section = SECTION.matcher(html);
        while (section.find()) {
            sections.add("<li><a href=\"#%s\">%s</a></li>\n"
                    .formatted(section.group(1), section.group(2).replaceAll("</?a[^>]*>", "")));
        }
        if (sections.size() < FEW) {
            return html;
        }
        int afterTitle = html.startsWith("<h1") ? html.indexOf("</h1>") + "</h1>".length() : 0;
        return html.substring(0, afterTitle)
                + "\n<details class=\"sections\"><summary>On this page</summary>\n<ul>\n"
                + String.join("", sections) + "</ul>\n</details>" + html.substring(afterTitle);
    }

    private static final class Rewriter extends AbstractVisitor {
        private final Targets targets;

        Rewriter(Targets targets) {
            this.targets = targets;
        }

        @Override
        public void visit(Link link) {
            visitChildren(link);
            targets.of(link.getDestination()).ifPresentOrElse(link::setDestination, () -> {
                while (link.getFirstChild() != null) {
                    link.insertBefore(link.getFirstChild());
                }
                link.unlink();
            });
        }

        /** A name in a table, unless it is a link already, becomes one. */
        @Override
        public void visit(Code code) {
            if (code.getParent() instanceof TableCell) {
                targets.named(code.getLiteral()).ifPresent(address -> {
                    Link link = new Link(address, null);
                    code.insertBefore(link);
                    link.appendChild(code);
                });
            }
        }

        @Override
        public void visit(Image image) {
            image.setDestination(targets.of(image.getDestination())
                    .orElseThrow(() -> new IllegalStateException("there is no picture " + image.getDestination())));
        }
    }
}
