package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import symposium.cli.report.ExitCode;

/** An algorithm that a reader has written and registered is on the command line like any other. */
class OwnAlgorithmCommandTest {

    @Test
    void itIsAmongTheAlgorithms() {
        Run run = Commands.line("algorithms");
        assertTrue(run.out().contains("\nraymond\n"), run.out() + run.err());
    }

    @Test
    void itIsChecked() {
        Run run = Commands.line("check raymond -n 4 --topology line --requests 2 --json");
        assertEquals(ExitCode.DONE, run.code(), run.err());
        assertEquals(16_374, run.json().get("states").intValue());
    }

    @Test
    void itsVariantsAreRefuted() {
        Run run = Commands.line("check raymond -n 3 --variant 2 --diagram");
        assertEquals(ExitCode.VIOLATED, run.code(), run.err());
        assertTrue(run.out().contains("violated: no deadlock"), run.out());
    }

    @Test
    void itIsSimulated() {
        Run run = Commands.line("simulate raymond -n 10 --topology star --seed 1 --timer initialize=1 --json");
        assertEquals(ExitCode.DONE, run.code(), run.err());
        JsonNode messages = run.json().get("messages");
        assertEquals(9, messages.get("initialize").intValue(), run.out());
        assertEquals(100, run.json().get("entries").intValue(), run.out());
        assertTrue(messages.get("privilege").intValue() > 100, run.out());
    }

    /** The engine of the page was compiled without it. */
    @Test
    void itIsNotInThePageOfStates() {
        Run run = Commands.line("explore raymond -n 3 --html page.html");
        assertEquals(ExitCode.USAGE, run.code());
        assertEquals(
                "symposium explore: raymond is not in the page, into which the algorithms of Symposium are compiled,"
                        + " and no others; symposium check raymond --diagram draws its counterexamples",
                run.err().strip());
    }
}
