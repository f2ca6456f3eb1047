package symposium.site;

import static symposium.web.Html.escaped;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import symposium.kernel.catalogue.Algorithm;

/** The page of the catalogue. */
final class AlgorithmsPage {

    private AlgorithmsPage() {}

    /** Every algorithm by its problem, with its paper and its cost, linked with its page. */
    static String html(List<Algorithm<?, ?, ?, ?, ?>> all, List<Flaw> flaws) {
        Map<String, List<Algorithm<?, ?, ?, ?, ?>>> byProblem = all.stream()
                .collect(Collectors.groupingBy(
                        algorithm -> algorithm.problem().name(), TreeMap::new, Collectors.toList()));
        StringBuilder sections = new StringBuilder("""
                <h1>The algorithms</h1>
                <p>Each is written once; the same code runs as actors on a cluster, is explored by the checker, simulated, and <a href="%s">walked through step by step in a page</a>. The page of an algorithm has its rules, invariants, costs, a lesson, and its variants, each with a fault that the checker finds.</p>
                """.formatted(Addresses.EXPLORE));
        byProblem.forEach((problem, algorithms) -> {
            sections.append("<h2>").append(escaped(problem)).append("</h2>\n");
            algorithms.forEach(algorithm -> sections.append(article(
                    algorithm,
                    flaws.stream()
                            .filter(each -> each.algorithm().equals(algorithm.name()))
                            .count())));
        });
        return sections.toString();
    }

    private static String article(Algorithm<?, ?, ?, ?, ?> algorithm, long flaws) {
        return """
                <article id="%s">
                <h3><a href="%s">%s</a></h3>
                <p>%s</p>
                <p class="cost">Messages: %s. %s</p>
                </article>
                """.formatted(
                algorithm.name(),
                Addresses.algorithm(algorithm.name()),
                algorithm.name(),
                escaped(algorithm.paper().source()),
                escaped(algorithm.paper().cost()),
                flaws == 0
                        ? ""
                        : "<a href=\"%s#variants\">%d variant%s</a>"
                                .formatted(Addresses.algorithm(algorithm.name()), flaws, flaws == 1 ? "" : "s"));
    }
}
