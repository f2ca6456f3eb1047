package symposium.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;

class SimulateCommandTest {

    private static JsonNode json(String line) {
        Run run = Commands.line("simulate " + line + " --json");
        assertEquals(ExitCode.DONE, run.code(), run.err());
        return run.json();
    }

    @Test
    void anElectionIsCounted() {
        JsonNode run = json("chang-roberts --ids 5,3,9,1");

        assertEquals("chang-roberts", run.get("algorithm").asText());
        assertEquals(4, run.get("processes").asInt());
        assertEquals(9, run.get("leader").asInt());
        // to the left: 5 goes 2 links, 3 goes 1, 9 goes 4, 1 goes 1
        assertEquals(8, run.get("messages").get("candidate").asInt());
        assertEquals(8, run.get("total").asInt());
        assertEquals(4, run.get("announcement").asInt());
        assertEquals(8, run.get("rounds").asInt());
        assertTrue(run.get("violated").isNull());
        assertNull(run.get("entries"));
    }

    @Test
    void onlyTheInitiatorsInitiate() {
        JsonNode run = json("chang-roberts --ids 5,3,9,1 --initiators 3");

        assertEquals(1, run.get("demanded").asInt());
        assertEquals(9, run.get("leader").asInt());
        assertEquals(5, run.get("total").asInt());
    }

    @Test
    void aSingleEntryCostsWhatThePaperSays() {
        JsonNode run = json("ewd851 -n 100 --requester 7 --holder 4");

        assertEquals(1, run.get("entries").asInt());
        // the token goes to the left, 3 links, where its signals came from
        assertEquals(6, run.get("total").asInt());
        assertEquals("{\"signal\":3,\"token\":3}", run.get("messages").toString());
        assertTrue(run.get("quiet").asBoolean());
    }

    @Test
    void aTokenThatCirculatesForeverDoesNotPreventTheEndOfTheRun() {
        JsonNode run = json("token-ring -n 5 --requester 3");

        assertEquals(1, run.get("entries").asInt());
        assertEquals(false, run.get("quiet").asBoolean());
    }

    @Test
    void usersAskAgainUntilEnoughHaveEntered() {
        assertEquals(100, json("ewd851 -n 5").get("entries").asInt());
        assertEquals(300, json("ewd851 -n 300").get("entries").asInt());
        assertEquals(7, json("ewd851 -n 5 --entries 7").get("entries").asInt());
        assertEquals(50, json("ewd851 -n 5 --ticks 50").get("ticks").asInt());
        JsonNode bounded = json("ewd851 -n 5 --requests 3 --schedule random");
        assertEquals(15, bounded.get("entries").asInt());
        assertTrue(bounded.get("quiet").asBoolean());
        assertTrue(bounded.get("rounds").isNull());
    }

    /** The run counts the messages of the requests that it serves: no request waits at its end. */
    @Test
    void aRunChargesRequestsOnlyToTheirEntries() {
        JsonNode graph = json("helary-plouzeau-raynal --topology random:4 -n 50");
        assertEquals(100, graph.get("entries").asInt());
        assertEquals(100, graph.get("demanded").asInt());
        assertEquals(0, graph.get("waiting").asInt());
        assertEquals(13_515, graph.get("total").asInt());
        // 100 links: at most 2e-n+1 = 151 requests and the token's way
        assertEquals(135.15, graph.get("messagesPerEntry").asDouble());

        JsonNode ring = json("ewd851 -n 1000");
        assertEquals("{\"signal\":999,\"token\":999}", ring.get("messages").toString());
        assertEquals(1.998, ring.get("messagesPerEntry").asDouble());
        assertTrue(ring.get("quiet").asBoolean());
    }

    @ParameterizedTest
    @CsvSource({
        "binary-arbitration, 370, 372",
        "carvalho-roucairol, 772, 772",
        "chandy-misra, 392, 378",
        "ewd851, 196, 196",
        "ewd851-by-franklin, 196, 196",
        "ewd851-misra, 199, 214",
        "helary-plouzeau-raynal, 547, 588",
        "helary-plouzeau-raynal-7, 686, 693",
        "lamport, 1200, 1200",
        "privileges, 196, 202",
        "ricart-agrawala, 800, 800",
        "ricart-agrawala-stamped, 800, 800",
        "suzuki-kasami, 490, 495",
        "suzuki-kasami-census, 490, 495",
        "token-ring, 102, 117",
        "token-ring-3, 105, 136",
        "two-stage, 477, 457"
    })
    void aHundredEntriesOfFiveUsersCost(String algorithm, int synchronous, int random) {
        for (String schedule : List.of("synchronous", "random")) {
            JsonNode run = json("%s -n 5 --seed 7 --schedule %s".formatted(algorithm, schedule));
            assertEquals(100, run.get("entries").asInt(), run.toString());
            assertEquals(100, run.get("demanded").asInt(), run.toString());
            assertEquals(0, run.get("waiting").asInt(), run.toString());
            int expected = schedule.equals("random") ? random : synchronous;
            assertEquals(expected, run.get("total").asInt(), run.toString());
        }
    }

    @Test
    void anotherUserAsksInsteadOfOneWhoseProcessCrashes() {
        JsonNode run = json("ricart-agrawala -n 5 --crash 3@1 --entries 5 --invariants");

        assertEquals(5, run.get("entries").asInt());
        assertEquals(6, run.get("demanded").asInt());
        assertEquals(0, run.get("waiting").asInt());
    }

    @Test
    void requestsThatWaitAtTheLastTickAreReported() {
        Run run = Commands.line("simulate ewd851 -n 5 --ticks 50");

        assertTrue(
                run.out().contains("26 of 31 demands, 2.077 messages each, those of 5 that wait included"), run.out());
        Run table = Commands.line("simulate ewd851 -n 5,6 --ticks 50");
        assertTrue(table.out().contains("  5 wait"), table.out());
    }

    /** The token rests d links away with the same probability for each d from 0 to n-1: 2d is n-1 on average. */
    @Test
    void longThinkTimesGiveLightLoad() {
        JsonNode ring = json("ewd851 -n 10 --think 100000 --entries 2000 --seed 2");
        assertEquals(100_000, ring.get("think").asInt());
        assertEquals(17_868, ring.get("total").asInt());
        assertEquals(9, ring.get("messagesPerEntry").asDouble(), 0.1);

        JsonNode broadcast = json("suzuki-kasami -n 10 --think 100000 --entries 2000 --seed 2");
        assertEquals(9, broadcast.get("messagesPerEntry").asDouble(), 0.1);

        assertEquals(counted("ewd851 -n 10 --think 50 --seed 2"), counted("ewd851 -n 10 --think 50 --seed 2"));
        assertNotEquals(counted("ewd851 -n 10 --think 50 --seed 2"), counted("ewd851 -n 10 --think 50 --seed 3"));
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        String line = "ewd851 -n 20 --schedule random --seed ";

        assertEquals(counted(line + 5), counted(line + 5));
        assertNotEquals(counted(line + 5), counted(line + 6));
    }

    private static JsonNode counted(String line) {
        ObjectNode run = (ObjectNode) json(line);
        return run.without(java.util.List.of("seconds", "nanosPerMessage", "seed"));
    }

    static java.util.List<String> names() {
        return Catalogue.all().stream().<String>map(Algorithm::name).toList();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyAlgorithmOfTheCatalogueRuns(String name) {
        Run run = Commands.line("simulate " + name + " -n 6 --schedule random --seed 3 --invariants --json");

        assertEquals(ExitCode.DONE, run.code(), run.out() + run.err());
        assertTrue(run.json().get("steps").asLong() > 0, run.out());
    }

    @ParameterizedTest
    @CsvSource({"petersen", "grid:3x4", "star", "tree", "line", "complete", "ring", "random:3", "random:3:8"})
    void algorithmsForAnyGraphRunOnEveryTopology(String topology) {
        String size = topology.contains("grid") || topology.equals("petersen") ? "" : " -n 9";
        JsonNode run = json("helary-plouzeau-raynal" + size + " --entries 20 --topology " + topology);

        assertEquals(20, run.get("entries").asInt());
        assertEquals(topology, run.get("topology").asText());
    }

    @Test
    void aGraphFromAFileHasItsOwnNames(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("house.dot"), "graph { a--b--c--d--a; b--e--c }");
        JsonNode run = json("helary-plouzeau-raynal --requester e --holder a --topology " + file);

        assertEquals(5, run.get("processes").asInt());
        assertEquals("e", run.get("requester").asText());
        assertEquals("a", run.get("holder").asText());
        assertEquals(1, run.get("entries").asInt());

        Run none = Commands.line("simulate helary-plouzeau-raynal --requester x --topology " + file);
        assertEquals(ExitCode.USAGE, none.code());
        assertTrue(none.err().contains("--requester 'x': no node is named so; there are: a, b, c, d, e"), none.err());

        Run tokens = Commands.line("simulate misra -n 5 --requester 3");
        assertEquals(ExitCode.USAGE, tokens.code());
        assertTrue(tokens.err().contains("--requester: the processes of misra have no users that ask"), tokens.err());

        Run check = Commands.line("check helary-plouzeau-raynal --safety --json --holder e --topology "
                + Files.writeString(directory.resolve("two"), "d e\n"));
        assertEquals(ExitCode.DONE, check.code(), check.err());
        assertEquals(1, check.json().get("holder").asInt());
    }

    @Test
    void aWrongLineOfAFileIsNamed(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("x.txt"), "0 1\n1 2\n2 1\n");

        for (String command : new String[] {"simulate", "check"}) {
            Run run = Commands.line(command + " helary-plouzeau-raynal --topology " + file);
            run.assertRefused("x.txt, line 3: 2 and 1 are linked already, in line 2");
        }
    }

    @Test
    void severalNumbersOfProcessesGiveATable() {
        Run run = Commands.line("simulate chang-roberts -n 3,10,30 --ids random");

        assertEquals(ExitCode.DONE, run.code(), run.err());
        assertEquals(6, run.out().lines().count(), run.out());
        assertTrue(run.out().contains("ns/message"), run.out());
        assertEquals(3, json("chang-roberts -n 3,10,30").get("runs").size());
    }

    @Test
    void aProcessThatWaitsForALostTokenIsReported() {
        Run run = Commands.line("simulate ewd851 -n 5 --crash 0@0 --json");

        assertEquals(ExitCode.VIOLATED, run.code(), run.err());
        assertEquals("there is a single token", run.json().get("violated").asText());
        assertTrue(run.json().get("waiting").asInt() > 0);
    }

    @Test
    void aCrashIsToleratedWhereThePaperSaysSo() {
        JsonNode run = json("ewd851-misra -n 5 --crash 2@30 --notification-delay 5..9 --entries 60 --schedule random");

        assertEquals(60, run.get("entries").asInt());
    }

    @Test
    void aProcessThatJoinsIsServedLikeTheOthers() {
        for (String algorithm : List.of("privileges", "ewd851-by-franklin", "helary-plouzeau-raynal-7")) {
            JsonNode run = json(algorithm + " -n 4 --join 2@30,3@50 --requests 1 --initiators 0,3 --schedule random");
            assertEquals(2, run.get("entries").asInt(), algorithm);
            assertEquals(0, run.get("waiting").asInt(), algorithm);
        }
    }

    /** A user that waits does not ask again, and a leader that a user did not ask for counts as no service. */
    @ParameterizedTest
    @ValueSource(strings = {"synchronous", "random"})
    void electionsInTermsServeEachDemandOnce(String schedule) {
        for (String algorithm : List.of("chang-roberts-terms", "bully-terms")) {
            for (String who : List.of("all", "1,2")) {
                JsonNode run = json("%s -n 5 --requests 3 --initiators %s --schedule %s --seed 7"
                        .formatted(algorithm, who, schedule));
                int demands = who.equals("all") ? 15 : 6;
                assertEquals(demands, run.path("demanded").intValue(), run.toString());
                assertEquals(demands, run.path("entries").intValue(), run.toString());
                assertEquals(0, run.path("waiting").intValue(), run.toString());
            }
        }
    }
}
