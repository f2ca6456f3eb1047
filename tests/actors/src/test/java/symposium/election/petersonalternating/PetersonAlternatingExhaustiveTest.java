package symposium.election.petersonalternating;

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
class PetersonAlternatingExhaustiveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 4 states, messages 1, together 1, announcements 1, depends on NONE, silent [e.0, e.1, i.1, i.2, n.0, o.0, o.1, r.0, w.0, w.1]",
                "2 | 23 states, messages 4, together 4, announcements 2, depends on NONE, silent [e.0, e.1]",
                "3 | 209 states, messages 6..9, together 6..9, announcements 3, depends on NONE, silent []",
                "4 | 2574 states, messages 8..12, together 8..12, announcements 4, depends on NONE, silent []",
            })
    void forAnyInitiatorsOneProcessIsElectedAndAllLearnIt(int processes, String expected) {
        Survey.of(new PetersonAlternating.Entry(), processes, Arrangements.rings(processes))
                .assertIs(expected);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | 42186 states, messages 10..20, together 10..20, announcements 5, depends on NONE, silent []",
                "6 | 875172 states, messages 12..24, together 12..24, announcements 6, depends on NONE, silent []",
            })
    void inLargerOnesToo(int processes, String expected) {
        Survey.of(new PetersonAlternating.Entry(), processes, Arrangements.rings(processes))
                .assertIs(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void usersMayAskAgainAndAgain(int processes) {
        for (Topology network : Arrangements.rings(processes)) {
            assertEquals(
                    Verdict.HOLDS,
                    Explorer.check(Model.of(new PetersonAlternating.Entry(), Start.of(processes, 0))
                                    .withTopology(network))
                            .verdict());
        }
    }
}
