package symposium.pages;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;

/** The links among pages of a directory tree. */
final class PageLinks {

    private final Path root;
    private final Map<String, String> texts;
    private final Map<String, Set<String>> leads = new TreeMap<>();
    private final List<String> dead = new ArrayList<>();

    /**
     * Reads the pages.
     *
     * @param root the directory of the tree
     * @param texts the text of each page, by its path from the root
     */
    PageLinks(Path root, Map<String, String> texts) {
        this.root = root;
        this.texts = new TreeMap<>(texts);
        this.texts.forEach((page, text) -> PageStyle.PARSER.parse(text).accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                follow(page, link.getDestination());
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                follow(page, image.getDestination());
            }
        }));
    }

    /** Links to files, directories or sections that do not exist. */
    List<String> dead() {
        return dead;
    }

    /** The pages that are further than this many clicks from a page. */
    Set<String> beyond(String from, int clicks) {
        Set<String> reached = new HashSet<>(Set.of(from));
        for (int click = 0; click < clicks; click++) {
            for (String page : List.copyOf(reached)) {
                reached.addAll(leads.getOrDefault(page, Set.of()));
            }
        }
        Set<String> beyond = new TreeSet<>(texts.keySet());
        beyond.removeAll(reached);
        return beyond;
    }

    private void follow(String page, String destination) {
        if (destination.matches("(?:https?|mailto):.*")) {
            return;
        }
        int hash = destination.indexOf('#');
        String file = hash < 0 ? destination : destination.substring(0, hash);
        String target = file.isEmpty()
                ? page
                : Path.of(page).resolveSibling(file).normalize().toString().replace('\\', '/');
        if (!Files.exists(root.resolve(target)) && !texts.containsKey(target)) {
            dead.add(page + ": " + destination);
        } else if (texts.containsKey(target)) {
            leads.computeIfAbsent(page, first -> new TreeSet<>()).add(target);
            if (hash >= 0 && !anchors(texts.get(target)).contains(destination.substring(hash + 1))) {
                dead.add(page + ": " + destination);
            }
        }
    }

    /** The anchors of the headings, as GitHub makes them. */
    private static Set<String> anchors(String text) {
        Set<String> anchors = new HashSet<>();
        PageStyle.PARSER.parse(text).accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                String anchor = PageStyle.text(heading, code -> code)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                int copies = 0;
                String numbered = anchor;
                while (!anchors.add(numbered)) {
                    copies++;
                    numbered = anchor + "-" + copies;
                }
            }
        });
        return anchors;
    }
}
