package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cli.report.ExitCode;
import symposium.cluster.settings.ClusterCatalogue;

/** Elections through the command line: real clusters in this virtual machine. */
@Tag("slow")
class DemoElectionTest {

    @Test
    void theLeaderDiesAndTheOthersElectAnother() {
        Run run = Commands.line("demo chang-roberts --json");

        assertEquals(ExitCode.DONE, run.code(), run.err());
        JsonNode json = run.json();
        assertEquals("holds", json.path("verdict").asText());
        assertEquals(4, json.path("killed").asInt(-1), "the greatest leads first");
        assertTrue(json.path("secondsFromDeathToNextLeader").asDouble() > 0, json.toString());
        assertEquals(5, json.path("processes").size());
        for (JsonNode process : json.path("processes")) {
            assertTrue(process.path("toldOfLeaders").asLong() >= 1, json.toString());
            assertTrue(process.has("candidate") && process.has("elected"), json.toString());
        }
        JsonNode terms = json.path("terms");
        assertTrue(terms.size() >= 2, json.toString());
        for (JsonNode each : terms) {
            assertTrue(each.path("term").isTextual(), "readers round great numbers: " + json);
        }
        for (int index = 1; index < terms.size(); index++) {
            assertTrue(
                    terms.get(index).path("term").asLong()
                            > terms.get(index - 1).path("term").asLong(),
                    json.toString());
        }
        assertEquals(3, terms.get(terms.size() - 1).path("leader").asInt());
        int from = 0;
        for (String part : new String[] {
            "symposium demo: chang-roberts, 5 nodes; the leader will be killed",
            "5 nodes start, and form a cluster",
            "is up: 1 of 5",
            "leads, term ",
            "is killed without goodbye, while it leads",
            "learns that 4 has been removed",
            "3       leads, term ",
            "the polls are closed",
            "process   told of leaders   led",
            "From the death to the next leader: ",
            "Verdict of the observer: no term had two leaders, no two led at once, no term decreased: "
        }) {
            int found = run.err().indexOf(part, from);
            assertTrue(found >= 0, part + " is missing, or too early, in\n" + run.err());
            from = found + part.length();
        }
    }

    @Test
    void withoutFaultsTheFirstLeaderStays() {
        Run run = Commands.line("demo peterson --nodes 2 --no-faults --json");

        assertEquals(ExitCode.DONE, run.code(), run.err());
        assertTrue(run.json().path("killed").isNull());
        assertTrue(run.json().path("terms").size() >= 1, run.out());
    }

    @Test
    void onACompleteGraphTooTheLeaderIsKilledAndAnotherElected() {
        Run run = Commands.line("demo korach-moran-zaks --json");

        assertEquals(ExitCode.DONE, run.code(), run.err());
        assertTrue(run.json().path("killed").isInt(), run.out());
        assertTrue(run.json().path("terms").size() >= 2, run.out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            demo chang-roberts --entries 3 | symposium demo: chang-roberts elects: --seconds, --entries, --seed, --topology and --table are for mutual exclusion
            demo chang-roberts --nodes 2 | symposium demo: --nodes '2': the survivor of two is not a majority, and elects no leader; use 3 or more, or --no-faults
            """)
    void anOptionThatDoesNotFitIsRefusedInOneLine(String line, String said) {
        Run run = Commands.line(line);

        assertEquals(ExitCode.USAGE, run.code());
        assertEquals(said + "\n", run.err());
    }

    @Test
    void anElectionThatNoClusterRunsIsRefused() {
        Run run = Commands.line("demo misra");

        assertEquals(ExitCode.USAGE, run.code());
        for (String name : ClusterCatalogue.elections()) {
            assertTrue(run.err().contains(name), run.err());
        }
    }
}
