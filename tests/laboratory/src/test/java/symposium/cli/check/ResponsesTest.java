package symposium.cli.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;

/** {@code check --leads} and {@code --until}: what the user states about runs. */
class ResponsesTest {

    private static Run check(String... options) {
        String[] arguments = new String[options.length + 4];
        arguments[0] = "check";
        arguments[1] = "ewd851";
        arguments[2] = "-n";
        arguments[3] = "3";
        System.arraycopy(options, 0, arguments, 4, options.length);
        return Commands.of(arguments);
    }

    @Test
    void whoWaitsIsCriticalInTheEnd() {
        Run run = check("--leads", "p.waiting", "p.critical");
        assertEquals(ExitCode.DONE, run.code(), run.err());
        assertTrue(run.out().contains("holds          p.waiting leads to p.critical\n"), run.out());
    }

    @Test
    void theTokenMayStayWhereItIs() {
        Run run = check("--leads", "p.holdsToken", "!p.holdsToken");
        assertEquals(ExitCode.VIOLATED, run.code());
        assertTrue(run.out().contains("""
                violated: p.holdsToken leads to !p.holdsToken, of process 0
                from the start on:
                and then forever 2 steps:
                  1  process 0  n.0  ENTER    granted
                  2  process 0  c.0  RELEASE
                """), run.out());
    }

    /** {@code p} without a component is a process, too. */
    @Test
    void aFormulaMaySpeakOfAProcessByItsNumber() {
        Run run = check("--leads", "p == 1", "p.critical");
        assertTrue(run.out().contains("violated       p == 1 leads to p.critical, of process 1\n"), run.out());
        Run closed = check("--leads", "some p: p.waiting", "some p: p.critical");
        assertTrue(
                closed.out().contains("holds          some p: p.waiting leads to some p: p.critical\n"), closed.out());
    }

    @Test
    void noUserHasToAsk() {
        Run run = check("--leads", "true", "some q: q.critical");
        assertEquals(ExitCode.VIOLATED, run.code());
        assertTrue(run.out().contains("""
                violated: true leads to some q: q.critical
                from the start on:
                and then no step has to happen
                """), run.out());
    }

    @Test
    void untilIsSaidInTwoLines() {
        Run run = check("--until", "all q: !q.critical", "some q: !q.idle");
        assertEquals(ExitCode.VIOLATED, run.code());
        assertTrue(run.out().contains("holds          all q: !q.critical until some q: !q.idle\n"), run.out());
        assertTrue(run.out().contains("violated       in the end some q: !q.idle\n"), run.out());
    }

    @Test
    void aPremiseThatIsNeverTrueIsMarked() {
        Run run = check("--leads", "p.waiting && p.critical", "p.idle");
        assertEquals(ExitCode.DONE, run.code());
        assertTrue(run.out().contains("p.waiting && p.critical leads to p.idle  (*)"), run.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p.waitin | p.critical | --leads: 'p.^waitin': a process has no component waitin",
                "p.waiting | q.critical | --leads: 'q^.critical'",
                "p.waiting | 3 | --leads: '^3': this must be true or false, and is a number",
                "p.waiting && p.colour.x == 1 | true | --leads: 'p.waiting && p.colour.^x == 1'",
                "true | p.waiting && p.colour.x == 1 | --leads: 'p.waiting && p.colour.^x == 1'",
                "p.waiting + | p.critical | --leads: 'p.waiting +^': a name is expected here"
            })
    void whatIsWrongIsOneLine(String when, String end, String message) {
        Run run = check("--leads", when, end);
        run.assertRefused(message);
    }

    @ParameterizedTest
    @CsvSource({"--safety", "--walks 2", "--cluster 2", "--reach s.2"})
    void theSearchMustBeComplete(String option) {
        Run run = Commands.line("check ewd851 -n 3 --leads p.waiting p.critical " + option);
        run.assertRefused("--leads cannot be combined with " + option.split(" ")[0]);
    }
}
