package symposium.site;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A document of the checkout that becomes a page.
 *
 * @param source its path in the checkout
 * @param page the path of the page in the site
 * @param label what links to it say
 */
record Document(String source, String page, String label) {

    static final Document FRONT = new Document("README.md", "index.html", "Symposium");
    static final Document GUIDE = new Document("cluster-config/GUIDE.md", "guide.html", "Guide");
    static final Document LIBRARY = new Document("actors/README.md", "library.html", "Library");
    static final Document CLUSTER = new Document("cluster-config/README.md", "cluster.html", "Cluster");
    static final Document TESTS = new Document("tests/README.md", "tests.html", "Tests");

    /** Those at the end of a page. */
    static final List<Document> FURTHER = List.of(
            new Document("actors/ARCHITECTURE.md", "architecture.html", "Architecture"),
            new Document("actors/GLOSSARY.md", "glossary.html", "Glossary"),
            TESTS,
            new Document("tests/CLAIMS.md", "claims.html", "Claims"),
            new Document("cluster-config/docs/fence-your-store.md", "fence-your-store.html", "Fence your store"),
            new Document("cluster-config/deploy/README.md", "deployment.html", "Deployment"),
            new Document(".github/CONTRIBUTING.md", "contributing.html", "Contributing"),
            new Document(".github/SECURITY.md", "security.html", "Security"),
            new Document(".github/CHANGELOG.md", "changelog.html", "Changelog"));

    private static final List<Document> FIRST = List.of(FRONT, GUIDE, LIBRARY, CLUSTER);

    /** The document that lies there in the checkout. */
    static Optional<Document> at(String source) {
        return all().stream().filter(each -> each.source().equals(source)).findFirst();
    }

    /** All of them. */
    static List<Document> all() {
        return Stream.concat(FIRST.stream(), FURTHER.stream()).toList();
    }

    /** A link to its page. */
    Link link() {
        return new Link(page, label);
    }
}
