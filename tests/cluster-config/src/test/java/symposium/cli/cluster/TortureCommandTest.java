package symposium.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cli.Commands;
import symposium.cli.Run;

@Tag("slow")
class TortureCommandTest {

    private static final Pattern MEMBERSHIP = Pattern.compile("listens|hears|cut off|removed|paused|downed");
    private static final String BEGINS = "{\"at\":0,\"kind\":\"BEGINS\"}\n";

    /** The logs of the nodes stay where a test has failed. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    /**
     * Three virtual machines. The holder is killed, and then a node is cut off; the same is judged again from the file.
     */
    @Test
    @Timeout(600)
    void aClusterOfRealNodesKeepsItsPromisesWhenTheHolderIsKilledAndWhenANodeIsCutOff() {
        Run run = Commands.of(
                "torture",
                "--json",
                "--loopback",
                "--rounds",
                "2",
                "--seed",
                "1",
                "--within",
                "200",
                "--faults",
                "partition,kill-holder",
                "--events",
                directory.resolve("events").toString(),
                "--directory",
                directory.toString());
        assertEquals(0, run.code(), () -> run + membership());
        JsonNode verdict = run.json();
        assertEquals(0, verdict.get("violations").size(), run::toString);
        assertEquals(2, verdict.get("events").get("fault").asInt());
        assertEquals(1, verdict.get("events").get("denied").asInt());
        assertTrue(verdict.get("events").get("written").asInt() > 3, run::toString);

        Run again = Commands.of(
                "torture", "--json", "--judge", verdict.get("history").asText());
        assertEquals(verdict, again.json());

        Run replayed =
                Commands.of("trace", "verify", directory.resolve("events").toString());
        assertEquals(0, replayed.code(), replayed::toString);
    }

    /** The lines about membership in the logs of the nodes. */
    private String membership() {
        try (Stream<Path> files = Files.list(directory)) {
            StringBuilder lines = new StringBuilder();
            for (Path log : files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList()) {
                lines.append("\n").append(log.getFileName());
                new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> MEMBERSHIP.matcher(line).find())
                        .limit(40)
                        .forEach(line -> lines.append("\n  ").append(line));
            }
            return lines.toString();
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    /** The run ends before it starts a node: its history cannot be written. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --loopback --seed 5             | ewd851-misra --nodes 3 --seed 5 --rounds 10 --loopback
                    --loopback --seed 5 --within 60 | ewd851-misra --nodes 3 --seed 5 --rounds 10 --loopback
                    --loopback --seed 5 --within 60.5 | ewd851-misra --nodes 3 --seed 5 --rounds 10 --within 60.5 --loopback
                    --loopback --seed 5 --within 100 --faults leave,kill-all --nodes 2 --rounds 7 --algorithm bully \
                    | bully --nodes 2 --seed 5 --rounds 7 --faults leave,kill-all --within 100 --loopback
                    """)
    void theCommandThatRepeatsARunHasEveryOptionThatMatters(String options, String again) throws Exception {
        Files.createDirectory(directory.resolve("history.jsonl"));
        Run run = Commands.line("torture --directory " + directory + " " + options);
        assertEquals(64, run.code(), run::toString);
        assertTrue(run.out().endsWith("again: symposium torture --algorithm " + again + "\n"), run::toString);
    }

    @Test
    void aHistoryThatBreaksAPromiseIsViolated() throws Exception {
        Path file = Files.writeString(
                directory.resolve("h.jsonl"),
                BEGINS
                        + "{\"at\":3,\"kind\":\"GRANTED\",\"node\":0,\"fences\":{\"lock\":{\"generation\":2,\"grant\":1}}}\n"
                        + "{\"at\":4,\"kind\":\"GRANTED\",\"node\":1,\"fences\":{\"lock\":{\"generation\":2,\"grant\":2}}}\n");
        Run run = Commands.of("torture", "--judge", file.toString());
        assertEquals(1, run.code(), run::toString);
        assertTrue(
                run.out()
                        .startsWith("violated at 4 ms: lock has two holders in one generation: node 0 under fence 2.1"),
                run::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                                   | line 1: no torture run begins here
                    {"at":0,"kind":"FAULT"}              | line 1: no torture run begins here
                    {"at":0,"kind":"BEGINS"}%n{"at":3,"k%n | line 2: no event of a torture run: {"at":3,"k
                    {"at":4,"kind":"BEGINS"}%n{"at":3,"kind":"STEADY"} | line 2: the time goes back
                    {"at":0,"kind":"BEGINS"}%nnull%n     | line 2: no event of a torture run: null
                    """)
    void aFileThatIsNoHistoryIsRefusedWithTheLine(String text, String why) throws Exception {
        Path file = Files.writeString(directory.resolve("h.jsonl"), text.replace("%n", "\n"));
        Run run = Commands.of("torture", "--judge", file.toString());
        run.assertRefused(why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    torture --faults kill-holdr    | --faults 'kill-holdr' is unknown; did you mean kill-holder? symposium torture --help lists all
                    torture --faults membership    | --faults membership: the voters must be dynamic (--algorithm resources --voters dynamic)
                    torture --voters dynamic       | --voters dynamic: must be static, or dynamic with --algorithm resources
                    torture --nodes 1              | --nodes '1': must be a whole number from 2 to 9
                    torture --rounds 0             | --rounds '0': must be a whole number from 1 to 100000
                    torture --algorithm lelan      | did you mean lelann?
                    torture --judge none/such.file | --judge 'none/such.file'
                    """)
    void badInputIsRefusedInOneLine(String line, String why) {
        Run run = Commands.line(line);
        run.assertRefused(why);
    }
}
