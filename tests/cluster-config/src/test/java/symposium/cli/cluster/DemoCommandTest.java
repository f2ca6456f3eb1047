package symposium.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;
import symposium.cluster.settings.ClusterCatalogue;

/** The main job, through the command line: real clusters in this virtual machine. */
@Tag("slow")
class DemoCommandTest {

    @TempDir
    private Path directory;

    private String events() {
        return directory.resolve("events").toString();
    }

    /** What the nodes have done is what the protocol does that the checker explores. */
    private void assertReplayed(String algorithm) {
        Run verified = Commands.of("trace", "verify", events());
        assertEquals(ExitCode.DONE, verified.code(), verified.out() + verified.err());
        assertTrue(verified.out().matches(algorithm + ": [1-9][0-9,]* steps of 3 processes .*\\R"), verified.out());
    }

    @Test
    void theHolderDiesAndTheOthersGoOn() throws IOException {
        Path svg = directory.resolve("death.svg");
        Run run = Commands.of(
                "demo",
                "--nodes",
                "3",
                "--seconds",
                "4",
                "--seed",
                "11",
                "--json",
                "--events",
                events(),
                "--svg",
                svg.toString());
        assertReplayed("ewd851-misra");
        String drawn = Files.readString(svg);
        assertTrue(drawn.startsWith("<svg") && drawn.contains("ewd851-misra"), drawn.substring(0, 300));
        assertTrue(drawn.contains(">v.0"), "the others are told of the death");

        assertEquals(ExitCode.DONE, run.code(), run.err());
        JsonNode json = run.json();
        assertEquals("ewd851-misra", json.path("algorithm").asText());
        assertEquals("holds", json.path("verdict").asText());
        assertEquals(11, json.path("seed").asInt());
        assertEquals(3, json.path("processes").size());
        assertTrue(json.path("secondsFromDeathToNextGrant").asDouble() > 0, json.toString());
        assertEquals(2, json.path("generations").size(), json.toString());
        assertTrue(json.path("generations").get(0).isTextual(), "readers round great numbers: " + json);
        int victim = json.path("killed").asInt(-1);
        for (JsonNode process : json.path("processes")) {
            assertTrue(process.path("entries").asLong() >= 1, "everybody has eaten: " + json);
            assertTrue(process.has("signal") && process.has("token") && process.has("pong"), json.toString());
        }
        assertInOrder(
                run.err(),
                "symposium demo: ewd851-misra, 3 nodes, seed 11; ",
                "is up: 1 of 3",
                ": 0 -> 1 -> 2 -> 0\n",
                "dinner is served",
                "is hungry",
                "eats, fence ",
                "  " + victim + "       is killed without goodbye, while it eats under fence ",
                "hears nothing from " + victim,
                "learns that " + victim + " has been removed",
                "the ring is closed again: ",
                "a majority knows of generation ",
                "eats, fence ",
                "work continues, ",
                "has eaten, fence ",
                "the dinner is over",
                "process     entries",
                "From the death to the next grant: ",
                "Verdict of the observer: no two ate at once, no fence decreased: ");
    }

    @Test
    void anAlgorithmThatDoesNotTolerateACrashStopsAndTheStorySaysSo() {
        Run run = Commands.line(
                "demo helary-plouzeau-raynal --topology star --nodes 3 --seconds 3 --seed 5 --json --events "
                        + events());
        assertReplayed("helary-plouzeau-raynal");

        assertEquals(ExitCode.DONE, run.code(), run.err());
        JsonNode json = run.json();
        assertEquals("holds", json.path("verdict").asText());
        assertEquals("star", json.path("topology").asText());
        assertTrue(json.path("secondsFromDeathToNextGrant").isNull(), json.toString());
        assertTrue(json.path("perEntry").has("token"), json.toString());
        assertInOrder(
                run.err(),
                "symposium demo: helary-plouzeau-raynal on star, 3 nodes, seed 5; ",
                "(star): 0, 1, 2",
                "dinner is served",
                " asks: sends ",
                "eats, fence ",
                "is killed without goodbye, while it eats under fence ",
                "warns: process " + json.path("killed").asInt()
                        + " has departed, which helary-plouzeau-raynal does not tolerate",
                "the dinner is over",
                "no process is granted after the death of process "
                        + json.path("killed").asInt() + ": helary-plouzeau-raynal does not tolerate a crash");
    }

    @Test
    void survivorsTakeTheResourcesOfTheCrashedProcess() {
        Run run = Commands.line("demo resources --nodes 3 --seconds 4 --seed 3 --json --events " + events());
        assertReplayed("privileges");

        assertEquals(ExitCode.DONE, run.code(), run.err());
        JsonNode json = run.json();
        assertEquals("holds", json.path("verdict").asText());
        int victim = json.path("killed").asInt(-1);
        for (JsonNode process : json.path("processes")) {
            assertTrue(process.path("entries").asLong() >= 1, "everybody has taken something: " + json);
            assertTrue(process.has("ask") && process.has("hand") && process.has("view"), json.toString());
        }
        long taken = 0;
        for (JsonNode resource : json.path("resources")) {
            taken += resource.path("taken").asLong();
            assertTrue(resource.path("latestFence").asText().matches("\\d+\\.\\d+"), json.toString());
        }
        assertTrue(taken >= json.path("entries").asLong(), json.toString());
        assertInOrder(
                run.err(),
                "symposium demo: resources, 3 nodes, seed 3; the node of one who has three resources will be killed; ",
                "the day begins: 3 applications work",
                " wants ",
                " takes ",
                "  " + victim + "       is killed without goodbye, while it has ",
                "work continues, ",
                "the day is over",
                "From the death to the next grant: ",
                "Verdict of the observer: no resource had two holders at once, the fences of each resource increased: ",
                "crashed nodes held 3 resources, survivors acquired 3 of them");
        // A survivor may be granted by what another has been told, before it is told itself.
        assertInOrder(run.err(), "is killed without goodbye", "learns that " + victim + " has been removed");
    }

    @Test
    void philosophersOfATableFileHaveTheirNames() {
        Run run = Commands.line(
                "demo two-stage --table ../../cluster-config/examples/pentagon.table --entries 6 --no-faults --json");

        assertEquals(ExitCode.DONE, run.code(), run.err());
        assertEquals("kant", run.json().path("processes").path(1).path("name").asText());
        assertInOrder(
                run.err(), "plato, kant, hegel, leibniz, voltaire", " eats with ", "the dinner is over", "voltaire ");
        assertTrue(
                Pattern.compile("kant +eats with plato-kant \\(use \\d+\\), kant-hegel \\(use \\d+\\)|"
                                + "plato +eats with plato-kant \\(use \\d+\\), plato-voltaire \\(use \\d+\\)|"
                                + "hegel +eats with kant-hegel \\(use \\d+\\), hegel-leibniz \\(use \\d+\\)")
                        .matcher(run.err())
                        .find(),
                run.err());
    }

    @Test
    void withoutFaultsEveryAlgorithmRuns() {
        Run run = Commands.of("demo", "ewd851", "--nodes", "2", "--entries", "3", "--no-faults");

        assertEquals(ExitCode.DONE, run.code(), run.out() + run.err());
        assertEquals("", run.err());
        assertInOrder(
                run.out(),
                "symposium demo: ewd851, 2 nodes, seed ",
                "the ring is closed: 0 -> 1 -> 0",
                "the dinner is over",
                "no two ate at once, no fence decreased: 3 grants, fences ");
        assertTrue(!run.out().contains("killed"), run.out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            demo ewd851-mizra              | symposium demo: algorithm 'ewd851-mizra' is unknown; did you mean ewd851-misra? symposium algorithms lists all
            demo resource                  | symposium demo: algorithm 'resource' is unknown; did you mean resources? symposium algorithms lists all
            demo misra                     | symposium demo: algorithm 'misra' is none of ALL
            demo --topology rong           | symposium demo: --topology 'rong' is none of ring, complete, line, star, tree, petersen, grid:RxC, random:D[:SEED] or a file; did you mean ring?
            demo --topology star           | symposium demo: --topology 'star': ewd851-misra does not run on that; it runs on: ring
            demo --topology petersen       | symposium demo: --topology 'petersen': has 10 nodes; from 2 to 9 are allowed here
            demo --topology grid:2x4       | symposium demo: --topology 'grid:2x4': ewd851-misra does not run on that; it runs on: ring
            demo --topology no.dot         | symposium demo: --topology no.dot: there is no such file
            demo resources --topology star | symposium demo: resources links every node with every other: --topology and --table are for the others
            demo --nodes 1                 | symposium demo: --nodes '1': must be a whole number from 2 to 9
            demo --nodes 10                | symposium demo: --nodes '10': must be a whole number from 2 to 9
            demo --nodes many              | symposium demo: --nodes 'many': must be a whole number from 2 to 9
            demo --nodes 2                 | symposium demo: --nodes '2': the survivor of two is not a majority, and is granted nothing; use 3 or more, or --no-faults
            demo --seconds 0               | symposium demo: --seconds '0': must be a number of seconds from 0.001 to 86400
            demo --seconds 5 --entries 5   | symposium demo: --seconds and --entries are both given; give only one of them
            demo --entries 0               | symposium demo: --entries '0': must be a whole number from 1 to 100000
            demo --seed x                  | symposium demo: --seed 'x': must be a whole number from 0 to 2147483647
            demo --fault                   | symposium demo: there is no option '--fault'; did you mean --faults? See symposium demo --help
            demo --duration 20s            | symposium demo: there is no option '--duration'; see symposium demo --help
            demo ewd851-misra more         | symposium demo: unexpected argument 'more'; see symposium demo --help
            """)
    void aDemoThatCannotRunIsRefusedInOneLine(String command, String line) {
        Run run = Commands.line(command);

        assertEquals(ExitCode.USAGE, run.code());
        assertEquals("", run.out());
        assertEquals(line.replace("ALL", everything()) + "\n", run.err());
    }

    private static void assertInOrder(String text, String... parts) {
        int at = 0;
        for (String part : parts) {
            int found = text.indexOf(part, at);
            assertTrue(found >= 0, "missing, or not where it should be: " + Pattern.quote(part) + " in\n" + text);
            at = found + part.length();
        }
    }

    /**
     * The accepted names: algorithms for mutual exclusion and arbitration, the allocation of resources, then elections.
     */
    private static String everything() {
        return String.join(", ", ClusterCatalogue.names()) + ", resources, "
                + String.join(", ", ClusterCatalogue.elections());
    }
}
