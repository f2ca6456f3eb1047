package symposium.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import symposium.CodeBlock;

/**
 * What the README shows of an algorithm of one's own is what stands in the package: each piece of Java in its section
 * occurs there, line by line. A line {@code // ...} parts two pieces; how far lines are indented does not count.
 */
class OwnAlgorithmSectionTest {

    private static final String SECTION = "## Your own algorithm";
    private static final String LEFT_OUT = "// ...";

    @Test
    void theReadmeShowsWhatStandsInThePackage() throws IOException {
        String readme = Files.readString(CodeBlock.root().resolve("actors/README.md"));
        assertTrue(readme.lines().anyMatch(SECTION::equals), "the README has no section \"" + SECTION + "\"");

        List<String> pieces = pieces(readme);
        String source = source();
        assertFalse(pieces.isEmpty());
        assertEquals(
                List.of(),
                pieces.stream().filter(piece -> !source.contains(piece)).toList());
    }

    @Test
    void aPieceThatStandsNowhereIsFound() throws IOException {
        List<String> pieces = pieces("""
                %s
                ```java
                    if (node.holder().isEmpty()
                // ...
                no such line
                ```
                ## Next
                ```java
                of another section
                ```
                """.formatted(SECTION));
        String source = source();
        assertEquals(List.of("if (node.holder().isEmpty()\n", "no such line\n"), pieces);
        assertFalse(source.contains(pieces.get(1)));
    }

    private static List<String> pieces(String readme) {
        List<String> pieces = new ArrayList<>();
        boolean inSection = false;
        StringBuilder piece = null;
        for (String line : readme.lines().map(String::strip).toList()) {
            if (line.startsWith("## ")) {
                inSection = line.equals(SECTION);
            } else if (inSection && line.equals("```java")) {
                piece = new StringBuilder();
            } else if (piece != null && (line.equals("```") || line.equals(LEFT_OUT))) {
                pieces.add(piece.toString());
                piece = line.equals(LEFT_OUT) ? new StringBuilder() : null;
            } else if (piece != null) {
                piece.append(line).append('\n');
            }
        }
        return pieces;
    }

    private static String source() throws IOException {
        try (Stream<Path> files = Files.list(CodeBlock.root().resolve("tests/src/test/java/symposium/own/raymond"))) {
            StringBuilder all = new StringBuilder();
            for (Path file : files.sorted().toList()) {
                all.append(
                        Files.readString(file).lines().map(String::strip).collect(Collectors.joining("\n", "", "\n")));
            }
            return all.toString();
        }
    }
}
