package symposium.election.peterson;

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
class PetersonExhaustiveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 4 states, messages 1, together 1, announcements 1, depends on NONE, silent [a.0, a.1, a.2, a.3, i.1, i.2, n.0, r.0, r.2]",
                "2 | 32 states, messages 5, together 5, announcements 2, depends on NONE, silent [a.3, r.0]",
                "3 | 284 states, messages 8, together 8, announcements 3, depends on NONE, silent [r.2]",
                "4 | 4672 states, messages 11..16, together 11..16, announcements 4, depends on NONE, silent []",
            })
    void forAnyInitiatorsOneProcessIsElectedAndAllLearnIt(int processes, String expected) {
        Survey.of(new Peterson.Entry(), processes, Arrangements.rings(processes))
                .assertIs(expected);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | 96552 states, messages 14..21, together 14..21, announcements 5, depends on NONE, silent []",
                "6 | 2409792 states, messages 17..27, together 17..27, announcements 6, depends on NONE, silent []",
            })
    void inLargerOnesToo(int processes, String expected) {
        Survey.of(new Peterson.Entry(), processes, Arrangements.rings(processes))
                .assertIs(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void usersMayAskAgainAndAgain(int processes) {
        for (Topology network : Arrangements.rings(processes)) {
            assertEquals(
                    Verdict.HOLDS,
                    Explorer.check(Model.of(new Peterson.Entry(), Start.of(processes, 0))
                                    .withTopology(network))
                            .verdict());
        }
    }
}
