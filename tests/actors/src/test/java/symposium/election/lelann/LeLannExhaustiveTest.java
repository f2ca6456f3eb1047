package symposium.election.lelann;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Model;
import symposium.checker.model.Verdict;
import symposium.election.Arrangements;
import symposium.election.Survey;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/** Every interleaving on every ring, for all sets of initiators and all moments. */
class LeLannExhaustiveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 4 states, messages 1, together 1, announcements 1, depends on NONE, silent [c.0, c.1, c.2, c.3, e.0, i.1, i.2]",
                "2 | 28 states, messages 2..4, together 4, announcements 2, depends on INITIATORS, silent [c.1]",
                "3 | 378 states, messages 3..9, together 9, announcements 3, depends on INITIATORS, silent []",
                "4 | 7734 states, messages 4..16, together 16, announcements 4, depends on INITIATORS, silent []",
            })
    void forAnyInitiatorsOneProcessIsElectedAndAllLearnIt(int processes, String expected) {
        Survey.of(new LeLann.Entry(), processes, Arrangements.rings(processes)).assertIs(expected);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | 219700 states, messages 5..25, together 25, announcements 5, depends on INITIATORS, silent []",
                "6 | 8107512 states, messages 6..36, together 36, announcements 6, depends on INITIATORS, silent []",
            })
    void inLargerOnesToo(int processes, String expected) {
        Survey.of(new LeLann.Entry(), processes, Arrangements.rings(processes)).assertIs(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void usersMayAskAgainAndAgain(int processes) {
        for (Topology network : Arrangements.rings(processes)) {
            assertEquals(
                    Verdict.HOLDS,
                    Explorer.check(Model.of(new LeLann.Entry(), Start.of(processes, 0))
                                    .withTopology(network))
                            .verdict());
        }
    }
}
