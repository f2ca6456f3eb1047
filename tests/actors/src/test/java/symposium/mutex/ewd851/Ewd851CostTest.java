package symposium.mutex.ewd851;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.RingGraph.Edge;
import symposium.simulation.Courses;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/** Messages per critical section: at light load, at saturation, and at worst. */
class Ewd851CostTest {

    private static final Durations EATING = Durations.exactly(3);

    private static Metrics run(int machines, int holder, Workload<User, Input> users, Durations delays, long seed) {
        return Simulation.of(new Ewd851.Entry(), Start.of(machines, holder), users)
                .withDelays(delays)
                .withSeed(seed)
                .as(Run::new)
                .runToTheEnd();
    }

    // --- light load: 2d

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 13, 40})
    void aRequesterWhoseTokenRestsDLinksToTheRightCostsDSignalsAndDTokens(int machines) {
        for (int holder = 0; holder < machines; holder++) {
            for (int distance = 0; distance < machines; distance++) {
                ProcessId requester = ProcessId.of((holder + distance) % machines);
                Workload<User, Input> users = Workload.initiating(MutualExclusion.PROBLEM, Set.of(requester), EATING);

                Metrics tally = run(machines, holder, users, Durations.between(1, 10), holder);

                assertEquals(1, tally.served());
                assertEquals(distance, tally.messages("signal"));
                assertEquals(distance, tally.messages("token"));
            }
        }
    }

    @Test
    void theRequesterWaitsForDSignalsAndDTokensOneAfterTheOther() {
        Workload<User, Input> users = Workload.initiating(MutualExclusion.PROBLEM, Set.of(ProcessId.of(7)), EATING);

        assertEquals(14, run(10, 0, users, Durations.exactly(1), 0).longestWait());
    }

    /** "an idle token rests where it lies": while no machine asks, no message is sent. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10})
    void aHolderOfTheTokenEntersRepeatedlyWithoutMessages(int machines) {
        Workload<User, Input> users = Workload.scheduled(
                MutualExclusion.PROBLEM, Map.of(ProcessId.of(0), List.of(5L, 6L, 50L, 100L)), EATING);

        Metrics tally = run(machines, 0, users, Durations.exactly(1), 0);

        assertEquals(4, tally.served());
        assertEquals(0, tally.total());
    }

    // --- saturation: 2

    /** Think not at all, and by the time a machine has served itself the signal of its left neighbour has come. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8, 13, 100})
    void whenEveryMachineAlwaysAsksAnEntryCostsOneSignalAndOneToken(int machines) {
        Run<?, ?, ?, ?, ?> run = Simulation.of(
                        new Ewd851.Entry(),
                        Start.of(machines, 0),
                        Workload.busy(MutualExclusion.PROBLEM, Durations.exactly(0), EATING))
                .as(Run::new);

        Metrics early = run.runUntilServed(10L * machines);
        Metrics steady = Courses.between(early, run.runUntilServed(30L * machines));

        assertEquals(20L * machines, steady.served());
        assertEquals(steady.served(), steady.messages("signal"));
        assertEquals(steady.served(), steady.messages("token"));
        assertEquals(0, steady.rules().get("n.0"));
    }

    /**
     * However long messages take: an entry is at most one hop away, and is free when the holder asks again before a
     * signal has come.
     */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "3, 3", "5, 4", "8, 5", "20, 6", "20, 7"})
    void whenEveryMachineAlwaysAsksNoEntryCostsMoreWhateverTheDelays(int machines, long seed) {
        Metrics tally = Simulation.of(
                        new Ewd851.Entry(),
                        Start.of(machines, 0),
                        Workload.busy(MutualExclusion.PROBLEM, Durations.exactly(0), Durations.between(0, 5)))
                .withDelays(Durations.between(1, 20))
                .withSeed(seed)
                .as(Run::new)
                .runUntilServed(5_000);

        assertTrue(tally.messages("token") <= tally.served(), tally.toString());
        assertTrue(tally.messages("signal") <= tally.messages("token") + machines - 1, tally.toString());
    }

    // --- the books

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void overEachLinkSignalsAndTokensTakeTurns(int machines) {
        Report report = Explorer.of(
                        Model.of(new Ewd851.Entry(), Start.of(machines, 0)).withInvariants(Ewd851Cost.invariants()),
                        Limits.WIDE)
                .explore()
                .report(false);

        for (Property property :
                report.properties().subList(0, Ewd851Cost.invariants().size())) {
            assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
        }
    }

    // --- the worst: 2(n-1)

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void betweenTwoEntriesTheTokenHopsAtMostNMinus1TimesAndSometimesSoOften(int machines) {
        assertEquals(
                OptionalInt.of(machines - 1),
                RingGraph.of(machines).heaviestAnywhere(edge -> tokens(edge), edge -> !edge.by(RingGraph.ENTRIES)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void aRunOfEEntriesCostsAtMost2NMinus2TimesEAnd3NMinus3More(int machines) {
        int perEntry = 2 * (machines - 1);

        assertEquals(
                OptionalInt.of(3 * (machines - 1)),
                RingGraph.of(machines).heaviest(edge -> edge.messages() - perEntry * entries(edge)));
        assertEquals(
                OptionalInt.of(machines - 1),
                RingGraph.of(machines).heaviest(edge -> tokens(edge) - (machines - 1) * entries(edge)));
    }

    /**
     * No smaller figure is enough: with half a message less for each entry there is a cycle that exceeds any allowance.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void noSmallerCostPerEntryBoundsAllRuns(int machines) {
        int perEntry = 2 * (machines - 1);

        assertEquals(
                OptionalInt.empty(),
                RingGraph.of(machines).heaviest(edge -> 2 * edge.messages() - (2 * perEntry - 1) * entries(edge)));
    }

    /**
     * The run that attains it: each time the right neighbour of the machine where the token rests asks, all others
     * being idle.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 50})
    void theRightNeighbourOfWhereTheTokenRestsPays2NMinus2EachTime(int machines) {
        int entries = 3 * machines;
        long enough = 2L * machines + 10;
        Map<ProcessId, List<Long>> timetable = new HashMap<>();
        for (int entry = 0; entry < entries; entry++) {
            int requester = Math.floorMod(-1 - entry, machines);
            timetable
                    .computeIfAbsent(ProcessId.of(requester), process -> new ArrayList<>())
                    .add(entry * enough);
        }

        Metrics tally = run(
                machines, 0, Workload.scheduled(MutualExclusion.PROBLEM, timetable, EATING), Durations.exactly(1), 0);

        assertEquals(entries, tally.served());
        assertEquals((long) entries * (machines - 1), tally.messages("signal"));
        assertEquals((long) entries * (machines - 1), tally.messages("token"));
    }

    @ParameterizedTest
    @CsvSource({"2, 11", "3, 12", "7, 13", "30, 14", "100, 15"})
    void noRandomRunCostsMoreThanTheWorst(int machines, long seed) {
        Metrics tally = Simulation.of(
                        new Ewd851.Entry(),
                        Start.of(machines, 0),
                        Workload.busy(
                                MutualExclusion.PROBLEM, Durations.between(0, 40L * machines), Durations.between(0, 4)))
                .withDelays(Durations.between(0, 7))
                .withSeed(seed)
                .as(Run::new)
                .runUntilServed(3_000);

        assertTrue(tally.total() <= 2L * (machines - 1) * tally.served() + 3L * (machines - 1), tally.toString());
        assertTrue(tally.total() > 0);
    }

    private static int tokens(Edge edge) {
        return edge.by(Set.of(Ewd851.Rule.S_2, Ewd851.Rule.C_1, Ewd851.Rule.T_1)) ? 1 : 0;
    }

    private static int entries(Edge edge) {
        return edge.by(RingGraph.ENTRIES) ? 1 : 0;
    }
}
