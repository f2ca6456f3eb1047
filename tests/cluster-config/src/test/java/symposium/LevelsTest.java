package symposium;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The levels of tests are those that the pages of the tests describe, and a test is in one of them. */
@Tag("fast")
class LevelsTest {

    private static final Pattern TAG = Pattern.compile("^( *)@Tag\\(\"([^\"]*)\"\\)", Pattern.MULTILINE);
    private static final Pattern PROFILE = Pattern.compile("^mvn \\w+ -P (\\w+)", Pattern.MULTILINE);

    /** The tags of a class, at its margin, or of its methods, further in. */
    private static List<String> tags(Path test, boolean ofClass) throws IOException {
        return TAG.matcher(Files.readString(test))
                .results()
                .filter(tag -> tag.group(1).isEmpty() == ofClass)
                .map(tag -> tag.group(2))
                .toList();
    }

    @Test
    void everyTagIsALevel() throws IOException {
        Set<String> used = new TreeSet<>();
        for (Path test : TestSources.all()) {
            used.addAll(tags(test, true));
            used.addAll(tags(test, false));
        }
        Set<String> levels = Pages.all().stream()
                .filter(page -> page.startsWith("tests/"))
                .flatMap(page -> PROFILE.matcher(Pages.text(page)).results())
                .map((MatchResult profile) -> profile.group(1))
                .map(profile -> profile.equals("all") ? "slow" : profile)
                // A module with tests that others have, too.
                .filter(profile -> !profile.equals("pekko"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(levels, used);
    }

    @Test
    void noClassIsInTwoLevels() throws IOException {
        for (Path test : TestSources.all()) {
            List<String> levels = tags(test, true);
            assertEquals(levels.stream().limit(1).toList(), levels, test.toString());
        }
    }
}
