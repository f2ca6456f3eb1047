package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import symposium.cli.report.ExitCode;
import symposium.mutex.causal.Causal;

/** {@code check --causal} and {@code check --timestamps}. */
class CausalOptionTest {

    @Test
    void requestsOutOfCausalOrderAreShown() {
        Run run = Commands.line("check ewd851 -n 3 --causal");

        assertEquals(ExitCode.VIOLATED, run.code());
        assertTrue(run.out().contains("violated: " + Causal.REQUESTS_IN_CAUSAL_ORDER + "\n"), run.out());
        assertTrue(run.out().contains("a shortest way to it, of 5 steps"), run.out());
    }

    @Test
    void requestsInCausalOrderHold() {
        Run run = Commands.line("check ricart-agrawala-stamped -n 2 --requests 2 --causal --json");

        assertEquals(ExitCode.DONE, run.code());
        assertEquals("holds", run.json().get("verdict").textValue());
        assertTrue(run.out().contains(Causal.REQUESTS_IN_CAUSAL_ORDER), run.out());
    }

    @Test
    void itIsForMutualExclusionWithoutCrashes() {
        Run election = Commands.line("check chang-roberts -n 2 --causal");
        assertEquals(ExitCode.USAGE, election.code());
        assertTrue(election.err().contains("--causal is for mutual exclusion"), election.err());

        Run crashing = Commands.line("check ewd851 -n 2 --causal --crash 1");
        assertEquals(ExitCode.USAGE, crashing.code());
        assertTrue(crashing.err().contains("--causal cannot be combined with --crash"), crashing.err());
    }

    @Test
    void everyStepOfTheCounterexampleHasTimestamps() {
        Run run = Commands.line("check ewd851 -n 2 --variant 1 --timestamps");

        assertTrue(run.out().contains("  1  (0, 1)  [1:1]  process 1  n.1  ENTER\n"), run.out());
    }
}
