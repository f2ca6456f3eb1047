package symposium.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;

/** What a command writes is whole, or not there. */
@Tag("fast")
class OutputFileTest {

    @TempDir
    private Path directory;

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    /** Half a surrogate pair is not UTF-8: writing fails after the file has been opened, as on a full disk. */
    @Test
    void nothingIsLeftWhenWritingFails() throws IOException {
        Path file = directory.resolve("out.svg");
        OutputFile output = OutputFile.of(file.toString());
        assertThrows(BadInput.class, () -> output.write("--svg", "x".repeat(100_000) + "\uD800"));
        assertEquals(List.of(), files());

        Files.writeString(file, "before");
        assertThrows(BadInput.class, () -> output.write("--svg", "\uD800"));
        assertEquals(List.of("out.svg"), files());
        assertEquals("before", Files.readString(file));
    }

    @Test
    void aDiagramIsXmlWhateverTheNameOfTheFile() throws Exception {
        Path graph = Files.writeString(directory.resolve("a\u0001\u001b[31m<b>.gv"), "graph { 0 -- 1 -- 2 -- 0 }");
        Path svg = directory.resolve("out.svg");
        Run run = Commands.of(
                "check",
                "helary-plouzeau-raynal",
                "--topology",
                graph.toString(),
                "--variant",
                "1",
                "--svg",
                svg.toString());

        assertEquals(ExitCode.VIOLATED, run.code(), run.err());
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
        assertEquals(-1, run.out().indexOf('\u001b'), run.out());
        assertEquals(-1, run.err().indexOf('\u001b'), run.err());
    }
}
