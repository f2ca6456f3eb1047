package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCommandTest {

    private static final String EVERYONE_LEFT_FIRST = """
            plato: kant voltaire
            kant: hegel plato
            hegel: leibniz kant
            leibniz: voltaire hegel
            voltaire: plato leibniz
            """;

    @TempDir
    private Path directory;

    private String file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "table", ""), text)
                .toString();
    }

    private static JsonNode json(Run run) throws IOException {
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void thePentagonWhereEveryoneGrabsLeftFirst() throws IOException {
        Run run = Run.of("table", "analyse", "--json", file(EVERYONE_LEFT_FIRST));
        assertEquals(ExitCode.VIOLATED, run.code());
        JsonNode found = json(run);
        assertEquals(5, found.get("philosophers").asInt());
        assertTrue(found.get("danger").asBoolean());
        assertEquals(5, found.get("cycle").size());
        assertFalse(found.get("rankable").asBoolean());
        assertTrue(found.get("blockingPaths").isNull());
        assertTrue(found.get("total").isNull());
        assertTrue(found.get("minimum").isNull());
        Run text = Run.of("table", "analyse", file(EVERYONE_LEFT_FIRST));
        assertTrue(
                text.out().contains("voltaire reaches for the fork shared with leibniz, which leibniz owns"),
                text.out());
    }

    @Test
    void aCompleteTableAndItsMinimum() throws IOException {
        Run run = Run.of("table", "analyse", "--json", file("a: b c d\nb: a d c\nc: d a b\nd: c b a\n"));
        assertEquals(ExitCode.DONE, run.code());
        JsonNode found = json(run);
        assertFalse(found.get("danger").asBoolean());
        assertTrue(found.get("rankable").asBoolean());
        assertEquals(
                "{\"a\":6,\"b\":6,\"c\":6,\"d\":6}", found.get("blockingPaths").toString());
        assertEquals(24, found.get("total").asInt());
        assertEquals(24, found.get("minimum").asInt());
    }

    @Test
    void aPlanIsATableWithoutDanger() throws IOException {
        Run planned = Run.of("table", "plan", file(EVERYONE_LEFT_FIRST));
        assertEquals(ExitCode.DONE, planned.code());
        Run analysed = Run.of("table", "analyse", "--json", file(planned.out()));
        assertEquals(ExitCode.DONE, analysed.code());
        JsonNode json = json(Run.of("table", "plan", "--json", file(EVERYONE_LEFT_FIRST)));
        assertEquals(json(analysed).get("total"), json.get("total"));
        assertTrue(json.get("totalBefore").isNull());
    }

    @Test
    void aSearchThatGivesUpSaysSo() throws IOException {
        String withoutRanks = "0: 2 1 3\n1: 3 2 0\n2: 0 3 1\n3: 1 0 2\n";
        Run run = Run.of("table", "analyse", "--steps", "2", "--json", file(withoutRanks));
        assertEquals(ExitCode.UNDECIDED, run.code());
        assertTrue(json(run).get("danger").isNull());
        assertEquals(
                ExitCode.DONE, Run.of("table", "analyse", file(withoutRanks)).code());
    }

    @Test
    void partsThatHaveNothingToDoWithEachOtherAreAnalysedSo() throws IOException {
        Run run = Run.of("table", "analyse", file("a: b\nb: a\nc:\n"));
        assertEquals(ExitCode.DONE, run.code());
        assertTrue(run.out().contains("in 2 parts that have nothing to do with each other"), run.out());
    }

    @Test
    void whatIsWrongIsToldInOneLine() throws IOException {
        String file = file("a: b\nb:\n");
        Run run = Run.of("table", "analyse", file);
        assertEquals(ExitCode.USAGE, run.code());
        assertEquals(
                "symposium table analyse: " + file
                        + ", line 1: the fork between a and b is named here only; line 2 of b has to name it, too\n",
                run.err());
        assertEquals(
                ExitCode.USAGE,
                Run.of("table", "plan", directory.resolve("none").toString()).code());
        assertEquals(
                ExitCode.USAGE, Run.of("table", "plan", directory.toString()).code());
        assertEquals(ExitCode.USAGE, Run.of("table", "analyse").code());
        assertEquals(ExitCode.USAGE, Run.of("table").code());
        assertEquals(
                ExitCode.USAGE, Run.of("table", "analyse", "--steps", "0", file).code());
    }
}
