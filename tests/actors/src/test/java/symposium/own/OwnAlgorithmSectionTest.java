package symposium.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import symposium.CodeBlock;
import symposium.Pages;

/**
 * The Java that the pages of {@code actors} show is the Java of the package: each piece of it occurs there, line by
 * line. A line {@code // ...} parts two pieces; how far lines are indented does not count.
 */
class OwnAlgorithmSectionTest {

    private static final String LEFT_OUT = "// ...";

    @Test
    void thePagesShowWhatStandsInThePackage() throws IOException {
        List<String> pieces = Pages.all().stream()
                .filter(page -> page.startsWith("actors/"))
                .flatMap(page -> pieces(CodeBlock.of(page, "java")).stream())
                .toList();
        String source = source();
        assertFalse(pieces.isEmpty());
        assertEquals(
                List.of(),
                pieces.stream().filter(piece -> !source.contains(piece)).toList());
    }

    @Test
    void aPieceThatStandsNowhereIsFound() throws IOException {
        List<String> pieces = pieces(CodeBlock.of("planted.md", """
                # A page
                ```java
                    if (node.holder().isEmpty()
                // ...
                no such line
                ```
                """, "java"));
        String source = source();
        assertEquals(List.of("if (node.holder().isEmpty()\n", "no such line\n"), pieces);
        assertFalse(source.contains(pieces.get(1)));
    }

    private static List<String> pieces(List<CodeBlock> blocks) {
        List<String> pieces = new ArrayList<>();
        for (CodeBlock block : blocks) {
            StringBuilder piece = new StringBuilder();
            for (String line : block.lines().stream().map(String::strip).toList()) {
                if (line.equals(LEFT_OUT)) {
                    pieces.add(piece.toString());
                    piece = new StringBuilder();
                } else {
                    piece.append(line).append('\n');
                }
            }
            pieces.add(piece.toString());
        }
        return pieces;
    }

    /** The types that the page names, all that the file of an algorithm uses. */
    @Test
    void anAlgorithmNeedsTwelveTypes() throws IOException {
        String page = Files.readString(Pages.root().resolve("actors/docs/write-an-algorithm.md"));
        String section = page.substring(page.indexOf("twelve types:"), page.indexOf("`NaimiTrehel`"));
        Set<String> named = Pattern.compile("`(\\w+)`")
                .matcher(section)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        String file = Files.readString(
                Pages.root().resolve("actors/examples/src/main/java/symposium/own/naimitrehel/NaimiTrehel.java"));
        Set<String> used = Pattern.compile("import (?:symposium|io\\.soabase)\\.[\\w.]*\\.(\\w+);")
                .matcher(file)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        used.add("Rule");
        assertEquals(used, named);
        assertEquals(12, named.size());
    }

    private static boolean isExample(Path file) {
        return file.toString().endsWith(".java") && !file.toString().endsWith("Test.java");
    }

    private static String source() throws IOException {
        try (Stream<Path> files = Files.walk(Pages.root().resolve("actors/examples/src/main/java/symposium/own"), 2)) {
            StringBuilder all = new StringBuilder();
            for (Path file :
                    files.filter(OwnAlgorithmSectionTest::isExample).sorted().toList()) {
                all.append(
                        Files.readString(file).lines().map(String::strip).collect(Collectors.joining("\n", "", "\n")));
            }
            return all.toString();
        }
    }
}
