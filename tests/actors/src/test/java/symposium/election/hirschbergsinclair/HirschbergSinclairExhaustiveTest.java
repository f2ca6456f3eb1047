package symposium.election.hirschbergsinclair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Verdict;
import symposium.election.Arrangements;
import symposium.election.Survey;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/** Every interleaving on every ring, for all sets of initiators and all moments. */
class HirschbergSinclairExhaustiveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 9 states, messages 2, together 2, announcements 1, depends on NONE, silent [c.0, c.1, c.2, c.3, c.6, e.0, i.1, i.2, r.0, r.1, r.2, r.3, r.4]",
                "2 | 524 states, messages 8..12, together 12, announcements 2, depends on INITIATORS, silent [r.4]",
                "3 | 39880 states, messages 18..26, together 26, announcements 3, depends on SCHEDULE, silent []",
            })
    void forAnyInitiatorsOneProcessIsElectedAndAllLearnIt(int processes, String expected) {
        Survey.of(new HirschbergSinclair.Entry(), processes, Arrangements.rings(processes))
                .assertIs(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 | 5818 states, messages 18..26, together 26, announcements 3, depends on SCHEDULE, silent []",
                "4 | 247272 states, messages 20..40, together 32..40, announcements 4, depends on SCHEDULE, silent []",
            })
    @Tag("slow")
    void theSameWhereLinksKeepOrder(int processes, String expected) {
        Survey.of(
                        new HirschbergSinclair.Entry(),
                        processes,
                        Arrangements.rings(processes),
                        Channels.FIFO,
                        FaultBudget.NONE)
                .assertIs(expected);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            value = {
                "4 | 3932250 states, messages 20..40, together 32..40, announcements 4, depends on SCHEDULE, silent []",
            })
    void inLargerOnesToo(int processes, String expected) {
        Survey.of(new HirschbergSinclair.Entry(), processes, Arrangements.rings(processes))
                .assertIs(expected);
    }

    /** The algorithm does not tell its sides apart: of two rings that mirror each other one is explored. */
    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            value = {
                "4 | 123636 states, messages 20..40, together 32..40, announcements 4, depends on SCHEDULE, silent []",
                "5 | 6798823 states, messages 38..62, together 54..62, announcements 5, depends on SCHEDULE, silent []",
            })
    void inLargerOnesWhereLinksKeepOrderToo(int processes, String expected) {
        Survey.of(
                        new HirschbergSinclair.Entry(),
                        processes,
                        Arrangements.ringsUpToReflection(processes),
                        Channels.FIFO,
                        FaultBudget.NONE)
                .assertIs(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void usersMayAskAgainAndAgain(int processes) {
        for (Topology network : Arrangements.rings(processes)) {
            assertEquals(
                    Verdict.HOLDS,
                    Explorer.check(Model.of(new HirschbergSinclair.Entry(), Start.of(processes, 0))
                                    .withTopology(network))
                            .verdict());
        }
    }
}
