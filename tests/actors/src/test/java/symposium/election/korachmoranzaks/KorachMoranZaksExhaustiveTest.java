package symposium.election.korachmoranzaks;

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

/** Every interleaving, for all sets of initiators and all moments. */
class KorachMoranZaksExhaustiveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 6 states, messages 0, together 0, announcements 0, depends on NONE, silent [a.0, a.1, a.2, a.3, a.4, a.5, e.0, i.0, i.2, i.3, k.0, k.1, k.2, k.3, s.0, s.1, s.2, u.0, u.1, u.2, u.3], untested [a phase p takes 2^p processes, no process is its own forefather, except across a way that is being reversed]",
                "2 | 63 states, messages 2..3, together 3, announcements 1, depends on INITIATORS, silent [a.1, a.2, a.3, a.5, i.1, k.0, k.1, k.2, s.0, s.1, s.2, u.0, u.1, u.2, u.3], untested [a phase p takes 2^p processes]",
                "3 | 1272 states, messages 5..14, together 7..8, announcements 2, depends on SCHEDULE, silent [a.3, i.1, k.2, s.2, u.3]",
                "4 | 26570 states, messages 8..22, together 11..12, announcements 3, depends on SCHEDULE, silent [i.1, s.2, u.3]",
            })
    void forAnyInitiatorsOneProcessIsElectedAndAllLearnIt(int processes, String expected) {
        Survey.of(new KorachMoranZaks.Entry(), processes, Arrangements.complete())
                .assertIs(expected);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | 477631 states, messages 11..29, together 15..16, announcements 4, depends on SCHEDULE, silent [i.1, s.2, u.3]",
            })
    void inLargerOnesToo(int processes, String expected) {
        Survey.of(new KorachMoranZaks.Entry(), processes, Arrangements.complete())
                .assertIs(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void usersMayAskAgainAndAgain(int processes) {
        for (Topology network : Arrangements.complete()) {
            assertEquals(
                    Verdict.HOLDS,
                    Explorer.check(Model.of(new KorachMoranZaks.Entry(), Start.of(processes, 0))
                                    .withTopology(network))
                            .verdict());
        }
    }
}
