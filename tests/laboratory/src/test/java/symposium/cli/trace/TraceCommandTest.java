package symposium.cli.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;
import symposium.eventlog.reading.EventLog;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;

/** Event logs from the command line: written, merged, replayed in the protocol, drawn and exported. */
class TraceCommandTest {

    @TempDir
    private Path directory;

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    private static Run run(String... arguments) {
        return Commands.of(arguments);
    }

    private String simulated(String algorithm) {
        String log = file("run.ndjson");
        Run run = run("simulate", algorithm, "-n", "3", "--seed", "7", "--events", log);
        assertEquals(ExitCode.DONE, run.code(), run.err());
        return log;
    }

    static Stream<String> everyAlgorithm() {
        return Catalogue.all().stream().map(Algorithm::name);
    }

    @ParameterizedTest
    @MethodSource("everyAlgorithm")
    void aRunOfEachAlgorithmIsReplayedInItsProtocol(String algorithm) throws IOException {
        String log = simulated(algorithm);
        long steps = Files.readAllLines(Path.of(log)).stream()
                .filter(line -> line.contains("\"rule\""))
                .count();
        Run verified = run("trace", "verify", log);
        assertEquals(ExitCode.DONE, verified.code(), verified.out() + verified.err());
        assertTrue(
                verified.out().contains(" " + String.format("%,d", steps) + " steps of 3 processes"), verified.out());
        Run cuts = run("trace", "cuts", log, "--most", "20000");
        assertEquals(ExitCode.DONE, cuts.code(), cuts.out() + cuts.err());
        Run again = run("trace", "merge", log);
        assertEquals(
                Files.readAllLines(Path.of(log)).size(), again.out().lines().count(), "a merged log has all lines");
    }

    /** Each changes one thing in the log of a run, by a regular expression; what the replay says of that line. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a message is sent altered   | the protocol's step on this event has the effects | "send":\\["Request",\\{"k":1}]    | "send":["Request",{"k":2}]
            what nobody has sent comes  | has not sent                                      | "received":\\["Request",\\{"k":1 | "received":["Request",{"k":7
            it is sent to another       | the protocol's step on this event has the effects | "to":\\[2,0]                     | "to":[1,0]
            by another rule             | is by rule prelude.broadcast, not prelude.present | prelude.broadcast                | prelude.present
            another fence is told       | the protocol's step on this event has the effects | "grant":0                        | "grant":1
            a step is left out          | step 2 is missing: this line is step 3            | "step":2                         | "step":3
            a user asks something else  | the prelude is begun outside the critical section               | "input":"RELEASE"                | "input":"ENTER"
            a process does not begin    | no log has the line with which it begins          | ^.*"begin":\\[1,0].*$            | {"process":[2,0],"fault":"joined"}
            another state               | the protocol's state here is                      | "state":                         | "state":{"altered":true},"before":
            """)
    void aLineThatIsNotOfTheProtocolIsFound(String what, String says, String from, String to) throws IOException {
        String log = withStates(simulated("suzuki-kasami"));
        List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(log)));
        int line = 1;
        while (!Pattern.compile(from).matcher(lines.get(line)).find()) {
            line++;
        }
        lines.set(line, lines.get(line).replaceFirst(from, Matcher.quoteReplacement(to)));
        Files.write(Path.of(log), lines);
        Run verified = run("trace", "verify", log);
        assertEquals(ExitCode.VIOLATED, verified.code(), verified.out() + verified.err());
        assertTrue(verified.out().contains(says), verified.out());
        if (!what.contains("begin")) {
            assertTrue(
                    verified.out().contains(log + ":" + (line + 1) + ": process"), (line + 1) + ": " + verified.out());
        }
        assertEquals(
                verified.out().lines().count() == 2,
                run("trace", "verify", "--json", log).json().get("logs").get(0).has("deviation"));
    }

    /** A statement of the user holds, fails at a line, says nothing, or is itself wrong. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            --never  | some p, q: p != q && p.holdsToken && q.holdsToken | 0  | hold after each
            --never  | some p: p.critical && p == 1                      | 1  | after this line the invariant "never some p: p.critical && p == 1" does not hold
            --always | all p: p.critical && p == 7 => p.holdsToken       | 0  | always all p: p.critical && p == 7 => p.holdsToken
            --always | all p: p.critical => p.colour == green            | 64 | 'all p: p.critical => p.colour == ^green': white cannot be green; there are black, white
            --always | all p: false => p.colr == white                   | 64 | a process has no component colr
            --never  | sent(tokn) == 1                                   | 64 | 'sent(^tokn) == 1': there is no message tokn; there are signal, token
            --never  | some p: p.critical)                               | 64 | ")" is not expected here
            """)
    void aStatementOfTheUserHoldsAlongTheRun(String option, String formula, int code, String says) {
        String log = simulated("ewd851");
        for (Run run : List.of(
                run("trace", "verify", log, option, formula),
                run("simulate", "ewd851", "-n", "3", "--seed", "7", option, formula))) {
            assertEquals(code, run.code(), run.out() + run.err());
            String all = (run.out() + run.err()).replaceAll("\\s+", " ");
            assertTrue(all.contains(says), all);
        }
    }

    /** What is asked of several logs must be about one algorithm. */
    @Test
    void aStatementIsAboutOneAlgorithm() throws IOException {
        Path logs = Files.createDirectory(directory.resolve("logs"));
        for (String algorithm : List.of("ewd851", "lamport")) {
            run(
                    "simulate",
                    algorithm,
                    "-n",
                    "2",
                    "--events",
                    logs.resolve(algorithm + ".ndjson").toString());
        }
        Run several = run("trace", "verify", logs.toString(), "--never", "some p: p.critical && p == 7");
        assertEquals(ExitCode.USAGE, several.code());
        assertTrue(several.err().contains("--algorithm NAME chooses one"), several.err());
        Run one = run("trace", "verify", logs.toString(), "--algorithm", "lamport", "--never", "some p: p.critical");
        assertEquals(ExitCode.VIOLATED, one.code(), one.err());
    }

    /** The first line of a process, with the state that it says it has. */
    private String withStates(String log) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(log)));
        Run wrong = Commands.of(
                "trace",
                "verify",
                write("one.ndjson", lines.get(0), lines.get(1).replaceFirst("}$", ",\"state\":{}}")));
        Matcher state =
                Pattern.compile("the protocol's state here is (.*), not \\{}").matcher(wrong.out());
        assertTrue(state.find(), wrong.out());
        lines.set(1, lines.get(1).replaceFirst("}$", Matcher.quoteReplacement(",\"state\":" + state.group(1) + "}")));
        Files.write(Path.of(log), lines);
        assertEquals(ExitCode.DONE, run("trace", "verify", log).code());
        return log;
    }

    private String write(String name, String... lines) throws IOException {
        return Files.write(directory.resolve(name), List.of(lines)).toString();
    }

    @Test
    void aMessageIsReceivedOnceAndAfterItWasSent() throws IOException {
        String log = simulated("ewd851");
        List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(log)));
        int receipt = 0;
        while (!lines.get(receipt).contains("received")) {
            receipt++;
        }
        Collections.swap(lines, receipt, receipt - 1);
        lines.add(receipt - 1, lines.remove(receipt - 1));
        List<String> before = new ArrayList<>(lines.subList(0, 4));
        before.add(Files.readAllLines(Path.of(log)).get(receipt));
        Run early = run("trace", "verify", write("early.ndjson", before.toArray(String[]::new)));
        assertEquals(ExitCode.VIOLATED, early.code());
    }

    /** The invariants are evaluated, not only the steps: those of a variant's own log. */
    @Test
    void anInvariantThatDoesNotHoldIsFound() throws IOException {
        String log = simulated("token-ring");
        List<String> lines = Files.readAllLines(Path.of(log));
        String second = lines.stream()
                .filter(line -> line.contains("\"begin\":[1,0]"))
                .findFirst()
                .orElseThrow();
        Path two = directory.resolve("two.ndjson");
        // Process 1 begins as the holder, too.
        Files.write(
                two,
                lines.stream()
                        .map(line -> line.equals(second) ? line.replace("\"holder\":[0,0]", "\"holder\":[1,0]") : line)
                        .toList());
        Run verified = run("trace", "verify", two.toString());
        assertEquals(ExitCode.VIOLATED, verified.code(), verified.out());
        assertTrue(verified.out().contains("after this line the invariant"), verified.out());
    }

    /** All nodes have been started again: each run has its own tokens, and each is replayed. */
    @ParameterizedTest
    @ValueSource(strings = {"token-ring", "token-ring-3", "privileges"})
    void theRunsBeforeAndAfterARestartOfAllAreReplayedApart(String algorithm) throws IOException {
        List<String> before = Files.readAllLines(Path.of(simulated(algorithm)));
        List<String> after = before.stream()
                .map(line -> line.replaceAll("\\[([0-2]),0([],])", "[$1,5$2"))
                .toList();
        String first = write("first.ndjson", before.toArray(String[]::new));
        String second = write("second.ndjson", after.toArray(String[]::new));
        Run verified = run("trace", "verify", first, second);
        assertEquals(ExitCode.DONE, verified.code(), verified.out());
        assertTrue(verified.out().contains(" of 6 processes"), verified.out());
        List<String> shorter = new ArrayList<>(after);
        assertTrue(shorter.removeIf(line -> line.startsWith("{\"process\":[2,5],\"step\":2,")));
        Run deviates = run("trace", "verify", first, write("shorter.ndjson", shorter.toArray(String[]::new)));
        assertEquals(ExitCode.VIOLATED, deviates.code(), deviates.out());
        assertTrue(deviates.out().contains("step 2 is missing"), deviates.out());
    }

    @Test
    void aCounterexampleOfAVariantDeviatesFromTheAlgorithm() {
        String log = file("variant.ndjson");
        Run check = run("check", "ewd851", "-n", "3", "--variant", "1", "--events", log);
        assertEquals(ExitCode.VIOLATED, check.code(), check.err());
        assertEquals(ExitCode.VIOLATED, run("trace", "verify", log).code());
        String path = file("path.ndjson");
        assertEquals(
                ExitCode.DONE,
                run("check", "privileges", "-n", "2", "--crash", "1", "--quorum", "1", "--events", path)
                        .code());
        Run verified = run("trace", "verify", path);
        assertEquals(ExitCode.DONE, verified.code(), verified.out());
    }

    /** Where states are explored up to an equivalence, the path becomes a run that takes the same steps. */
    @ParameterizedTest
    @ValueSource(strings = {"ewd851-misra -n 3", "ewd851-misra -n 3 --crash 1", "misra -n 4 --loss 1"})
    void aPathUpToAnEquivalenceIsWrittenAsARun(String model) {
        String path = file("path.ndjson");
        assertEquals(
                ExitCode.DONE,
                Commands.line("check " + model + " --safety --events " + path).code());
        Run verified = run("trace", "verify", path);
        assertEquals(ExitCode.DONE, verified.code(), verified.out() + verified.err());
        assertTrue(verified.out().matches("(?s)[a-z0-9-]+: [2-9][0-9] steps of .*"), verified.out());
    }

    @Test
    void faultsOfASimulationAreInItsLog() {
        String log = file("faults.ndjson");
        Run run = run(
                "simulate",
                "ewd851-misra",
                "-n",
                "5",
                "--crash",
                "2@40",
                "--join",
                "4@60",
                "--events",
                log,
                "--svg",
                file("faults.svg"));
        assertEquals(ExitCode.DONE, run.code(), run.err());
        Run verified = run("trace", "verify", log);
        assertEquals(ExitCode.DONE, verified.code(), verified.out());
        Run listed = run("trace", "list", "--timestamps", log);
        assertTrue(listed.out().contains("crash"), listed.out());
        assertTrue(listed.out().contains("joins"), listed.out());
    }

    @Test
    void aLogIsDrawnAndExported() throws Exception {
        String log = simulated("ewd851");
        assertTrue(run("trace", "draw", log, "--events", "6").out().contains("events 1 to 6 of"));
        Run svg = run("trace", "draw", log, "--svg", file("run.svg"));
        assertEquals(ExitCode.DONE, svg.code(), svg.err());
        assertTrue(Files.readString(Path.of(file("run.svg"))).startsWith("<svg"));
        Run page = run("trace", "draw", log, "--events", "1000", "--html", file("run.html"));
        assertEquals(ExitCode.DONE, page.code(), page.err());
        String html = Files.readString(Path.of(file("run.html")));
        assertTrue(!html.contains("{{"), html);
        Matcher data = Pattern.compile("const EVENTS = (.*);").matcher(html);
        assertTrue(data.find(), html);
        Map<String, Integer> kinds = new TreeMap<>();
        for (JsonNode event : new ObjectMapper().readTree(data.group(1))) {
            kinds.merge(event.get("kind").asText(), 1, Integer::sum);
            assertTrue(event.has("state"), "states are computed: " + event);
        }
        assertEquals(
                Map.of("begins", 3, "step", EventLog.read(Path.of(log)).events().size()), kinds);
        assertEquals(
                0,
                Pattern.compile("(src|href)=\"(?!data:)")
                        .matcher(html)
                        .results()
                        .count(),
                "it needs nothing else");
        String shiviz = run("trace", "export", "--format", "shiviz", log).out();
        assertTrue(shiviz.startsWith("(?<host>"), shiviz);
        assertTrue(shiviz.contains("process1 {\"process1\":1}\nn.1: ENTER -> signal to 0 (right)"), shiviz);
        String mermaid = run("trace", "export", "--format", "mermaid", log).out();
        assertTrue(mermaid.contains("process1->>process0: signal"), mermaid);
        Run itf = run("trace", "export", "--format", "itf", log);
        assertEquals("ITF", itf.json().get("#meta").get("format").asText());
        JsonNode states = itf.json().get("states");
        assertTrue(states.size() > 10);
        JsonNode last = states.get(states.size() - 1).get("state").get("#map");
        assertEquals(3, last.size(), "states are computed: " + last);
    }

    /** The name of a resource is anything, and its viewers must still read the log. */
    @Test
    void whatAViewerWouldTakeAsItsOwnIsWrittenOtherwise() throws Exception {
        Path log = Path.of(simulated("privileges"));
        Files.writeString(log, Files.readString(log).replace("\"a\"", "\"<br>\\n$$%;&#\""));
        String mermaid =
                run("trace", "export", "--format", "mermaid", log.toString()).out();
        assertTrue(mermaid.contains("take [#60;br> #36;#36;#37;#59;#38;#35;] for 1"), mermaid);
        String shiviz =
                run("trace", "export", "--format", "shiviz", log.toString()).out();
        List<String> pairs =
                shiviz.substring(shiviz.indexOf("\n\n") + 2).lines().toList();
        for (int line = 0; line < pairs.size(); line++) {
            assertEquals(line % 2 == 0, pairs.get(line).matches("process\\d \\{.*}"), pairs.get(line));
        }
        assertTrue(shiviz.contains("take [<br> $$%;&#] for 1"), shiviz);
    }

    @Test
    void aMergedLogHasTheTimesOfBothClocks() throws IOException {
        String log = simulated("ewd851");
        String merged = file("merged.ndjson");
        assertEquals(ExitCode.DONE, run("trace", "merge", log, "--out", merged).code());
        assertEquals(ExitCode.DONE, run("trace", "verify", merged).code());
        String receipt = Files.readAllLines(Path.of(merged)).stream()
                .filter(line -> line.contains("\"received\""))
                .findFirst()
                .orElseThrow();
        assertTrue(receipt.matches(".*\"lamport\":[0-9]+,\"vector\":\\{.*,.*}}"), receipt);
    }

    /** A protocol need not know what to do with an input that no user of it gives. */
    @Test
    void anInputAtWhichTheProtocolThrowsIsADeviation() throws IOException {
        Path log = Files.writeString(directory.resolve("throws.ndjson"), """
                {"format":"symposium-events","version":1,"algorithm":"reliable-link","fences":false}
                {"begin":[0,0],"processes":[[0,0],[1,0]],"holder":[0,0],"quorum":2,"neighbours":[[1,0]]}
                {"process":[0,0],"step":1,"rule":"send","event":{"input":["Submit",{"to":[0,0],"number":1}]},"effects":[]}
                """);
        Run run = Commands.of("trace", "verify", log.toString());
        assertEquals(ExitCode.VIOLATED, run.code(), run.err());
        assertTrue(run.out().contains(":3: process 0: the protocol throws java.lang.NullPointerException"), run.out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                                                                                                     | : it has no complete line; an event log begins with a head
            no log                                                                                                 | :1: no JSON
            {}                                                                                                     | :1: no event log: its first line has "format":"symposium-events"
            {"format":"symposium-events","version":2}                                                              | :1: an event log of version 2; version 1 is read here
            {"format":"symposium-events","version":1,"algorithm":"ewd815"}                                         | :1: the catalogue has no algorithm ewd815: symposium algorithms lists all
            {"format":"symposium-events","version":1,"algorithm":"ewd851"}~{"process":[0,0],"fault":"x"}           | :2: there is no fault "x"
            {"format":"symposium-events","version":1,"algorithm":"ewd851"}~{"process":[0,0],"fault":"link-failed","other":[0,0]} | :2: "other" is process 0 itself
            {"format":"symposium-events","version":1,"algorithm":"ewd851"}~{"process":[0],"fault":"x"}             | :2: a process is written [number,incarnation]
            {"format":"symposium-events","version":1,"algorithm":"ewd851"}~{"process":[0,0],"at":"noon"}           | :2: "at" is a time such as 2026-01-31T12:00:00.5Z
            {"format":"symposium-events","version":1,"algorithm":"ewd851"}~{"process":[0,0],"rule":"n.1"}          | :2: it lacks "effects"
            {"format":"symposium-events","version":1,"algorithm":"ewd851"}~{"process":[0,0],"rule":"n.1","effects":[],"event":{"received":["Letter",{}],"from":[1,0,"LEFT"]}} | :2: ["Letter",{}]: it is written [name,value] with one of the names [Signal, Token]
            """)
    void whatIsNoEventLogIsToldInOneLine(String text, String says) throws IOException {
        Path log = directory.resolve("wrong.ndjson");
        Files.writeString(log, text.isEmpty() ? "" : text.replace('~', '\n') + "\n");
        Run verified = run("trace", "verify", log.toString());
        assertEquals(ExitCode.USAGE, verified.code(), verified.out() + verified.err());
        assertEquals(1, verified.err().lines().count(), verified.err());
        assertTrue(verified.err().startsWith("symposium trace verify: " + log + says), verified.err());
    }

    @Test
    void whatCannotBeReadOrMergedIsToldInOneLine() throws IOException {
        String one = simulated("ewd851");
        Path other = Files.move(Path.of(one), directory.resolve("one.ndjson"));
        simulated("token-ring");
        assertEquals(
                "symposium trace list: the logs are of several algorithms, [ewd851, token-ring]: --algorithm NAME chooses one\n",
                run("trace", "list", directory.toString()).err());
        assertEquals(
                2, run("trace", "verify", directory.toString()).out().lines().count());
        assertEquals(
                run("trace", "list", other.toString()).out(),
                run("trace", "list", directory.toString(), "--algorithm", "ewd851")
                        .out());
        assertEquals(
                "symposium trace list: --algorithm 'lamport': the logs are of ewd851, token-ring\n",
                run("trace", "list", directory.toString(), "--algorithm", "lamport")
                        .err());
        assertTrue(run("trace", "list", file("none.ndjson")).err().contains("none.ndjson: there is no such file"));
        assertEquals(
                ExitCode.USAGE,
                run("trace", "draw", other.toString(), "--first", "1000").code());
        assertEquals(
                "symposium trace export: --format 'pdf': must be shiviz, mermaid or itf\n",
                run("trace", "export", "--format", "pdf", other.toString()).err());
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertTrue(run("trace", "verify", empty.toString()).err().contains("there is no event log in it"));
    }
}
