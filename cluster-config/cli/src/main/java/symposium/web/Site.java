package symposium.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import symposium.browser.Playground;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;

/** The static site of all algorithms. */
public final class Site {

    private static final int PROCESSES = 3;

    private Site() {}

    /**
     * The front page: every algorithm by its problem, with its paper, assumptions, cost, and variants, each linked with
     * the page on which it is explored.
     *
     * @param explore the address of that page
     */
    public static String front(String explore) {
        Map<String, List<Algorithm<?, ?, ?, ?, ?>>> byProblem = Catalogue.all().stream()
                .collect(Collectors.groupingBy(
                        algorithm -> algorithm.problem().name(), TreeMap::new, Collectors.toList()));
        StringBuilder sections = new StringBuilder();
        byProblem.forEach((problem, algorithms) -> {
            sections.append("<h2>").append(escaped(problem)).append("</h2>\n");
            algorithms.forEach(algorithm -> sections.append(article(algorithm, explore)));
        });
        return read("site.html").replace("{{algorithms}}", sections);
    }

    private static <S, M, U, I, O> String article(Algorithm<S, M, U, I, O> algorithm, String explore) {
        String link = explore + "#algorithm=" + algorithm.name();
        List<Variant<S, M, I, O>> variants = algorithm.variants(Start.of(PROCESSES, 0));
        String faulty = IntStream.range(0, variants.size())
                .mapToObj(number -> "<li><a href=\"%s&amp;variant=%d\">%s</a></li>\n"
                        .formatted(
                                link, number + 1, escaped(variants.get(number).name())))
                .collect(Collectors.joining());
        return """
                <article id="%1$s">
                <h3><a href="%2$s">%1$s</a></h3>
                <p>%3$s</p>
                <p><a href="%2$s&amp;story=1">%9$s</a></p>
                <dl><dt>Assumes</dt><dd>%4$s; %5$s channels</dd><dt>Cost</dt><dd>%6$s</dd></dl>
                <details><summary>%7$d variants, each with a fault that the checker finds</summary>
                <ol>
                %8$s</ol></details>
                </article>
                """.formatted(
                        algorithm.name(),
                        link,
                        escaped(algorithm.source()),
                        escaped(algorithm.assumptions()),
                        escaped(algorithm.channels().toString()),
                        escaped(algorithm.cost()),
                        variants.size(),
                        faulty,
                        Playground.lessonTitle(algorithm.name())
                                .map(title -> "The lesson: " + escaped(title) + ".")
                                .orElse("A run, step by step."));
    }

    /** A text in HTML that has no markup. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String read(String resource) {
        try (InputStream file = Site.class.getResourceAsStream(resource)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
