package symposium.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A document of the checkout that becomes a page.
 *
 * @param source its path in the checkout
 * @param page the path of the page in the site
 * @param label the text of links to it
 */
record Document(String source, String page, String label) {

    static final Document FRONT = new Document("README.md", "index.html", "Symposium");
    static final Document SERVICE = new Document("cluster-config/README.md", "service.html", "Locks and elections");
    static final Document LABORATORY = new Document("actors/README.md", "laboratory.html", "Laboratory");
    static final Document TESTS = new Document("tests/README.md", "tests.html", "Tests");

    /** The documents that every checkout has, and that do not lie in a folder {@code docs}. */
    static final List<Document> FIXED = List.of(
            FRONT,
            SERVICE,
            new Document("cluster-config/deploy/README.md", "deploy-files.html", "Files for deployment"),
            LABORATORY,
            new Document("actors/ARCHITECTURE.md", "architecture.html", "Architecture"),
            new Document("actors/GLOSSARY.md", "glossary.html", "Glossary"),
            TESTS,
            new Document("tests/CLAIMS.md", "claims.html", "Claims"),
            new Document(".github/CONTRIBUTING.md", "contributing.html", "Contributing"),
            new Document(".github/SECURITY.md", "security.html", "Security"),
            new Document(".github/CHANGELOG.md", "changelog.html", "Changelog"));

    private static final List<String> FOLDERS = List.of("cluster-config/docs", "actors/docs", "tests/docs");

    /** All documents of a checkout: the fixed ones, and the Markdown files of its folders of documents. */
    static List<Document> in(Path root) throws IOException {
        List<Document> documents = new ArrayList<>(FIXED);
        for (String folder : FOLDERS) {
            if (Files.isDirectory(root.resolve(folder))) {
                try (Stream<Path> files = Files.list(root.resolve(folder))) {
                    for (Path file : files.filter(each -> each.toString().endsWith(".md"))
                            .sorted()
                            .toList()) {
                        String name = file.getFileName().toString();
                        documents.add(
                                new Document(folder + "/" + name, name.replaceFirst("\\.md$", ".html"), title(file)));
                    }
                }
            }
        }
        return documents;
    }

    private static String title(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith("# "))
                    .map(line -> line.substring(2).strip())
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(file + " has no title"));
        }
    }

    /** The folder of the top level that it belongs to. */
    String folder() {
        int slash = source.indexOf('/');
        return slash < 0 ? "" : source.substring(0, slash);
    }

    /** A link to its page. */
    Link link() {
        return new Link(page, label);
    }
}
