package symposium.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The pages of the documents, with their pictures. */
final class DocumentPages {

    private static final Pattern ELSEWHERE = Pattern.compile("^(https?:|mailto:|#).*");
    private static final Pattern PICTURE = Pattern.compile(".*\\.(png|gif|svg)");
    private static final Pattern SOURCE = Pattern.compile(".*/src/main/java/(.*)\\.java");

    private final Checkout checkout;
    private final Layout layout;
    private final Predicate<String> api;
    private final Set<String> algorithms;
    private final Map<String, Document> documents = new LinkedHashMap<>();
    private final Map<String, byte[]> files = new TreeMap<>();
    private final Map<String, String> pictures = new TreeMap<>();

    private DocumentPages(Checkout checkout, Layout layout, Predicate<String> api, Set<String> algorithms)
            throws IOException {
        this.checkout = checkout;
        this.layout = layout;
        this.api = api;
        this.algorithms = algorithms;
        for (Document document : checkout.documents()) {
            documents.put(document.source(), document);
        }
    }

    /**
     * The files, by their paths from the root of the site.
     *
     * @param api whether the site has this page of javadoc
     * @param algorithms the names of those that have pages
     */
    static Map<String, byte[]> of(Checkout checkout, Layout layout, Predicate<String> api, Set<String> algorithms)
            throws IOException {
        DocumentPages pages = new DocumentPages(checkout, layout, api, algorithms);
        for (Document document : pages.documents.values()) {
            MarkdownPage page = pages.read(document);
            pages.add(document.page(), page.title(), page.html());
        }
        for (Map.Entry<String, String> picture : pages.pictures.entrySet()) {
            pages.files.put(picture.getKey(), checkout.bytes(picture.getValue()));
        }
        return pages.files;
    }

    private MarkdownPage read(Document document) throws IOException {
        return MarkdownPage.of(checkout.text(document), new MarkdownPage.Targets() {
            @Override
            public Optional<String> of(String destination) {
                return target(document, destination);
            }

            @Override
            public Optional<String> named(String name) {
                return Optional.of(name).filter(algorithms::contains).map(Addresses::algorithm);
            }
        });
    }

    private void add(String path, String title, String main) {
        files.put(path, layout.page(path, title, main).getBytes(StandardCharsets.UTF_8));
    }

    /** The address of what a document names; empty where the site does not have it. */
    private Optional<String> target(Document document, String destination) {
        if (ELSEWHERE.matcher(destination).matches()) {
            return Optional.of(destination);
        }
        int hash = destination.indexOf('#');
        String named = hash < 0 ? destination : destination.substring(0, hash);
        String path = Path.of(document.source())
                .resolveSibling(named)
                .normalize()
                .toString()
                .replace('\\', '/');
        Optional<String> page = Optional.ofNullable(documents.get(path)).map(Document::page);
        if (page.isPresent()) {
            return page.map(address -> address + destination.substring(named.length()));
        }
        if (PICTURE.matcher(path).matches() && checkout.has(path)) {
            return Optional.of(picture(path));
        }
        Matcher source = SOURCE.matcher(path);
        return source.matches() ? Optional.of(Addresses.api(source.group(1))).filter(api) : Optional.empty();
    }

    private String picture(String path) {
        String name = "pictures/" + path.substring(path.lastIndexOf('/') + 1);
        String other = pictures.put(name, path);
        if (other != null && !other.equals(path)) {
            throw new IllegalStateException("two pictures have one name: " + other + " and " + path);
        }
        return name;
    }
}
