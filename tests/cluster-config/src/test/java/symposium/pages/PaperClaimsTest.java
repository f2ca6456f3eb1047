package symposium.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.Pages;
import symposium.TestSources;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;

/** The page of the papers' claims names tests that there are, and commands that find what it says. */
class PaperClaimsTest {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern TEST = Pattern.compile("(\\w+Test)(?:#(\\w+))?");

    /**
     * A line of a table.
     *
     * @param shown the tests and commands
     */
    record Claim(String claim, String finding, List<String> shown) {}

    static Stream<Claim> claims() throws IOException {
        return Pages.text("actors/docs/paper-claims.md")
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| claim |"))
                .map(line -> line.split(" \\| ", -1))
                .map(cells -> new Claim(
                        cells[0].substring(2),
                        cells[1],
                        CODE.matcher(cells[2])
                                .results()
                                .map(code -> code.group(1))
                                .toList()));
    }

    private static boolean isCommand(String shown) {
        return shown.startsWith("symposium ");
    }

    @ParameterizedTest
    @MethodSource("claims")
    void eachIsShownByATestThatThereIsOrByACommand(Claim claim) throws IOException {
        assertTrue(!claim.shown().isEmpty(), claim.toString());
        for (String shown : claim.shown()) {
            if (!isCommand(shown)) {
                Matcher test = TEST.matcher(shown);
                assertTrue(test.matches(), claim.toString());
                String source = source(test.group(1));
                assertTrue(
                        test.group(2) == null || source.contains(" " + test.group(2) + "("),
                        () -> test.group(1) + " has no test " + test.group(2));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("claims")
    @Tag("slow")
    void itsCommandFindsTheSame(Claim claim) {
        for (String shown : claim.shown()) {
            if (isCommand(shown)) {
                Run run = Commands.line(shown.replaceFirst("symposium ", ""));
                assertEquals(
                        claim.finding().startsWith("wrong") ? ExitCode.VIOLATED : ExitCode.DONE,
                        run.code(),
                        () -> claim + "\n" + run);
            }
        }
    }

    private static String source(String test) throws IOException {
        List<Path> found = TestSources.all().stream()
                .filter(file -> file.getFileName().toString().equals(test + ".java"))
                .toList();
        assertEquals(1, found.size(), test + ": " + found);
        return Files.readString(found.get(0));
    }
}
