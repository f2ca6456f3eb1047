package symposium.election.franklin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Verdict;
import symposium.election.AllRuns;
import symposium.election.Arrangements;
import symposium.election.Survey;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/** Every interleaving on every ring, for all sets of initiators and all moments. */
class FranklinExhaustiveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 7 states, messages 2, together 2, announcements 1, depends on NONE, silent [a.0, a.1, a.2, a.3, i.1, i.2, n.0, r.0], untested [a process that has heard from both sides has decided]",
                "2 | 88 states, messages 8, together 8, announcements 2, depends on NONE, silent []",
                "3 | 1156 states, messages 12, together 12, announcements 3, depends on NONE, silent []",
                "4 | 25956 states, messages 16..24, together 16..24, announcements 4, depends on NONE, silent []",
            })
    void forAnyInitiatorsOneProcessIsElectedAndAllLearnIt(int processes, String expected) {
        Survey.of(new Franklin.Entry(), processes, Arrangements.rings(processes))
                .assertIs(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 8 states, messages 2, together 2, announcements 1, depends on NONE, silent [a.0, a.1, a.2, a.3, i.1, i.2, n.0, r.0], untested [a process that has heard from both sides has decided]",
                "2 | 97 states, messages 8, together 8, announcements 2, depends on NONE, silent []",
                "3 | 1732 states, messages 12, together 12, announcements 3, depends on NONE, silent []",
                "4 | 42664 states, messages 16..24, together 16..24, announcements 4, depends on SCHEDULE, silent []",
            })
    void theRightOneIsElectedEvenWhereLinksKeepNoOrder(int processes, String expected) {
        Survey.of(new Franklin.Entry(), processes, Arrangements.rings(processes), Channels.UNORDERED, FaultBudget.NONE)
                .assertIs(expected);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | 753448 states, messages 20..30, together 20..30, announcements 5, depends on NONE, silent []",
            })
    void inLargerOnesToo(int processes, String expected) {
        Survey.of(new Franklin.Entry(), processes, Arrangements.rings(processes))
                .assertIs(expected);
    }

    /**
     * All rings of six, with any of them initiating at any moment, take too long; with one that may initiate they do
     * not.
     */
    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({"5, 75696", "6, 1352496"})
    void oneInitiatorAtATimeOnEveryRing(int processes, long expected) {
        long states = 0;
        for (Topology ring : Arrangements.rings(processes)) {
            for (ProcessId initiator : Arrangements.everyone(processes)) {
                states += AllRuns.of(
                                new Franklin.Entry(),
                                Model.of(new Franklin.Entry(), Start.of(processes, 0))
                                        .withTopology(ring)
                                        .withRequests(1)
                                        .withInitiators(Set.of(initiator)))
                        .isSound()
                        .report()
                        .states();
            }
        }
        assertEquals(expected, states);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | 1434796 states, messages 20..30, together 20..30, announcements 5, depends on SCHEDULE, silent []",
            })
    void inLargerOnesWithoutOrderToo(int processes, String expected) {
        Survey.of(new Franklin.Entry(), processes, Arrangements.rings(processes), Channels.UNORDERED, FaultBudget.NONE)
                .assertIs(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void usersMayAskAgainAndAgain(int processes) {
        for (Topology network : Arrangements.rings(processes)) {
            assertEquals(
                    Verdict.HOLDS,
                    Explorer.check(Model.of(new Franklin.Entry(), Start.of(processes, 0))
                                    .withTopology(network))
                            .verdict());
        }
    }
}
