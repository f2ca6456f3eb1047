package symposium.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;

/** {@code symposium simulate --seeds}: several runs, and what they say of the mean. */
class SeedSweepTest {

    private static final double EXACT = 1e-9;

    private static JsonNode json(String line) {
        Run run = Commands.line("simulate " + line + " --json");
        assertEquals(ExitCode.DONE, run.code(), run.err());
        return run.json();
    }

    private static List<Double> values(JsonNode estimate) {
        return StreamSupport.stream(estimate.get("values").spliterator(), false)
                .map(JsonNode::asDouble)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "suzuki-kasami -n 4 --schedule random --think 50, messagesPerEntry, messagesPerEntry",
        "chang-roberts -n 20 --ids random, messages, total",
        "safra -n 4 --schedule random, messages, total"
    })
    void eachRunIsTheRunOfItsSeed(String line, String field, String ofOne) {
        JsonNode sweep = json(line + " --seed 7 --seeds 5").get("runs").get(0);

        List<Double> single = IntStream.range(7, 12)
                .mapToObj(seed -> json(line + " --seed " + seed).get(ofOne).asDouble())
                .toList();
        assertEquals(single, values(sweep.get(field)));
        assertEquals("[7,11]", sweep.get("seeds").toString());
        assertEquals(5, sweep.get("ticks").get("values").size());
    }

    /** Student's t for two degrees of freedom is 4.302652730 at 0.975, as in any table. */
    @Test
    void theIntervalIsThatOfStudentsT() {
        Estimate estimate = Estimate.of(List.of(1.0, 2.0, 6.0)).orElseThrow();

        assertEquals(3, estimate.mean(), EXACT);
        assertEquals(Math.sqrt(7), estimate.deviation(), EXACT);
        assertEquals(4.302652729696 * Math.sqrt(7.0 / 3), estimate.spread(), 1e-6);
        assertEquals(1, estimate.least());
        assertEquals(6, estimate.most());
        assertTrue(Estimate.of(List.of(1.0)).isEmpty());
    }

    /** "n H(n) on average": the mean of the paper is in the interval of many rings. */
    @Test
    @Tag("slow")
    void theMeanOfThePaperIsInTheInterval() {
        JsonNode sweep = json("chang-roberts -n 30 --ids random --seeds 5000")
                .get("runs")
                .get(0);

        double paper = sweep.get("bounds").get("on average n H(n)").asDouble();
        JsonNode interval = sweep.get("messages").get("confidence95");
        assertTrue(interval.get(0).asDouble() < paper && paper < interval.get(1).asDouble(), sweep.toString());
    }

    @Test
    void runsWithoutChanceAreAllTheSame() {
        Run run = Commands.line("simulate lamport -n 3,10 --seeds 3");

        assertEquals(ExitCode.DONE, run.code(), run.err());
        assertTrue(run.out().contains("6.00 ± 0.00"), run.out());
        assertTrue(run.out().contains("27.00 ± 0.00"), run.out());
        assertTrue(run.out().contains("all runs with 10 processes are the same: see --schedule"), run.out());
        Run random = Commands.line("simulate lamport -n 3,10 --seeds 3 --schedule random");
        assertFalse(random.out().contains("are the same"), random.out());
    }

    @Test
    void theSeedThatViolatesIsNamed() {
        Run run = Commands.line("simulate suzuki-kasami -n 3 --seed 3 --seeds 4 --variant 4");

        assertEquals(ExitCode.VIOLATED, run.code(), run.out());
        assertTrue(run.out().contains("violated with 3 processes and seed 3: "), run.out());
        assertTrue(run.out().contains("violated with 1 seeds more"), run.out());
        Run drawn =
                Commands.line("simulate suzuki-kasami -n 3 --seed 3 --seeds 4 --variant 4 --plot never-written.svg");
        assertEquals(ExitCode.VIOLATED, drawn.code(), drawn.err());
        assertTrue(drawn.err().contains("--plot: nothing is drawn"), drawn.err());
        assertEquals(run.out(), drawn.out());
    }

    @Test
    void statementsAreCheckedInEachRun() {
        Run run = always("ewd851 -n 4 --schedule random", "some p: p.holdsToken");
        assertEquals(ExitCode.VIOLATED, run.code(), run.out());
        assertTrue(run.out().contains("seed 0: what the formulas say: line "), run.out());

        Run vacuous = always("ewd851 -n 4,5", "(all p: p.holdsToken) => (some p: p.holdsToken)");
        assertEquals(ExitCode.DONE, vacuous.code(), vacuous.err());
        assertTrue(vacuous.out().contains("untested with 5 processes: "), vacuous.out());
    }

    private static Run always(String line, String statement) {
        return Commands.of(Stream.concat(
                        Stream.of(("simulate " + line + " --seeds 3").split(" ")), Stream.of("--always", statement))
                .toArray(String[]::new));
    }

    @Test
    void thePlotHasTheIntervalsAndTheBoundsOfThePaper(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("plot.svg");
        Run run = Commands.line("simulate chang-roberts -n 8,64 --ids random --seeds 5 --plot " + file);

        assertEquals(ExitCode.DONE, run.code(), run.err());
        String plot = Files.readString(file);
        assertEquals(4, plot.split("class=\"spread\"", -1).length - 1, "two sizes in two panels");
        assertTrue(plot.contains("on average n H(n)"), plot);
        assertTrue(plot.contains(" ± "), plot);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seeds 1 | --seeds '1': must be a whole number from 2 to 100000",
                "--seeds 3 --svg x.svg | --events and --svg are for one run: they exclude --seeds",
                "--seeds 3 --seed 9223372036854775806 | --seed 9223372036854775806: with --seeds 3, the last seed",
                "--plot x.svg | --plot draws means of several runs: --seeds gives their number"
            })
    void wrongOptionsAreRefused(String options, String why) {
        Run run = Commands.line("simulate ewd851 -n 3 " + options);

        run.assertRefused(why);
    }
}
