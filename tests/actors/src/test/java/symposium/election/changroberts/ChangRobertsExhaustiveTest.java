package symposium.election.changroberts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
import symposium.election.AllRuns;
import symposium.election.AllRuns.Extremes;
import symposium.election.Arrangements;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.OneElection;
import symposium.election.changroberts.ChangRoberts.Candidate;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/** Every interleaving of elections that any of the processes may initiate, each of them or not, at any moment. */
class ChangRobertsExhaustiveTest {

    private static Model<ChangRoberts.State, ChangRoberts.Message, Voter, Call, Leader> ring(
            int processes, int initiations) {
        return Model.of(new ChangRoberts.Entry(), Start.of(processes, 0)).withRequests(initiations);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 4", "2, 1, 29", "3, 1, 182", "4, 1, 1022", "1, 2, 7", "2, 2, 92", "3, 2, 979"})
    void forAnyInitiatorsThereAreNeverTwoLeadersAndNoProcessWaitsForever(int processes, int initiations, long states) {
        Report report = Explorer.check(ring(processes, initiations));

        assertTrue(report.complete());
        for (Property property : report.properties()) {
            assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
            assertTrue(property.tested(), property.toString());
        }
        assertEquals(states, report.states());
        Set<String> silent = report.rules().entrySet().stream()
                .filter(rule -> rule.getValue() == 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        assertEquals(processes == 1 ? Set.of("e.1", "e.2", "e.3", "e.4", "e.6") : Set.of(), silent);
    }

    /**
     * All 2^n sets of initiators are among these runs, and once nothing is in transit all know the greatest, unless no
     * process initiated.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void inTheEndEveryoneKnowsTheGreatest(int processes) {
        var explorer = Explorer.of(ring(processes, 1), Limits.WIDE).explore();
        Set<Integer> last = new HashSet<>();
        for (int state = 0; state < explorer.states(); state++) {
            last.add(state);
        }
        explorer.forEachTransition((from, occurrence, to) -> last.remove(from));
        List<Set<Optional<ProcessId>>> known = new ArrayList<>();
        int[] number = {0};
        explorer.reachable().forEach(at -> {
            if (last.contains(number[0]++)) {
                known.add(at.processes().stream()
                        .map(process -> at.state(process).coordinator())
                        .collect(Collectors.toSet()));
            }
        });
        assertTrue(!known.isEmpty());
        Optional<ProcessId> greatest = Optional.of(ProcessId.of(processes - 1));
        known.forEach(leaders -> assertEquals(Set.of(greatest), leaders));
    }

    /**
     * "Thus the maximum number of messages": whenever the others initiate, as long as no process begins a second
     * election.
     */
    @ParameterizedTest
    @CsvSource({"1, 1..1, 1", "2, 2..3, 2", "3, 3..6, 3", "4, 4..10, 4"})
    void oneElectionTakesFromNToNTimesNPlusOneHalvesWhateverTheSchedule(
            int processes, String messages, int announcements) {
        assertEquals(
                messages, within(processes, new ChangRoberts.Entry().protocol(Start.of(processes, 0)), Channels.FIFO));
        for (Topology ring : Arrangements.rings(processes)) {
            Extremes told =
                    AllRuns.of(new ChangRoberts.Entry(), one(processes, ring)).announcements();
            assertEquals(new Extremes(announcements, announcements), told);
        }
    }

    /**
     * Its number, or a greater one, is on its way; a second copy elects no other process, but is counted, and may be
     * elected twice.
     */
    @ParameterizedTest
    @CsvSource({"2, 2..5", "3, 3..9", "4, 4..14"})
    void anInitiationThatIsNotGuardedIsRightAndTakesMoreThanTheBound(int processes, String messages) {
        assertEquals(messages, within(processes, unguarded(processes), Channels.FIFO));
        for (Topology ring : Arrangements.rings(processes)) {
            AllRuns.of(
                            new ChangRoberts.Entry(),
                            ring(processes, 1).withTopology(ring).withProtocol(unguarded(processes)))
                    .isSound();
        }
    }

    /** Order is needed from one election to the next; within one it keeps the bound. */
    @ParameterizedTest
    @CsvSource({"1, 1..1", "2, 2..5", "3, 3..12", "4, 4..22"})
    void oneElectionOverLinksThatDoNotKeepOrderIsRightAndMayTakeMoreThanTheBound(int processes, String messages) {
        assertEquals(
                messages,
                within(processes, new ChangRoberts.Entry().protocol(Start.of(processes, 0)), Channels.UNORDERED));
    }

    /** As section 5.2 prints it: a decision sends the own number, whether the process takes part already or not. */
    private static Protocol<ChangRoberts.State, ChangRoberts.Message, Call, Leader> unguarded(int processes) {
        Mutation<ChangRoberts.State, ChangRoberts.Message, Call, Leader> sendsAgain = Mutation.step(step -> step.send(
                step.next().neighbours().left(), new Candidate(step.next().number())));
        return sendsAgain
                .at(ChangRoberts.Rule.E1_INITIATED_BEFORE)
                .of(new ChangRoberts.Entry().protocol(Start.of(processes, 0)));
    }

    /** The fewest and the most messages of one election, over all rings and all runs. */
    private static String within(
            int processes,
            Protocol<ChangRoberts.State, ChangRoberts.Message, Call, Leader> protocol,
            Channels channels) {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (Topology ring : Arrangements.rings(processes)) {
            Extremes here = AllRuns.of(
                            new ChangRoberts.Entry(),
                            one(processes, ring).withProtocol(protocol).withChannels(channels))
                    .isSound()
                    .messages();
            least = Math.min(least, here.least());
            most = Math.max(most, here.most());
        }
        return least + ".." + most;
    }

    private static Model<ChangRoberts.State, ChangRoberts.Message, Voter, Call, Leader> one(
            int processes, Topology ring) {
        return ring(processes, 1).withTopology(ring).withProblem(new OneElection());
    }

    @ParameterizedTest
    @CsvSource({"2, 7", "3, 9", "4, 11"})
    void overUnorderedLinksAProcessWaitsForever(int processes, int steps) {
        Property broken = violated(ring(processes, 1).withChannels(Channels.UNORDERED));

        assertEquals(Scenario.NO_DEADLOCK, broken.name());
        assertEquals(steps, broken.trace().size());
    }

    @Test
    void theMisprintIsRefutedOnARingOfTwo() {
        var misprint =
                new ChangRoberts.Entry().checks().variants(Start.of(2, 0)).get(0);
        Property broken = violated(ring(2, 1).withProtocol(misprint.protocol()));

        assertEquals(ElectionInvariants.ANNOUNCED, broken.name());
        assertEquals(
                List.of("0: e.0  on INITIATE  -> [candidate 0 to 1 (left)]", "1: e.3  on candidate 0 from 0 (right)"),
                broken.trace().stream().map(Object::toString).toList());
        assertEquals(
                Verdict.HOLDS,
                Explorer.check(ring(1, 1)
                                .withProtocol(new ChangRoberts.Entry()
                                        .checks()
                                        .variants(Start.of(1, 0))
                                        .get(0)
                                        .protocol()))
                        .verdict());
    }

    private static Property violated(Model<ChangRoberts.State, ChangRoberts.Message, Voter, Call, Leader> model) {
        return Explorer.check(model).properties().stream()
                .filter(property -> property.verdict() == Verdict.VIOLATED)
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing is violated"));
    }
}
