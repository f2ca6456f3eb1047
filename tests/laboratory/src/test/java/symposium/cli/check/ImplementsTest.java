package symposium.cli.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;

/** {@code check --implements}: one algorithm as the specification of another. */
class ImplementsTest {

    @Test
    void theReportSaysWhatItIsComparedWith() {
        Run run = Commands.line("check ricart-agrawala -n 2 --implements coordinator");

        assertEquals(ExitCode.DONE, run.code(), run.err());
        assertTrue(run.out().contains("what users see is compared with all runs of coordinator with 3 processes"));
        assertTrue(run.out().contains("holds          users see nothing that coordinator does not allow"), run.out());
    }

    @Test
    void aCounterexampleShowsARunOfBoth() {
        Run run = Commands.line("check ewd851 -n 2 --workers 1 --implements ricart-agrawala");

        assertEquals(ExitCode.VIOLATED, run.code());
        String like = "but for the last step, users see the same in a run of ricart-agrawala, of 5 steps:";
        assertEquals(
                """
                  1  process 1  p.0   ENTER                   sends request (0, 1) to 0
                  2  process 0  p.0   ENTER                   sends request (0, 0) to 1
                  3  process 1  co.1  request (0, 0) from 0   sends acknowledgement to 0
                  4  process 0  p.3   acknowledgement from 1  granted 0.1
                  5  process 0  p.4   RELEASE
                """,
                run.out()
                        .substring(
                                run.out().indexOf(like) + like.length() + 1,
                                run.out().indexOf("\nverdict")));
    }

    @Test
    void soDoesItsJson() {
        JsonNode report = Commands.line("check ewd851 -n 2 --workers 1 --implements ricart-agrawala --json")
                .json();

        assertEquals(5, report.get("allowed").size());
        assertEquals("p.4", report.get("allowed").get(4).get("rule").asText());
    }

    /** Philosophers have neighbours, and both algorithms the same. */
    @Test
    void theTopologyIsThatOfTheCheckedAlgorithm() {
        Run run = Commands.line("check two-stage -n 3 --topology line --implements chandy-misra --safety");

        assertEquals(ExitCode.DONE, run.code(), run.err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --implements chang-roberts | chang-roberts solves election, and ewd851 solves mutual exclusion
                    --implements cordinator | --implements 'cordinator' is unknown; did you mean coordinator?
                    --implements | option --implements needs a value
                    --implements coordinator --implements lamport | option --implements is given more than once
                    --implements coordinator --crash 1 | cannot be combined with faults but --loss and --duplicate
                    --implements coordinator --reach s.2 | --implements cannot be combined with --reach
                    --implements coordinator --cluster 2 | --implements cannot be combined with --cluster
                    --implements coordinator --dir kept | --implements cannot be combined with --dir
                    --implements coordinator --ids 0,2,1 | --implements cannot be combined with --ids
                    --implements coordinator --causal | --implements cannot be combined with --causal
                    """)
    void whatIsWrongIsOneLine(String options, String message) {
        Run run = Commands.line("check ewd851 -n 3 " + options);

        run.assertRefused(message);
    }

    @Test
    void onlyMessagesMayBeLost() {
        Run crash = Commands.line("check ricart-agrawala -n 2 --crash 1 --implements coordinator");
        assertEquals(ExitCode.USAGE, crash.code());
        assertTrue(crash.err().contains("--implements cannot be combined with faults but --loss"), crash.err());

        Run loss = Commands.line("check token-ring -n 2 --requests 1 --loss 1 --safety --implements coordinator");
        assertEquals(ExitCode.DONE, loss.code(), loss.err());
    }
}
