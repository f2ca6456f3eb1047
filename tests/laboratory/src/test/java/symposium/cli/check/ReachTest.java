package symposium.cli.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;

/** {@code check --reach}: a shortest run to a rule. */
class ReachTest {

    @Test
    void theRunIsListed() {
        Run run = Commands.line("check ewd851 -n 3 --workers 1 --reach s.2@1");

        assertEquals("""
                explored       breadth first until the rule fired
                               45 states, 86 transitions, depth 5
                """, between(run.out(), "explored", "               0"));
        assertEquals("""
                reached        s.2 fires at 1: a shortest run, of 6 steps

                  1  process 1  n.1  ENTER                 sends signal to 0 (right)
                  2  process 2  n.1  ENTER                 sends signal to 1 (right)
                  3  process 0  s.2  signal from 1 (left)  sends token to 1 (left)
                  4  process 1  t.2  token from 0 (right)  granted
                  5  process 1  c.0  RELEASE
                  6  process 1  s.2  signal from 2 (left)  sends token to 2 (left)
                """, between(run.out(), "reached ", "\0"));
        assertEquals(ExitCode.DONE, run.code());
        assertEquals("", run.err());
    }

    private static String between(String text, String from, String to) {
        String begin = text.substring(text.indexOf(from));
        int end = begin.indexOf(to);
        return end < 0 ? begin : begin.substring(0, end);
    }

    @Test
    void theRunIsDrawnAndKept(@TempDir Path directory) throws Exception {
        Path log = directory.resolve("run.ndjson");
        Path svg = directory.resolve("run.svg");
        Run run = Commands.line(
                "check ewd851 -n 3 --reach s.2@1 --diagram --timestamps --svg %s --events %s".formatted(svg, log));

        assertEquals(ExitCode.DONE, run.code(), run.err());
        String title = "ewd851, ring of 3: a shortest run in which s.2 fires at 1";
        assertEquals(2, run.out().lines().filter(title::equals).count(), run.out());
        assertTrue(Files.readString(svg).contains(title));
        assertEquals(
                6,
                Commands.line("trace verify --json " + log)
                        .json()
                        .at("/logs/0/steps")
                        .intValue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    -n 1 --reach s.2                | false | 1 | never          s.2 fires in no run under these conditions
                    -n 3 --reach s.2 --max-states 3 | null  | 2 | not decided    s.2 fires in no run so far: the bound of 3 states
                    -n 3 --reach s.2                | true  | 0 | reached        s.2 fires: a shortest run, of 2 steps
                    """)
    void whatIsNotReachedIsSaid(String options, String reached, int code, String said) {
        Run text = Commands.line("check ewd851 " + options);
        assertEquals(code, text.code());
        assertTrue(text.out().contains("\n" + said), text.out());
        Run json = Commands.line("check ewd851 --json " + options);
        assertEquals(code, json.code());
        assertEquals(reached, json.json().get("reached").toString());
    }

    /** The run to a state has the length of the counterexample to the statement that there is none. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "some p: p.critical && p == 2",
                "count(p: p.waiting) == 2 && sent(token) == 1",
                "some p: p.holdsToken && p.colour == black",
                "some p, q: p != q && p.critical && q.critical"
            })
    void aStateIsReachedInAShortestRun(String formula) {
        Run reached = Commands.of("check", "ewd851", "-n", "3", "--json", "--reach-state", formula);
        Run never = Commands.of("check", "ewd851", "-n", "3", "--json", "--never", formula);
        assertEquals(never.code() == ExitCode.VIOLATED, reached.code() == ExitCode.DONE, reached.err());
        assertEquals(
                violated(never.json()).path("trace").size(),
                reached.json().path("trace").size(),
                formula);
        Run text = Commands.of("check", "ewd851", "-n", "3", "--reach-state", formula);
        String says = reached.code() == ExitCode.DONE
                ? formula + " is true: a shortest run, of "
                : formula + " is true in no run under these conditions";
        assertTrue(text.out().replaceAll("\\s+", " ").contains(says), text.out());
    }

    private static JsonNode violated(JsonNode report) {
        for (JsonNode property : report.get("properties")) {
            if (property.get("verdict").textValue().equals("violated")) {
                return property;
            }
        }
        return MissingNode.getInstance();
    }

    /** What it finds is what a check counts: every rule that fires is reached, and no other. */
    @ParameterizedTest
    @ValueSource(strings = {"ewd851 -n 3", "ewd851-misra -n 2", "ricart-agrawala -n 2", "reliable-link -n 2"})
    void aRuleIsReachedThatFires(String model) {
        Run check = Commands.line("check --safety --json " + model);
        assertEquals(ExitCode.DONE, check.code(), check.err());
        int depth = check.json().get("depth").intValue();
        Iterator<Map.Entry<String, JsonNode>> rules = check.json().get("rules").fields();
        while (rules.hasNext()) {
            Map.Entry<String, JsonNode> rule = rules.next();
            Run run = Commands.line("check --json " + model + " --reach " + rule.getKey());
            JsonNode found = run.json();
            assertEquals(rule.getValue().longValue() > 0, found.get("reached").booleanValue(), rule::toString);
            if (found.get("reached").booleanValue()) {
                JsonNode trace = found.get("trace");
                assertEquals(
                        rule.getKey(), trace.get(trace.size() - 1).get("rule").textValue());
                for (int earlier = 0; earlier < trace.size() - 1; earlier++) {
                    assertTrue(!rule.getKey()
                            .equals(trace.get(earlier).path("rule").asText("")));
                }
                assertTrue(trace.size() <= depth + 1, found::toString);
            }
        }
    }

    @Test
    void aVariantThatIsWrongBeforeIsViolated() {
        Run run = Commands.line("check ewd851 -n 3 --variant 3 --reach t.1");
        assertEquals(ExitCode.VIOLATED, run.code());
        assertTrue(run.out().contains("verdict        violated: no deadlock"), run.out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    s.9       | --reach 's.9': 's.9' is none of n.0, n.1, n.2, s.0, s.1, s.2, s.3, c.0, c.1, t.0, t.1, t.2; did you mean s.0?
                    s.2@3     | --reach '3': must be a whole number from 0 to 2
                    s.2@      | --reach '': must be a whole number from 0 to 2
                    s.2 --walks 3 | --reach cannot be combined with --cluster, --walks and --warm-up
                    s.2 --never false | --reach cannot be combined with --never, --always and --reach-state
                    s.2 --reach-state true | --reach cannot be combined with --never, --always and --reach-state
                    """)
    void aWrongGoalIsSaidInOneLine(String goal, String why) {
        Run run = Commands.line("check ewd851 -n 3 --reach " + goal);
        assertEquals(ExitCode.USAGE, run.code());
        assertEquals("symposium check: " + why, run.err().strip());
    }
}
