package symposium.election.petersonalternating;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.Model;
import symposium.checker.Verdict;
import symposium.election.Arrangements;
import symposium.election.Survey;
import symposium.kernel.Start;
import symposium.kernel.Topology;

/** Every interleaving on every ring, whoever initiates and whenever. */
class PetersonAlternatingExhaustiveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 4 states, messages 1, together 1, announcements 1, depends on NONE, silent [e.0, e.1, i.1, i.2, n.0, o.0, o.1, r.0, r.2, w.0, w.1]",
                "2 | 23 states, messages 4, together 4, announcements 2, depends on NONE, silent [e.0, e.1, r.2]",
                "3 | 195 states, messages 6..7, together 6..7, announcements 3, depends on NONE, silent [r.2]",
                "4 | 2394 states, messages 8..10, together 8..10, announcements 4, depends on NONE, silent [r.2]",
            })
    void whoeverInitiatesOneIsElectedAndAllLearnIt(int processes, String expected) {
        Survey.of(new PetersonAlternatingAlgorithm(), processes, Arrangements.rings(processes))
                .assertIs(expected);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | x",
            })
    void inLargerOnesToo(int processes, String expected) {
        Survey.of(new PetersonAlternatingAlgorithm(), processes, Arrangements.rings(processes))
                .assertIs(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void usersMayAskAgainAndAgain(int processes) {
        for (Topology network : Arrangements.rings(processes)) {
            assertEquals(
                    Verdict.HOLDS,
                    Explorer.check(Model.of(new PetersonAlternatingAlgorithm(), Start.of(processes, 0))
                                    .on(network))
                            .verdict());
        }
    }
}
