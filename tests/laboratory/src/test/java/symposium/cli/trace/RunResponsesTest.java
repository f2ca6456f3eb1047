package symposium.cli.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.cli.Commands;
import symposium.cli.Run;

/** What leads to what, and what is true until what, in one run. */
class RunResponsesTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    private Path file;
    private List<String> lines;

    @BeforeEach
    void aRun() throws Exception {
        file = directory.resolve("run.ndjson");
        Run run = Commands.of("simulate", "ricart-agrawala", "-n", "3", "--entries", "6", "--events", file.toString());
        assertEquals(0, run.code(), run.err());
        lines = Files.readAllLines(file);
    }

    private Run verify(String... options) {
        List<String> all = new ArrayList<>(List.of("trace", "verify", file.toString()));
        all.addAll(List.of(options));
        return Commands.of(all.toArray(String[]::new));
    }

    /** Whatever a log has last: those are pending who have asked and have not been granted. */
    @Test
    void atEachMomentThoseArePendingWhoWait() throws Exception {
        Set<Integer> numbers = new HashSet<>();
        for (int until = 4; until <= lines.size(); until++) {
            Files.write(file, lines.subList(0, until));
            Set<String> waiting = new TreeSet<>();
            for (String line : lines.subList(4, until)) {
                JsonNode happened = JSON.readTree(line);
                String process = happened.get("process").get(0).asText();
                if (happened.get("event").has("input")
                        && happened.get("event").get("input").asText().equals("ENTER")) {
                    waiting.add(process);
                }
                if (happened.get("effects").toString().contains("Granted")) {
                    waiting.remove(process);
                }
            }
            Run run = verify("--json", "--leads", "p.waiting", "p.critical");
            JsonNode answer =
                    JSON.readTree(run.out()).get("logs").get(0).get("answers").get(0);
            Set<String> pending = new TreeSet<>();
            answer.get("pending")
                    .forEach(each -> pending.add(each.asText().replaceAll("of process (\\d+) since .*", "$1")));
            assertEquals(waiting, pending, run.out());
            assertEquals(waiting.isEmpty() ? 0 : 2, run.code());
            numbers.add(waiting.size());
        }
        assertEquals(Set.of(0, 1, 2, 3), numbers);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--leads | p.waiting         | p.critical                     | 0 | p.waiting leads to p.critical: met 6 times, 0 pending",
                "--leads | p.critical        | false                          | 2 | critical leads to false: met 0 times, 3 pending",
                "--leads | p == 7            | p.critical                     | 0 | untested, its premise is never true",
                "--leads | count(p: p.waiting) > 1 | some p: p.critical       | 0 | leads to some p: p.critical: met",
                "--until | !p.critical       | p.waiting                      | 0 | in the end p.waiting: met 3 times, 0 pending",
                "--until | p.critical        | p.waiting                      | 1 | at the start: here the statement \"p.critical until p.waiting\" of process 0 does not hold",
                "--until | all q: !q.critical | some q: q.critical && q == 2  | 1 | run.ndjson:",
                "--until | true              | false                          | 2 | true until false: met 0 times, 0 pending",
                "--leads | p.waitin          | p.critical                     | 64 | --leads: 'p.^waitin': a process has no component waitin",
                "--until | p.waiting         | p.critical +                   | 64 | --until: ",
            })
    void oneAnswersWhatTheRunSays(String option, String first, String second, int code, String says) {
        Run run = verify(option, first, second);
        assertEquals(code, run.code(), run.out() + run.err());
        assertTrue((run.out() + run.err()).contains(says), run.out() + run.err());
    }

    @Test
    void soItIsOfASimulationAndThereNothingIsPendingWhenNothingMoreHappens() {
        String[] simulation = {"simulate", "ricart-agrawala", "-n", "3"};
        assertEquals(
                0,
                simulated(simulation, "--entries", "6", "--leads", "p.waiting", "p.critical")
                        .code());
        Run cut = simulated(simulation, "--ticks", "3", "--leads", "p.waiting", "p.critical");
        assertEquals(2, cut.code(), cut.out());
        assertTrue(cut.out().matches("(?s).*pending: of process \\d since line \\d+ of the event log\n.*"), cut.out());
        Run never = simulated(simulation, "--entries", "6", "--leads", "p.waiting", "false");
        assertEquals(1, never.code(), never.out());
        assertTrue(never.out().contains("nothing more happens, and what is pending does not come"), never.out());
        Run sweep = simulated(simulation, "--seeds", "3", "--leads", "p.waiting", "p.critical");
        assertEquals(64, sweep.code());
        assertTrue(sweep.err().contains("--leads cannot be combined with --seeds"), sweep.err());
    }

    /** What a process waited for when it crashed is neither met nor pending. */
    @Test
    void ofAProcessThatHasCrashedNothingIsDemanded() throws Exception {
        Run run = Commands.of(
                "simulate",
                "ricart-agrawala",
                "-n",
                "3",
                "--ticks",
                "1",
                "--crash",
                "1@1",
                "--leads",
                "p.waiting",
                "p.critical",
                "--until",
                "true",
                "p.critical",
                "--json");
        assertEquals(2, run.code(), run.out() + run.err());
        for (JsonNode answer : JSON.readTree(run.out()).get("answers")) {
            assertEquals(0, answer.get("met").asLong(), run.out());
            answer.get("pending")
                    .forEach(each -> assertTrue(
                            each.asText().matches("of process [02] since (the start|line \\d+ of the event log)"),
                            run.out()));
        }
    }

    private static Run simulated(String[] simulation, String... options) {
        List<String> all = new ArrayList<>(List.of(simulation));
        all.addAll(List.of(options));
        return Commands.of(all.toArray(String[]::new));
    }
}
