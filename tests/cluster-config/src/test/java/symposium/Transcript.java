package symposium;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A file of paragraphs that anybody can read: each is a command, a line, and below it, indented, what happens then; or
 * a comment, whose lines begin with {@code #}. {@code -Dsymposium.golden=write} writes the files again, for review.
 */
public final class Transcript {

    private Transcript() {}

    /** The transcripts in a directory, in the order of their names. */
    public static Stream<Path> in(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList().stream();
        }
    }

    /**
     * Carries out the commands of a transcript.
     *
     * @param happens carries out a command, and gives the lines that follow
     * @throws AssertionError where something else happens than is written
     */
    public static void follow(Path transcript, Function<String, List<String>> happens) throws IOException {
        String expected = Files.readString(transcript);
        StringBuilder actual = new StringBuilder();
        for (String paragraph : expected.strip().split("\n\n")) {
            actual.append(actual.isEmpty() ? "" : "\n");
            if (paragraph.startsWith("#")) {
                actual.append(paragraph).append('\n');
            } else {
                String command = paragraph.lines().findFirst().orElseThrow();
                actual.append(command).append('\n');
                happens.apply(command)
                        .forEach(line -> actual.append("    ").append(line).append('\n'));
            }
        }
        if (Golden.isWritten()) {
            Files.writeString(transcript, actual);
        }
        assertEquals(expected, actual.toString());
    }
}
