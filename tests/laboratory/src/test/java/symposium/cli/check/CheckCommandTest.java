package symposium.cli.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.program.Laboratory;
import symposium.cli.report.ExitCode;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;

class CheckCommandTest {

    /** It is not evaluated in the initial state, and no algorithm is to blame. */
    @ParameterizedTest
    @ValueSource(strings = {"--safety", "--walks=3"})
    void aFormulaThatIsWrongInALaterStateIsBadInput(String how) {
        Run run = Commands.of("check", "ewd851", "-n", "3", how, "--never", "some p: p.critical && p.colour == gren");
        assertEquals(ExitCode.USAGE, run.code(), run.out());
        assertEquals(
                "symposium check: --never: 'some p: p.critical && p.colour == ^gren': white cannot be gren;"
                        + " there are black, white",
                run.err().strip());
    }

    @Test
    void onlyTheQuestionIsAnsweredUnderFaultsThatBreakTheRest() {
        String two = "some p, q: p != q && p.user == critical && q.user == critical";
        Run all = Commands.of("check", "suzuki-kasami", "-n", "3", "--loss", "1", "--never", two);
        assertEquals(ExitCode.VIOLATED, all.code());
        assertFalse(all.out().contains("violated       never"), all.out());

        Run only = Commands.of("check", "suzuki-kasami", "-n", "3", "--loss", "1", "--only", "--never", two);
        assertEquals(ExitCode.DONE, only.code(), only.out());
        assertTrue(only.out().contains("only what this command asks is checked\n"), only.out());
        assertTrue(only.out().contains("\nverdict        holds: 1 property\n"), only.out());
        assertTrue(
                only.out().contains("not proved     the invariants of the algorithm and of its problem, and"),
                only.out());

        JsonNode object = Commands.of(
                        "check", "suzuki-kasami", "-n", "3", "--loss", "1", "--only", "--json", "--never", two)
                .json();
        assertEquals(1, object.get("properties").size(), object.toString());

        Run waits = Commands.of(
                "check",
                "suzuki-kasami",
                "-n",
                "2",
                "--loss",
                "1",
                "--only",
                "--leads",
                "p.user == waiting",
                "p.user == critical");
        assertEquals(ExitCode.VIOLATED, waits.code(), waits.out());
        assertTrue(waits.out().contains("and then no step has to happen"), waits.out());
    }

    /** A state that is reached beyond a deadlock, and past a violation of what the problem promises. */
    @Test
    void onlyTheStateIsSearchedFor() {
        List<String> search = List.of(
                "check",
                "chang-roberts",
                "-n",
                "2",
                "--variant",
                "1",
                "--reach-state",
                "all p: p.participant && sent(candidate) == 0");
        Run stopped = Commands.of(search.toArray(String[]::new));
        assertEquals(ExitCode.VIOLATED, stopped.code(), stopped.out());
        List<String> only = new ArrayList<>(search);
        only.add("--only");
        Run found = Commands.of(only.toArray(String[]::new));
        assertEquals(ExitCode.DONE, found.code(), found.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--only | --only needs a question: --never, --always, --leads, --until, --reach or --reach-state",
                "--only --never false --causal | --only cannot be combined with --causal, which is a question itself",
                "--only --never false --implements coordinator | --implements cannot be combined with --only",
            })
    void onlyNothingIsBadInput(String options, String why) {
        Run run = Commands.line("check ewd851 -n 2 " + options);
        assertEquals(ExitCode.USAGE, run.code());
        assertEquals("symposium check: " + why, run.err().strip());
    }

    @Test
    void theTextReportStatesWhatWasExploredTheConditionsAndWhatIsNotProved() {
        Run run = Commands.line("check ewd851 -n 1");

        assertEquals("""
                ewd851, ring of 1
                E. W. Dijkstra, Reducing control traffic in a distributed implementation of mutual exclusion, EWD851, 1983

                explored       every reachable state, by every interleaving
                               2 states, 2 transitions, depth 1
                               T s, R states per second
                under          the token starts at 0; links are fifo; no losses, no duplications, no crashes
                               a user asks as often as it likes
                               the paper assumes: no losses and no crashes; at most one message is on a link, so
                               order does not matter

                holds          at any moment at most one user is in its critical section
                holds          there is a single token
                holds          a link carries the token to the left, a signal to the right, or nothing  (*)
                holds          the recipient of a signal is white  (*)
                holds          the recipient of the token is black or is delayed  (*)
                holds          the machine holding the token is not delayed
                holds          a critically engaged machine holds the token
                holds          a neutrally engaged black machine does not hold the token  (*)
                holds          a machine is engaged as its user is
                holds          0 <= k <= 3n-2  (*)
                holds          (i) the string contains at least 1 s, c, or t  (*)
                holds          (ii) if ending with (Wn|Wc), the string contains at least one s  (*)
                holds          s.2 and t.1 decrease k by 2  (*)
                holds          s.3, c.1, t.0 and t.2 decrease k by 1  (*)
                holds          s.0 and s.1 decrease k by 1 in the string and leave it unchanged elsewhere  (*)
                holds          n.0, n.1, n.2 and c.0 leave k unchanged
                holds          a grant carries a greater fence than all grants before it  (*)
                holds          no deadlock
                holds          no fair starvation  (*)

                overtaking     while one waits, no other is served
                """, timeless(run.out()).split("(?<=served\n)")[0]);
        assertTrue(run.out().contains("rules fired    n.0 1   c.0 1\n"), run.out());
        assertTrue(run.out().contains("cannot fire with this number of processes: n.1, n.2, s.0"), run.out());
        assertTrue(run.out().contains("\nverdict        holds: all 19 properties\n"), run.out());
        assertTrue(run.out().contains("\nnot proved     anything about other numbers of processes than 1"), run.out());
        assertEquals("", run.err());
        assertEquals(ExitCode.DONE, run.code());
    }

    @Test
    void underAFalseDepartureThePromiseIsCheckedAndProgressIsNot() {
        Run run = Commands.line("check suzuki-kasami-census -n 3 --false-departure 1");

        assertEquals(ExitCode.DONE, run.code());
        assertTrue(run.out().contains("no crashes, up to 1 false departure, quorum 2\n"), run.out());
        assertTrue(run.out().contains("promised under a false departure: of each generation at most one"), run.out());
        assertTrue(run.out().contains("holds          of each generation at most one user is in its"), run.out());
        assertFalse(run.out().contains("no deadlock"), run.out());
        assertFalse(run.out().contains("no fair starvation"), run.out());
        assertTrue(run.out().contains("that any user is served: under a false departure"), run.out());
    }

    @Test
    void aFalseDepartureIsAStepOfACounterexample() {
        Run run = Commands.line("check bully -n 3 --false-departure 1");
        assertEquals(ExitCode.VIOLATED, run.code());
        assertTrue(run.out().contains("process 1  false departure  of 2"), run.out());

        JsonNode object =
                Commands.line("check bully -n 3 --false-departure 1 --json").json();
        assertEquals(1, object.at("/faults/falseDeparture").intValue());
        List<String> faults = new ArrayList<>();
        for (JsonNode step : object.at("/properties/0/trace")) {
            if (step.has("fault")) {
                faults.add(step.get("fault").textValue() + " of " + step.get("of"));
            }
        }
        assertEquals(List.of("false-departure of 2"), faults);

        Run walks = Commands.line("check bully -n 3 --false-departure 1 --walks 100");
        assertEquals(ExitCode.VIOLATED, walks.code());
        assertTrue(walks.out().contains("false departure"), walks.out());
    }

    /** Over duplicating links a message stays in transit, and a delivery is always owed. */
    @Test
    void whatProgressMeansOverLinksThatDuplicateIsSaid() {
        String why =
                "links duplicate: while a message can be delivered no state is a deadlock, and a fair run delivers each message again and again";
        for (String links : List.of("duplicating", "coalescing")) {
            boolean remarked = links.equals("duplicating");
            String line = "check group-formation -n 2 --network " + links;
            Run run = Commands.line(line);
            assertEquals(ExitCode.DONE, run.code(), run.err());
            String text = run.out().replaceAll("\\s+", " ");
            assertEquals(remarked, text.contains("holds no deadlock (**)"), run.out());
            assertEquals(remarked, text.contains("holds no fair starvation (**)"), run.out());
            assertEquals(remarked, text.contains("(**) " + why), run.out());
            String not = text.substring(text.indexOf(" not proved "));
            assertEquals(remarked, not.contains("that users are still served if messages are lost (" + why + ")"), not);
            JsonNode remarks = Commands.line(line + " --json").json().path("remarks");
            assertEquals(remarked ? why : "", remarks.path(0).asText());
        }
    }

    @Test
    void walksThatViolateNothingDecideNothing() {
        Run walks = Commands.line("check ewd851 -n 3 --walks 5");
        assertEquals(ExitCode.UNDECIDED, walks.code());
        assertTrue(walks.out().contains("not decided: no walk violates a property"), walks.out());
        Run object = Commands.line("check ewd851 -n 3 --walks 5 --json");
        assertEquals(ExitCode.UNDECIDED, object.code());
        assertEquals("undecided", object.json().get("verdict").textValue());

        Run violated = Commands.line("check ewd851 -n 3 --variant 1 --walks 100 --json");
        assertEquals(ExitCode.VIOLATED, violated.code());
        assertEquals("violated", violated.json().get("verdict").textValue());
        assertTrue(violated.json().get("minimal").booleanValue());
        assertTrue(violated.json().get("trace").size()
                <= violated.json().get("events").intValue());
    }

    @Test
    void usersAskWithoutABoundWhereClocksAreShifted() {
        Run shifted = Commands.line("check ricart-agrawala -n 2 --network fifo --unbounded");
        assertEquals(ExitCode.DONE, shifted.code(), shifted.err());
        assertTrue(shifted.out().contains("20 states"), shifted.out());
        assertFalse(shifted.err().contains("infinitely many states"), shifted.err());

        Run infinite = Commands.line("check ricart-agrawala -n 2 --network unordered --unbounded --max-states 1000");
        assertEquals(ExitCode.UNDECIDED, infinite.code(), infinite.err());
        assertTrue(infinite.err().contains("ricart-agrawala has infinitely many states here"), infinite.err());

        Run both = Commands.line("check ricart-agrawala -n 2 --unbounded --requests 2");
        assertEquals(ExitCode.USAGE, both.code());
        assertTrue(both.err().contains("it excludes --requests"), both.err());
    }

    @Test
    void theJsonReportIsOneObjectWithEveryField() {
        Run run = Commands.line("check ewd851 -n 3 --json");
        JsonNode object = run.json();

        assertEquals(ExitCode.DONE, run.code());
        assertEquals("ewd851", object.get("algorithm").textValue());
        assertEquals(3, object.get("processes").intValue());
        assertEquals(87, object.get("states").intValue());
        assertEquals(219, object.get("transitions").intValue());
        assertEquals(12, object.get("depth").intValue());
        assertTrue(object.get("complete").booleanValue());
        assertEquals(12, object.get("rules").size());
        long fired = 0;
        for (JsonNode times : object.get("rules")) {
            fired += times.longValue();
        }
        assertEquals(219, fired);
        for (JsonNode property : object.get("properties")) {
            assertEquals("holds", property.get("verdict").textValue(), property.toString());
            assertFalse(property.has("trace"), property.toString());
        }
        assertTrue(object.has("overtaking"));
        assertTrue(object.get("seconds").doubleValue() > 0);
        assertTrue(object.get("statesPerSecond").longValue() > 0);
        assertTrue(object.get("bytesPerState").doubleValue() > 0);
    }

    @Test
    void theComparisonWithInvariant4IsReported() {
        JsonNode invariant4 = Commands.line("check ewd851 -n 3 --json").json().get("invariant4");

        assertEquals(87, invariant4.get("reachable").intValue());
        assertEquals(90, invariant4.get("language").intValue());
        assertEquals(3, invariant4.get("missing").size());
        assertEquals(0, invariant4.get("excess").size());
        assertTrue(
                Commands.line("check ewd851 -n 1")
                        .out()
                        .contains("\ninvariant4     reachable 2, language 3, missing (wd t), excess none\n"),
                Commands.line("check ewd851 -n 1").out());
    }

    @Test
    void theComparisonWithInvariant4IsOmittedUnlessAllStatesOfThePaperAreReached() {
        for (String option : List.of("--requests 1", "--max-states 5", "--variant 2", "--crash 1")) {
            assertFalse(
                    Commands.line("check ewd851 -n 3 --json " + option).json().has("invariant4"), option);
        }
    }

    @Test
    void everyFieldIsPresentForEveryHolder() {
        assertEquals(
                87,
                Commands.line("check ewd851 -n 3 --holder 2 --json")
                        .json()
                        .get("states")
                        .intValue());
    }

    /**
     * With two requests each, the other of two users of Ricart and Agrawala comes first with both; with three, with two
     * of them.
     */
    @ParameterizedTest
    @CsvSource({"ewd851 -n 3, 2, null", "ricart-agrawala -n 2, 2, null", "ricart-agrawala -n 2, 3, 2"})
    void overtakingIsExactUnlessItIsTheLimitOnRequests(String what, int requests, String most) {
        JsonNode object = Commands.line("check " + what + " --requests " + requests + " --json")
                .json();

        assertEquals(most, object.get("overtaking").asText());
        assertEquals(requests, object.get("requests").intValue());
    }

    @Test
    void theTextSaysWhereTheBoundOnOvertakingIsTheLimitOnRequests() {
        assertTrue(Commands.line("check ewd851 -n 3 --requests 2").out().contains("no bound found"));
        assertFalse(
                Commands.line("check ricart-agrawala -n 2 --requests 3").out().contains("no bound found"));
    }

    @Test
    void aVariantIsRefutedWithAShortestTrace() {
        Run run = Commands.of("check", "ewd851", "-n", "2", "--variant", "c.1 keeps the token it sends", "--json");
        JsonNode violated = violated(run.json());

        assertEquals(ExitCode.VIOLATED, run.code());
        assertEquals("c.1 keeps the token it sends", run.json().get("variant").textValue());
        assertEquals("there is a single token", violated.get("name").textValue());
        List<String> rules = new ArrayList<>();
        violated.get("trace").forEach(step -> rules.add(step.get("rule").textValue()));
        assertEquals("c.1", rules.get(rules.size() - 1));
        assertEquals(4, rules.size());
    }

    @Test
    void aVariantIsFoundByItsNumber() {
        Run run = Commands.line("check ewd851 -n 2 --variant 10");

        assertEquals(ExitCode.VIOLATED, run.code());
        assertTrue(run.out().startsWith("ewd851, c.1 keeps the token it sends, ring of 2\n"), run.out());
    }

    @Test
    void aStepThatViolatesAnInvariantIsTheLastOfACounterexample() {
        Run run = Commands.line("check token-ring-by-franklin -n 2 --network unordered");
        assertEquals(ExitCode.VIOLATED, run.code(), run.err());
        String violated = "a grant carries a greater fence than all grants before it";
        assertTrue(run.out().contains("violated: " + violated), run.out());
        assertTrue(
                run.out()
                        .lines()
                        .anyMatch(line -> line.contains("  process 0  fails  ")
                                && line.contains("granted 0.1]: refuted: \"" + violated + "\"; process 0 is granted")),
                run.out());
    }

    /** With one process a step of the same level violates another invariant: its way is longer by that step. */
    @Test
    void aStateThatViolatesAnInvariantIsAShorterCounterexampleThanAStep() {
        Run run = Commands.line("check token-ring-by-franklin -n 1 --network unordered");
        assertEquals(ExitCode.VIOLATED, run.code(), run.err());
        assertTrue(run.out().contains("violated: a process in the critical section holds the token"), run.out());
        assertTrue(run.out().contains("a shortest way to it, of 13 steps:"), run.out());
    }

    @Test
    void theCounterexampleIsListedStepByStepAndDrawn() {
        Run run = Commands.line("check ewd851 -n 3 --loss 1 --diagram");

        assertEquals(ExitCode.VIOLATED, run.code());
        assertTrue(run.out().contains("""
                                violated: no deadlock
                                a shortest way to it, of 2 steps:
                                  1  process 1  n.1   ENTER                 sends signal to 0 (right)
                                  2  process 0  loss  signal from 1 (left)
                                """), run.out());
        assertTrue(run.out().endsWith("""
                                    0               1       2
                                 1  |  .--signal---n.1      |    ENTER
                                 2  |  x            |       |    signal to 0 lost
                                    |               |       |
                                """), run.out());
    }

    @Test
    void aDuplicationPrecedesTheSecondReceipt() {
        JsonNode trace = violated(
                        Commands.line("check ewd851 -n 3 --duplicate 1 --json").json())
                .get("trace");

        assertEquals("duplicate", trace.get(1).get("fault").textValue());
        assertEquals("s.2", trace.get(2).get("rule").textValue());
    }

    @Test
    void withJsonTheDrawingGoesToStandardError() {
        Run run = Commands.line("check ewd851 -n 2 --json --diagram");

        assertEquals(2, run.json().get("processes").intValue());
        assertTrue(run.err().contains("the way to a state farthest from the start"), run.err());
    }

    @Test
    void theSvgIsWrittenToItsFile(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("picture.svg");

        Run run = Commands.of("check", "ewd851", "-n", "3", "--crash", "1", "--svg", file.toString());

        assertEquals(ExitCode.VIOLATED, run.code());
        assertTrue(Files.readString(file).startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    }

    @Test
    void atABoundEveryPropertyThatIsNotViolatedIsUndecided() {
        Run run = Commands.line("check ewd851 -n 6 --max-states 100 --json");
        JsonNode object = run.json();

        assertEquals(ExitCode.UNDECIDED, run.code());
        assertFalse(object.get("complete").booleanValue());
        assertEquals("undecided", object.get("verdict").textValue());
        object.get("properties")
                .forEach(property ->
                        assertEquals("undecided", property.get("verdict").textValue()));
        assertEquals("not decided: the bound of 100 states was reached (--max-states)\n", run.err());
    }

    @Test
    void aBoundOfExactlyTheNumberOfStatesDecides() {
        assertEquals(
                ExitCode.DONE,
                Commands.line("check ewd851 -n 3 --max-states 87").code());
        assertEquals(
                ExitCode.UNDECIDED,
                Commands.line("check ewd851 -n 3 --max-states 86").code());
    }

    @Test
    void theTimeLimitIsNamed() {
        Run run = Commands.line("check ewd851 -n 20 --seconds 0.2");

        assertEquals(ExitCode.UNDECIDED, run.code());
        assertTrue(
                run.out().contains("\nverdict        not decided: the bound of 0.2 seconds was reached (--seconds)\n"),
                run.out());
        assertTrue(run.out().contains("explored       NOT every reachable state"), run.out());
    }

    /** A process that comes is admitted by those that are there; the token need not be where it comes from. */
    @ParameterizedTest
    @CsvSource({
        "chang-roberts-terms, 3",
        "bully-terms, 2",
        "privileges, 2",
        "ewd851-by-franklin, 2",
        "helary-plouzeau-raynal-7, 2"
    })
    void aProcessThatJoinsIsAdmitted(String algorithm, int processes) {
        Run run = Commands.line("check " + algorithm + " -n " + processes + " --join 1");
        assertEquals(ExitCode.DONE, run.code(), run.out() + run.err());
        assertTrue(run.out().contains("verdict        holds: all"), run.out());
        assertTrue(run.out().contains("joining"), run.out());
    }

    @Test
    void nobodyJoinsAnAlgorithmWhoseProcessesAreAllThereAtTheStart() {
        Run run = Commands.line("check suzuki-kasami-census -n 3 --join 1");
        assertEquals(ExitCode.USAGE, run.code());
        assertEquals(
                "symposium check: --join 1: the processes of suzuki-kasami-census are all present at the start",
                run.err().strip());
    }

    /** Killed without a warning, a search goes on from its last checkpoint, and finds all that there is. */
    @Test
    @Tag("slow")
    void aSearchThatIsKilledGoesOn(@TempDir Path directory) throws Exception {
        Path err = directory.resolve("err");
        String search = "check ewd851 -n 9 --safety --dir " + directory.resolve("kept");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Laboratory.class.getName()));
        command.addAll(List.of((search + " --every 0.001").split(" ")));
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile())
                .start();
        try {
            while (!Files.readString(err).contains("checkpoint of ")) {
                assertTrue(process.isAlive(), Files.readString(err));
                Thread.onSpinWait();
            }
        } finally {
            process.destroyForcibly();
        }
        process.waitFor();

        Run other = Commands.line("check ewd851 -n 8 --safety --dir " + directory.resolve("kept"));
        assertEquals(ExitCode.USAGE, other.code());
        assertTrue(other.err().contains("is a checkpoint of another exploration"), other.err());
        Run run = Commands.line(search + " --json");
        assertEquals(ExitCode.DONE, run.code(), run.err());
        assertEquals(425_511, run.json().get("states").intValue());
        assertEquals(2_993_247, run.json().get("transitions").intValue());
    }

    @Test
    void aSearchThatABoundHasEndedGoesOn(@TempDir Path directory) {
        String search = "check ewd851 -n 5 --workers 1 --json --dir " + directory;
        Run first = Commands.line(search + " --max-states 500");
        assertEquals(ExitCode.UNDECIDED, first.code());
        assertTrue(first.err().contains("checkpoint of 50"), first.err());
        Run second = Commands.line(search);
        assertEquals(ExitCode.DONE, second.code());
        assertEquals(
                Commands.line("check ewd851 -n 5 --json").json().get("rules"),
                second.json().get("rules"));
    }

    /** A file of a topology is known by what it holds, not by its name. */
    @Test
    void aCheckpointOfOtherLinksIsRefused(@TempDir Path directory) throws Exception {
        Path links = directory.resolve("it.table");
        Path kept = directory.resolve("kept");
        String search = "check chandy-misra --workers 1 --topology " + links + " --dir " + kept;
        Files.writeString(links, "0: 1\n1: 0 2\n2: 1\n");
        Run first = Commands.line(search + " --max-states 15");
        assertEquals(ExitCode.UNDECIDED, first.code(), first.err());

        Files.writeString(links, "0: 2\n1: 2\n2: 0 1\n");
        Run other = Commands.line(search);
        assertEquals(ExitCode.USAGE, other.code(), other.out() + other.err());
        assertEquals(
                "symposium check: --dir: %s/checkpoint is a checkpoint of another exploration: the links of the topology differ; delete this file to start again, or continue with the version that wrote it"
                        .formatted(kept),
                other.err().strip());

        Files.writeString(links, "0: 1\n1: 0 2 # the same\n2: 1\n");
        assertEquals(ExitCode.DONE, Commands.line(search).code());
    }

    @Test
    @Tag("slow")
    void exhaustedMemoryIsUndecided(@TempDir Path directory) throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx40m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Laboratory.class.getName(),
                        "check",
                        "ewd851",
                        "-n",
                        "12",
                        "--json")
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();

        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        Run run = new Run(process.exitValue(), Files.readString(out), Files.readString(err));

        assertEquals(ExitCode.UNDECIDED, run.code(), run.err());
        assertEquals("undecided", run.json().get("verdict").textValue());
        assertTrue(
                run.err().lines().anyMatch(line -> line.startsWith("not decided: memory was exhausted at ")),
                run.err());
        assertFalse(run.err().contains("\tat "), run.err());
    }

    @Test
    void withSafetyFreedomFromStarvationIsNotClaimed() {
        Run run = Commands.line("check ewd851 -n 3 --safety");

        assertEquals(ExitCode.DONE, run.code());
        assertFalse(run.out().contains("no fair starvation"), run.out());
        assertFalse(run.out().contains("overtaking"), run.out());
        assertTrue(run.out().contains("not proved     that no user starves (--safety)"), run.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--loss 1", "--crash 1", "--duplicate 1", "--network unordered"})
    void everyAlgorithmCanBeCheckedInEverySurroundings(String surroundings) {
        for (Algorithm<?, ?, ?, ?, ?> algorithm : Catalogue.all()) {
            for (int processes = 1; processes <= 2; processes++) {
                Run run = Commands.line(
                        "check " + algorithm.name() + " -n " + processes + " --max-states 50000 " + surroundings);

                assertTrue(run.code() <= ExitCode.UNDECIDED, run.err());
                assertEquals("", run.err());
            }
        }
    }

    @Test
    void helpExplainsTheExitCodes() {
        for (String command : List.of("--help", "check --help", "algorithms --help")) {
            Run run = Commands.line(command);

            assertEquals(ExitCode.DONE, run.code());
            assertTrue(run.out().contains("Exit codes:\n  0 "), run.out());
            assertTrue(run.out().contains("\n  64 "), run.out());
            assertEquals("", run.err());
        }
    }

    private static JsonNode violated(JsonNode object) {
        for (JsonNode property : object.get("properties")) {
            if (property.get("verdict").textValue().equals("violated")) {
                return property;
            }
        }
        throw new AssertionError("nothing is violated: " + object);
    }

    private static String timeless(String report) {
        return report.replaceAll("[0-9.]+ s, [0-9,]+ states per second", "T s, R states per second");
    }

    @Test
    void identifiersGiveTheOrderOfTheRingAndItsNumberOfProcesses() {
        Run ascending = Commands.line("check chang-roberts -n 3");
        Run descending = Commands.line("check chang-roberts --ids 0,2,1");

        assertTrue(descending.out().startsWith("chang-roberts, ring of 3, in the order 0, 2, 1\n"), descending.out());
        assertTrue(ascending.out().contains(" 182 states, "), ascending.out());
        assertTrue(descending.out().contains(" 196 states, "), descending.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"lamport", "two-stage", "chang-roberts", "bully"})
    void anAlgorithmWithoutTokenHasNoHolderInItsReport(String algorithm) {
        String report = Commands.line("check " + algorithm + " -n 2").out();

        assertTrue(report.contains("\nunder          links are "), report);
        assertTrue(!report.contains("token"), report);
    }
}
