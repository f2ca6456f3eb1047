package symposium.site;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.Pages;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Start;

/** The static site is whole, the same every time, and has the figures of the commands that it names. */
@Tag("slow")
class SiteTest {

    private static final String SIMULATED = "ewd851,chang-roberts,misra,safra";

    private static final Pattern ROW = Pattern.compile("<tr><td class=\"number\">(.*)</td></tr>");

    @TempDir
    private static Path directory;

    private static Path site;

    @BeforeAll
    static void make() {
        site = made("site");
    }

    /** The command itself looks whether every link leads somewhere. */
    private static Path made(String name) {
        Path made = directory.resolve(name);
        Run run =
                Commands.of("site", made.toString(), "--checkout", Pages.root().toString(), "--runs", SIMULATED);
        assertEquals("", run.err());
        assertEquals(0, run.code());
        assertEquals(made.resolve("index.html") + "\n", run.out());
        return made;
    }

    private static List<String> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    private static String page(String path) throws IOException {
        return Files.readString(site.resolve(path));
    }

    @Test
    void everyNameOfTheCatalogueHasAPageThatTheListLinks() throws IOException {
        String list = page("algorithms.html");
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            String path = "algorithms/" + algorithm.name() + ".html";
            assertTrue(list.contains("<h3><a href=\"" + path + "\">"), path);
            String page = page(path);
            assertTrue(page.contains("<h1>" + algorithm.name() + "</h1>"), path);
            long variants = Pattern.compile("<section id=\"variant-\\d+\">")
                    .matcher(page)
                    .results()
                    .count();
            assertEquals(algorithm.checks().variants(Start.of(3, 0)).size(), variants, path);
        }
    }

    @Test
    void itHasTheDocumentsWithTheirPicturesAndTheErrata() throws IOException {
        List<String> files = files(site);
        for (Document document : new Checkout(Pages.root()).documents()) {
            assertTrue(files.contains(document.page()), document.page());
        }
        assertTrue(page("index.html").contains("<img src=\"pictures/live.gif\""));
        assertTrue(files.contains("pictures/live.gif"));
        assertTrue(page("performance.html").contains("tests/bench/run.sh"));
        long errata = Pattern.compile("<section id=\"erratum-\\d+\">")
                .matcher(page("errata.html"))
                .results()
                .count();
        assertEquals(Commands.of("algorithms", "--errata").out().split("printed:").length - 1, errata);
        assertTrue(page("errata.html").contains("<a href=\"algorithms/ewd851.html#variant-6\">"));
        assertTrue(page("catalogue.html")
                .contains("<td><a href=\"algorithms/lamport.html\"><code>lamport</code></a></td>"));
    }

    @Test
    void madeAgainItHasTheSameBytes() throws IOException {
        Path again = made("again");
        assertEquals(files(site), files(again));
        for (String file : files(site)) {
            assertArrayEquals(Files.readAllBytes(site.resolve(file)), Files.readAllBytes(again.resolve(file)), file);
        }
    }

    /** A check that cannot fail shows nothing. */
    @Test
    void aBrokenLinkIsFound() throws IOException {
        assertEquals(List.of(), LinkCheck.broken(site, files(site)));
        Path broken = Files.createDirectories(directory.resolve("broken"));
        Files.writeString(
                broken.resolve("style.css"), "@import 'other.css'; p { background: url(https://a.example/b.png) }");
        Files.writeString(broken.resolve("other.html"), "<p id=\"here\">");
        Files.writeString(broken.resolve("page.html"), """
                <a href="other.html">leads</a> <a href="other.html#here">leads</a> <a href="https://a.example">leads</a>
                <a href="#there">broken</a> <a class="b" href="other.html#there">broken</a> <a href="none.html">broken</a>
                <a href="../site/index.html">outside</a> <img alt="" src="none.png">
                <img src="https://a.example/b.png"> <script src="//a.example/c.js"></script> <img src="data:,">
                """);
        assertEquals(
                List.of(
                        "page.html: #there leads nowhere",
                        "page.html: other.html#there leads nowhere",
                        "page.html: none.html leads nowhere",
                        "page.html: ../site/index.html leads nowhere",
                        "page.html: none.png leads nowhere",
                        "page.html: loads https://a.example/b.png",
                        "page.html: loads //a.example/c.js",
                        "style.css: loads @import 'other.css'",
                        "style.css: loads url(https://a.example/b.png)"),
                LinkCheck.broken(broken, List.of("page.html", "other.html", "style.css")));
    }

    /** The formulas of an election stand before what is counted. */
    @ParameterizedTest
    @CsvSource({
        "ewd851, 0, --seed 0, entries total messagesPerEntry",
        "ewd851, 3, --schedule random --seed 1, entries total messagesPerEntry",
        "chang-roberts, 3, --seed 0, total announcement",
        "chang-roberts, 5, --ids random --seed 1, total announcement",
        "misra, 0, --seed 0, ticks total",
        "safra, 3, --schedule random --seed 1, demanded total announcement"
    })
    void theFiguresAreThoseOfTheCommand(String algorithm, int column, String options, String fields)
            throws IOException {
        Matcher row = ROW.matcher(page("algorithms/" + algorithm + ".html"));
        for (int processes : List.of(4, 8, 16, 32)) {
            assertTrue(row.find(), "a row for " + processes);
            String[] cells = row.group(1).split("</td><td class=\"number\">");
            assertEquals(processes, Integer.parseInt(cells[0]));
            Run run = Commands.of(("simulate " + algorithm + " -n " + processes + " --json " + options).split(" "));
            JsonNode counted = new ObjectMapper().readTree(run.out());
            int at = column;
            for (String field : fields.split(" ")) {
                at++;
                assertEquals(counted.get(field).asDouble(), Double.parseDouble(cells[at].replace(",", "")), field);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 12})
    void aCounterexampleIsThatOfTheCommand(int variant) throws IOException {
        String page = page("algorithms/ewd851.html");
        String section = page.substring(page.indexOf("<section id=\"variant-" + variant + "\">"));
        section = section.substring(0, section.indexOf("</section>"));
        Matcher command = Pattern.compile("<code>symposium (.*)</code></pre>").matcher(section);
        assertTrue(command.find(), section);
        Matcher listing = Pattern.compile("<pre tabindex=\"0\">(.*?)</pre>", Pattern.DOTALL)
                .matcher(section);
        assertTrue(listing.find(), section);
        Run run = Commands.of(command.group(1).split(" "));
        assertEquals(1, run.code());
        assertTrue(run.out().contains(listing.group(1).replace("&gt;", ">") + "\n"), run.out());
    }

    @Test
    void withoutACheckoutThatIsOneItIsRefused() {
        Run run = Commands.of("site", directory.resolve("none").toString(), "--checkout", directory.toString());
        run.assertRefused("must be a checkout of this version of Symposium");
        Run unknown = Commands.of("site", directory.resolve("none").toString(), "--runs", "ewd852");
        assertEquals(64, unknown.code());
        assertTrue(unknown.err().startsWith("symposium site: --runs"), unknown.err());
    }
}
