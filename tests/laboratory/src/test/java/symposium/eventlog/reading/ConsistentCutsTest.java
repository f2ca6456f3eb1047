package symposium.eventlog.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;
import symposium.clock.Stamped;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Start;
import symposium.mutex.ewd851.Ewd851;
import symposium.mutex.ricartagrawala.RicartAgrawala;
import symposium.mutex.suzukikasami.SuzukiKasami;
import symposium.trace.TraceStamps;

/** The cuts of a log against the relation "happened before" of vector clocks, and against the states of the checker. */
class ConsistentCutsTest {

    @TempDir
    private Path directory;

    private MergedLog simulated(String... options) throws IOException, InvalidLog {
        Path log = directory.resolve("run.ndjson");
        List<String> arguments = new ArrayList<>(List.of("simulate"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--events", log.toString()));
        Run run = Commands.of(arguments.toArray(String[]::new));
        assertEquals(ExitCode.DONE, run.code(), run.err());
        return MergedLog.of(List.of(EventLog.read(log)));
    }

    private static ConsistentCuts.Found cuts(MergedLog log) {
        List<ConsistentCuts.Found> groups = LogVerifier.cuts(log, List.of(), Integer.MAX_VALUE, true);
        assertEquals(1, groups.size());
        return groups.get(0);
    }

    /** Numbers of events such that no event without is before one within. */
    private static long closed(MergedLog log) {
        TreeMap<ProcessId, List<Stamped>> events = new TreeMap<>();
        TraceStamps.of(log.log().events())
                .forEach(event -> events.computeIfAbsent(event.event().process(), any -> new ArrayList<>())
                        .add(event));
        return closed(List.copyOf(events.values()), new ArrayList<>());
    }

    private static long closed(List<List<Stamped>> events, List<Integer> chosen) {
        if (chosen.size() < events.size()) {
            long sum = 0;
            for (int count = 0; count <= events.get(chosen.size()).size(); count++) {
                chosen.add(count);
                sum += closed(events, chosen);
                chosen.remove(chosen.size() - 1);
            }
            return sum;
        }
        for (int process = 0; process < events.size(); process++) {
            for (int other = 0; other < events.size(); other++) {
                if (chosen.get(process) > 0
                        && chosen.get(other) < events.get(other).size()) {
                    Stamped last = events.get(process).get(chosen.get(process) - 1);
                    if (events.get(other).get(chosen.get(other)).happenedBefore(last)) {
                        return 0;
                    }
                }
            }
        }
        return 1;
    }

    @ParameterizedTest
    @CsvSource({
        "ewd851, 3, 3",
        "suzuki-kasami, 3, 4",
        "ricart-agrawala, 3, 3",
        "helary-plouzeau-raynal, 3, 3",
        "chang-roberts, 4, 1",
        "franklin, 3, 1"
    })
    void thereAreAsManyAsSetsOfEventsThatAreClosedUnderHappenedBefore(
            String algorithm, String processes, String entries) throws IOException, InvalidLog {
        MergedLog log = entries.equals("1")
                ? simulated(algorithm, "-n", processes)
                : simulated(algorithm, "-n", processes, "--entries", entries);
        ConsistentCuts.Found found = cuts(log);
        assertTrue(found.complete());
        assertEquals(closed(log), found.cuts());
        assertEquals(found.cuts(), found.levels().stream().mapToLong(List::size).sum());
        assertEquals(found.events() + 1, found.levels().size());
        assertTrue(found.cuts() > found.events() + 1, "more than one order: " + found);
    }

    /** Every cut is a state that the checker reaches. */
    @Test
    void everyCutIsAReachableState() throws IOException, InvalidLog {
        reachable(new Ewd851.Entry(), simulated("ewd851", "-n", "3", "--entries", "3"), Start.of(3, 0), 3);
        reachable(new SuzukiKasami.Entry(), simulated("suzuki-kasami", "-n", "3", "--entries", "2"), Start.of(3, 0), 2);
        reachable(
                new RicartAgrawala.Entry(),
                simulated("ricart-agrawala", "-n", "2", "--entries", "3"),
                Start.of(2, 0),
                3);
    }

    private static <S, M, U, I, O> void reachable(
            Algorithm<S, M, U, I, O> algorithm, MergedLog log, Start start, int requests) {
        Set<String> states = new HashSet<>();
        Explorer.of(Model.of(algorithm, start).withRequests(requests), Limits.WIDE)
                .explore()
                .reachable()
                .forEach(at -> states.add(text(at)));
        ConsistentCuts<S, M, U> lattice = LogVerifier.lattice(log, algorithm);
        ConsistentCuts.Found found = lattice.explore(Integer.MAX_VALUE, true);
        Set<String> there = new TreeSet<>();
        found.levels().forEach(level -> level.forEach(cut -> there.add(text(lattice.at(cut)))));
        assertTrue(there.size() > 10, "" + there.size());
        there.removeAll(states);
        assertEquals(Set.of(), there);
    }

    private static <S, M, U> String text(Configuration<S, M, U> at) {
        StringBuilder text = new StringBuilder();
        for (ProcessId process : at.processes()) {
            text.append(at.state(process)).append(at.user(process));
            for (ProcessId other : at.processes()) {
                Arrays.stream(Side.values())
                        .forEach(side -> text.append(at.inTransit(process, new Neighbour(other, side)).stream()
                                .map(Object::toString)
                                .sorted()
                                .toList()));
            }
        }
        return text.toString();
    }

    /** The token may start anywhere: all processes are there before the first line of the last one. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "2"})
    void theTokenMayStartAnywhere(String holder) throws IOException, InvalidLog {
        MergedLog log = simulated("ewd851", "-n", "3", "--entries", "2", "--holder", holder);
        LogVerifier.Verdict verdict = LogVerifier.verify(log);
        assertEquals(Optional.empty(), verdict.deviation());
        assertEquals(3, verdict.processes());
        assertEquals(Optional.empty(), cuts(log).deviation());
    }

    /** A message is doubled, lost or comes back, and a process crashes, only after what that takes. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "check lamport -n 2 --requests 1 --duplicate 1",
                "check suzuki-kasami -n 3 --loss 1",
                "check ewd851-misra -n 2 --crash 1 --quorum 1",
                "check helary-plouzeau-raynal-7 -n 3 --topology complete --initiators 1 --requests 1 --link-failure 1",
                "simulate ewd851-misra -n 4 --crash 1@60 --entries 20",
                "simulate suzuki-kasami-census -n 4 --crash 2@60 --entries 20"
            })
    void faultsComeAfterWhatTheyTake(String command) {
        String log = directory.resolve("run.ndjson").toString();
        List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(List.of("--events", log));
        Commands.of(arguments.toArray(String[]::new));
        Run verified = Commands.of("trace", "verify", log);
        Run run = Commands.of("trace", "cuts", log);
        assertEquals(verified.code(), run.code(), run::toString);
        assertTrue(verified.code() == ExitCode.DONE || run.out().contains(".ndjson:"), run.out());
    }

    /** A statement that is true after each line of the log, and false at a cut that no prefix of it is. */
    @Test
    void aStatementMayFailAtACutThatTheOrderOfTheLogDoesNotGoThrough() throws IOException, InvalidLog {
        simulated("chang-roberts", "-n", "3", "--seed", "7");
        String log = directory.resolve("run.ndjson").toString();
        int differ = 0;
        for (int one = 0; one < 3; one++) {
            for (int other = 0; other < 3; other++) {
                String formula = "some p, q: p == " + one + " && q == " + other
                        + " && p.participant && !q.participant && sent(candidate) > 0";
                int verified =
                        Commands.of("trace", "verify", log, "--never", formula).code();
                Run run = Commands.of("trace", "cuts", log, "--never", formula);
                assertTrue(verified == ExitCode.DONE || run.code() == ExitCode.VIOLATED, run::toString);
                if (verified != run.code()) {
                    differ++;
                    assertTrue(run.out().contains("does not hold at the cut after"), run::toString);
                }
            }
        }
        assertTrue(differ > 0);
    }

    @Test
    void aBoundOnTheCutsLeavesItUndecided() throws IOException, InvalidLog {
        MergedLog log = simulated("lamport", "-n", "3", "--entries", "3");
        assertFalse(LogVerifier.cuts(log, List.of(), 10, false).get(0).complete());
        Run run = Commands.of("trace", "cuts", directory.resolve("run.ndjson").toString(), "--most", "10");
        assertEquals(ExitCode.UNDECIDED, run.code(), run::toString);
        assertTrue(run.out().contains("not decided: there are more than 10 cuts"), run.out());
    }

    private Run drawn(String... options) {
        List<String> line = new ArrayList<>(List.of("trace", "cuts"));
        line.add(directory.resolve("run.ndjson").toString());
        line.addAll(List.of("--svg", directory.resolve("cuts.svg").toString()));
        line.addAll(List.of(options));
        return Commands.of(line.toArray(String[]::new));
    }

    private String svg() throws IOException {
        return Files.readString(directory.resolve("cuts.svg"));
    }

    @Test
    void theLatticeIsDrawnAndWhatIsTooLargeForThatIsBadInput() throws IOException, InvalidLog {
        simulated("suzuki-kasami", "-n", "3", "--entries", "4");
        Run run = drawn("--json");
        assertEquals(ExitCode.DONE, run.code(), run::toString);
        String svg = svg();
        long cuts = run.json().at("/groups/0/cuts").longValue();
        assertEquals(cuts, svg.split("<circle", -1).length - 1);
        assertEquals(
                lines(cuts(MergedLog.of(List.of(EventLog.read(directory.resolve("run.ndjson")))))),
                svg.split("<line", -1).length - 1);

        simulated("safra", "-n", "3");
        Run large = drawn();
        assertEquals(ExitCode.USAGE, large.code(), large::toString);
        assertTrue(large.err().contains("at most 5000 can be drawn"), large.err());
    }

    /** A statement that is false at the start is false at the cut without events, which is drawn and marked. */
    @Test
    void whatIsDrawnIsWhatWasExplored() throws IOException, InvalidLog {
        simulated("suzuki-kasami", "-n", "3", "--entries", "4");
        Run violated = drawn("--never", "sent(token) == 0");
        assertEquals(ExitCode.VIOLATED, violated.code(), violated::toString);
        assertTrue(violated.out().contains("does not hold at the cut after no event"), violated.out());
        String svg = svg();
        assertEquals(2, svg.split("cut marked", -1).length);
        assertTrue(svg.contains("a part of its consistent cuts"), svg);

        Run undecided = drawn("--most", "20");
        assertEquals(ExitCode.UNDECIDED, undecided.code(), undecided::toString);
        assertTrue(svg().contains("a part of its consistent cuts"), svg());
    }

    /** The pairs of cuts that differ in one event. */
    private static int lines(ConsistentCuts.Found found) {
        int lines = 0;
        for (int level = 1; level < found.levels().size(); level++) {
            for (ConsistentCuts.Cut cut : found.levels().get(level)) {
                for (ConsistentCuts.Cut before : found.levels().get(level - 1)) {
                    boolean within = true;
                    for (int process = 0; process < cut.events().size(); process++) {
                        within &= before.events().get(process) <= cut.events().get(process);
                    }
                    lines += within ? 1 : 0;
                }
            }
        }
        return lines;
    }
}
