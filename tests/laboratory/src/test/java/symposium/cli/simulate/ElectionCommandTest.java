package symposium.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;
import symposium.election.Election;
import symposium.kernel.catalogue.Catalogue;

/**
 * {@code symposium election}: it measures the same as {@code simulate}, and all figures lie within the papers' bounds.
 */
class ElectionCommandTest {

    @TempDir
    Path directory;

    @Test
    void allElectionsAreComparedAndKeepTheirBounds() {
        Run run = Commands.line("election compare -n 2,8,33,100 --rings 4 --seed 11 --json");

        assertEquals(ExitCode.DONE, run.code(), run.out() + run.err());
        assertEquals(0, run.json().get("wrong").size());
        Set<String> names = new HashSet<>();
        for (JsonNode each : run.json().get("runs")) {
            names.add(each.get("algorithm").asText());
            each.get("bounds").fields().forEachRemaining(bound -> {
                if (bound.getKey().startsWith("at most")) {
                    assertTrue(each.get("most").asLong() <= bound.getValue().asDouble() + 1e-6, each.toString());
                } else if (bound.getKey().startsWith("at least")) {
                    assertTrue(each.get("fewest").asLong() >= bound.getValue().asDouble() - 1e-6, each.toString());
                }
            });
        }
        long elections = Catalogue.all().stream()
                .filter(algorithm -> algorithm.problem() instanceof Election)
                .count();
        assertTrue(elections >= 9);
        assertEquals(elections, names.size());
    }

    @Test
    void theWorstRingOfChangAndRobertsCostsExactlyTheirBound() {
        Run run = Commands.line("election compare chang-roberts -n 1,7,50 --json");

        int seen = 0;
        for (JsonNode each : run.json().get("runs")) {
            if (each.get("topology").asText().equals("descending ring")) {
                long n = each.get("processes").asLong();
                assertEquals(n * (n + 1) / 2, each.get("most").asLong(), run.out());
                seen++;
            }
        }
        assertEquals(3, seen, run.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dolev-klawe-rodeh", "hirschberg-sinclair", "chang-roberts", "peterson-alternating"})
    void aRingIsThatOfSimulateWithTheSameSeed(String algorithm) {
        JsonNode simulated = Commands.line("simulate " + algorithm + " -n 60 --ids random --seed 5 --json")
                .json();
        JsonNode compared = Commands.line("election compare " + algorithm + " -n 60 --rings 1 --seed 5 --json")
                .json()
                .get("runs");

        JsonNode random = compared.get(compared.size() - 1);
        assertEquals("random ring", random.get("topology").asText());
        assertEquals(simulated.get("total").asLong(), random.get("most").asLong());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dolev-klawe-rodeh", "franklin", "peterson", "peterson-alternating"})
    void theScheduleDoesNotMatterWhereTheCostSaysSo(String algorithm) {
        JsonNode synchronous = Commands.line("simulate " + algorithm + " -n 200 --ids random --seed 5 --json")
                .json();
        JsonNode disordered = Commands.line(
                        "simulate " + algorithm + " -n 200 --ids random --seed 5 --schedule random --spread 300 --json")
                .json();

        assertTrue(synchronous.get("cost").asText().contains("whatever the schedule"));
        assertEquals(synchronous.get("total"), disordered.get("total"));
        assertEquals(synchronous.get("leader"), disordered.get("leader"));
        assertTrue(synchronous.get("bounds").size() > 0);
    }

    @Test
    void runsAboveTheBoundAreOmittedAndTheTableSaysSo() throws Exception {
        Path picture = directory.resolve("elections.svg");
        Run run = Commands.of("election", "compare", "lelann", "franklin", "-n", "5,5000", "--svg", picture.toString());

        assertEquals(ExitCode.DONE, run.code(), run.out() + run.err());
        assertTrue(run.out().lines().anyMatch(line -> line.matches(" *5,000 +- +[0-9,]+")), run.out());
        assertTrue(run.out().contains("-: left out"), run.out());
        String svg = Files.readString(picture);
        assertTrue(svg.contains("at most 2 n (1 + log n)"), svg);
        assertEquals("svg", parsed(picture).getDocumentElement().getTagName());
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"), svg);
    }

    @Test
    void aSingleSizeAndASingleProcessCanBePlotted() throws Exception {
        Path picture = directory.resolve("one.svg");
        Run run = Commands.of("election", "compare", "-n", "1", "--svg", picture.toString());

        assertEquals(ExitCode.DONE, run.code(), run.out() + run.err());
        String svg = Files.readString(picture);
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"), svg);
        assertEquals("svg", parsed(picture).getDocumentElement().getTagName());
    }

    private static Document parsed(Path picture) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(picture.toFile());
    }

    @ParameterizedTest
    @CsvSource({"dolev-klawe-rodeh, 2000", "chang-roberts, 500", "bully, 40", "franklin, 1"})
    void actorsElectTheGreatestAndAllAreTold(String algorithm, int processes) {
        Run run = Commands.line("election actors " + algorithm + " -n " + processes + " --json");

        assertEquals(ExitCode.DONE, run.code(), run.out() + run.err());
        assertEquals(processes - 1, run.json().get("leader").asInt());
        assertEquals(processes, run.json().get("told").asInt());
    }

    @Test
    void actorsMayHaveAnyIdentifiersAndOneMayCall() {
        Run run = Commands.line("election actors hirschberg-sinclair --ids 5,70,2 --initiators 2 --json");

        assertEquals(ExitCode.DONE, run.code(), run.out() + run.err());
        assertEquals(70, run.json().get("leader").asInt());
    }

    @ParameterizedTest(name = "symposium {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            election                                      | symposium election: which of these? compare, actors; see
            election compare frankin                      | did you mean franklin?
            election compare ewd851                       | symposium election compare: election 'ewd851' is none of
            election compare franklin franklin            | symposium election compare: 'franklin' is named twice
            election compare -n 2,2                       | symposium election compare: -n '2,2': 2 is named twice
            election compare -n 0                         | symposium election compare: -n '0': must be a whole number from 1 to 1048576
            election compare -n 2, --rings 1              | symposium election compare: -n '': must be a whole number from 1 to
            election compare --rings 0                    | symposium election compare: --rings '0': must be a whole number from 1 to
            election compare --svg /no/where.svg          | symposium election compare: --svg '/no/where.svg': cannot be written
            election compare bully -n 3000 --svg x/y.svg  | symposium election compare: --svg 'x/y.svg': cannot be written
            election actors                               | symposium election actors: which election? There are:
            election actors peterson                      | symposium election actors: how many processes?
            election actors peterson -n 0                 | symposium election actors: -n '0': must be a whole number from 1 to 1000000
            election actors peterson --ids 1,2,1          | symposium election actors: --ids: 1 is given to positions 0 and 2
            election actors peterson -n 2 --ids 1,2,3     | symposium election actors: --ids: there are 3 identifiers for 2
            election actors peterson -n 3 --initiators 3  | symposium election actors: --initiators '3': must be a whole number
            election actors peterson -n 3 --seconds 0     | symposium election actors: --seconds '0': must be a number of seconds
            election actors bully -n 100000               | symposium election actors: -n 100000: a complete graph has too many
            election actors peterson -n 3 --initiators=   | symposium election actors: --initiators '': must be at least one process
            election actors peterson --ids 5,9,2 --initiators 7 | symposium election actors: --initiators '7': no process has that
            check franklin -n 3 --ids 1,1,2               | symposium check: --ids: 1 is given to positions 0 and 1
            check franklin -n 3 --ids 1,2                 | symposium check: --ids: there are 2 identifiers for 3 processes
            check franklin -n 3 --initiators 3            | symposium check: --initiators '3': must be a whole number from 0 to 2
            check franklin -n 3 --initiators=             | symposium check: --initiators '': must be at least one process
            check franklin -n 3 --topology complete       | symposium check: --topology 'complete': franklin does not run on that
            check bully -n 3 --topology ring              | symposium check: --topology 'ring': bully does not run on that; it runs
            simulate franklin --ids 5,9,5                 | symposium simulate: --ids: 5 is given to positions 0 and 2
            simulate franklin -n 4 --ids 5,9,2            | symposium simulate: --ids: there are 3 identifiers for 4 processes
            simulate franklin -n 3 --initiators=          | symposium simulate: --initiators '': must be at least one process
            simulate bully -n 3 --topology ring           | symposium simulate: --topology 'ring': bully does not run on that
            simulate bully -n 100000                      | symposium simulate: -n 100000: a complete graph has too many links
            simulate franklin -n 3 --topology star        | symposium simulate: --topology 'star': franklin does not run on that
            simulate franklin --ids 5,9,2 --initiators 1  | symposium simulate: --initiators '1': no process has that identifier
            """)
    void badInputGivesOneLine(String line, String expected) throws IOException {
        Run run = Commands.line(line);

        run.assertRefused(expected);
    }
}
