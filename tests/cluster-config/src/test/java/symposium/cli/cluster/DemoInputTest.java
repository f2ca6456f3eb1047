package symposium.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;

class DemoInputTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: b;b: a c | line 2: b shares a fork with c, who has no line; each philosopher must have one",
                "graph { a -- b -- c -- a } | is a graph; use a table, or --topology"
            })
    void aFileThatIsNoTableIsRefusedInOneLine(String text, String why) throws IOException {
        Path file = Files.writeString(directory.resolve("table"), text.replace(';', '\n') + "\n");

        Run run = Commands.of("demo", "two-stage", "--table", file.toString());

        assertEquals(ExitCode.USAGE, run.code());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().startsWith("symposium demo: --table ") && run.err().contains(why), run.err());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "demo franklin --topology complete | symposium demo: franklin elects: --seconds, --entries, --seed, --topology",
                "demo chang-robert | ; did you mean chang-roberts?"
            })
    void anElectionIsRefusedInOneLine(String command, String why) {
        Run run = Commands.line(command);

        run.assertRefused(why);
    }
}
