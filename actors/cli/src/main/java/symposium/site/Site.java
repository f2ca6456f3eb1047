package symposium.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.browser.Playground;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;

/**
 * The static site.
 *
 * @param checkout whose documents become pages; without it the site has the algorithms and the errata alone
 * @param flaws the variants of all algorithms
 * @param misprints the errata of the papers
 * @param runs of which algorithms, by name, runs are simulated and variants explored
 */
public record Site(Optional<Checkout> checkout, List<Flaw> flaws, List<Misprint> misprints, Predicate<String> runs) {

    /** The headings of the links at the end of a page, and the folders with their documents. */
    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("Locks and elections", List.of("cluster-config"));
        GROUPS.put("Algorithms", List.of("actors"));
        GROUPS.put("Project", List.of("tests", ".github"));
    }

    /**
     * Writes the site into a directory. Javadoc that lies below {@code api} there is linked.
     *
     * @return the paths of the files written, from the directory
     */
    public List<String> write(Path directory) throws IOException {
        Map<String, byte[]> files = files(page -> Files.isRegularFile(directory.resolve(page)));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path target = directory.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.write(target, file.getValue());
        }
        return List.copyOf(files.keySet());
    }

    private Map<String, byte[]> files(Predicate<String> api) throws IOException {
        Layout layout = layout(api);
        List<Algorithm<?, ?, ?, ?, ?>> algorithms = Catalogue.all();
        Map<String, byte[]> files = new TreeMap<>();
        files.put(Addresses.STYLE, resource(Addresses.STYLE));
        files.put(Addresses.EXPLORE, Playground.page().getBytes(StandardCharsets.UTF_8));
        String catalogue = AlgorithmsPage.html(algorithms, flaws);
        page(files, layout, Addresses.ALGORITHMS, catalogue);
        page(files, layout, Addresses.ERRATA, ErrataPage.html(misprints));
        algorithms.parallelStream()
                .map(algorithm -> algorithm(algorithm, layout, api))
                .forEachOrdered(files::putAll);
        if (checkout.isPresent()) {
            files.putAll(DocumentPages.of(
                    checkout.get(),
                    layout,
                    api,
                    algorithms.stream().map(Algorithm::name).collect(Collectors.toSet())));
        } else {
            page(files, layout, Document.FRONT.link(), catalogue);
        }
        return files;
    }

    private Layout layout(Predicate<String> api) throws IOException {
        List<Link> first = new ArrayList<>(List.of(Document.FRONT.link()));
        List<LinkGroup> last = new ArrayList<>();
        if (checkout.isPresent()) {
            first.addAll(List.of(Document.SERVICE.link(), Document.LABORATORY.link()));
        }
        first.addAll(List.of(Addresses.ALGORITHMS, Addresses.ERRATA));
        Stream.of(Addresses.API).filter(link -> api.test(link.page())).forEach(first::add);
        if (checkout.isPresent()) {
            List<Document> documents = checkout.get().documents();
            for (Map.Entry<String, List<String>> group : GROUPS.entrySet()) {
                last.add(new LinkGroup(
                        group.getKey(),
                        documents.stream()
                                .filter(each -> group.getValue().contains(each.folder()))
                                .map(Document::link)
                                .toList()));
            }
        }
        last.add(new LinkGroup("In the browser", List.of(new Link(Addresses.EXPLORE, "Walk through the states"))));
        return new Layout(first, last);
    }

    private static void page(Map<String, byte[]> files, Layout layout, Link link, String main) {
        files.put(link.page(), layout.page(link.page(), link.text(), main).getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, byte[]> algorithm(Algorithm<?, ?, ?, ?, ?> algorithm, Layout layout, Predicate<String> api) {
        String name = algorithm.name();
        Map<String, Misprint> shown = new LinkedHashMap<>();
        for (int index = 0; index < misprints.size(); index++) {
            if (misprints.get(index).flaws().stream()
                    .anyMatch(each -> each.algorithm().equals(name))) {
                shown.put(ErrataPage.anchor(index), misprints.get(index));
            }
        }
        return AlgorithmPage.of(
                algorithm,
                flaws.stream().filter(each -> each.algorithm().equals(name)).toList(),
                shown,
                runs.test(name),
                api,
                layout);
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream file = Site.class.getResourceAsStream(name)) {
            return file.readAllBytes();
        }
    }
}
