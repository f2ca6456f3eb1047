package symposium.election.dolevklawerodeh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.election.Arrangements;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.ElectionInvariants;
import symposium.election.Survey;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.First;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.Message;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.Second;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.State;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/** Every interleaving on every ring, for all sets of initiators and all moments. */
class DolevKlaweRodehExhaustiveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 4 states, messages 1, together 1, announcements 1, depends on NONE, silent [1.0, 1.1, 1.3, 2.0, 2.1, 2.2, e.0, i.1, i.2]",
                "2 | 32 states, messages 6, together 6, announcements 2, depends on NONE, silent [2.2]",
                "3 | 298 states, messages 9, together 9, announcements 3, depends on NONE, silent [2.2]",
                "4 | 4762 states, messages 12..20, together 12..20, announcements 4, depends on NONE, silent []",
            })
    void forAnyInitiatorsOneProcessIsElectedAndAllLearnIt(int processes, String expected) {
        Survey.of(new DolevKlaweRodeh.Entry(), processes, Arrangements.rings(processes))
                .assertIs(expected);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | 96056 states, messages 15..25, together 15..25, announcements 5, depends on NONE, silent []",
                "6 | 2386104 states, messages 18..30, together 18..30, announcements 6, depends on NONE, silent []",
            })
    void inLargerOnesToo(int processes, String expected) {
        Survey.of(new DolevKlaweRodeh.Entry(), processes, Arrangements.rings(processes))
                .assertIs(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void usersMayAskAgainAndAgain(int processes) {
        for (Topology network : Arrangements.rings(processes)) {
            assertEquals(
                    Verdict.HOLDS,
                    Explorer.check(Model.of(new DolevKlaweRodeh.Entry(), Start.of(processes, 0))
                                    .withTopology(network))
                            .verdict());
        }
    }

    /**
     * "Since the order is always (1, ...) (2, ...) (1, ...) (2, ...) the identifier 1/2 is redundant and only the
     * process identifier number need be sent": where all messages are sent as (1, number), and an active process takes
     * them in turn, the same states are reached, and the same holds.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void theIdentifierOneOrTwoIsRedundant(int processes) {
        Mutation<State, Message, Call, Leader> sentAlike =
                Mutation.messages(message -> message instanceof Second second ? new First(second.number()) : message);
        Mutation<State, Message, Call, Leader> takenInTurn = Mutation.misreading((p, message) ->
                message instanceof First first && p.neighbourR().isPresent() ? new Second(first.number()) : message);
        for (Topology network : Arrangements.rings(processes)) {
            var model = Model.of(new DolevKlaweRodeh.Entry(), Start.of(processes, 0))
                    .withTopology(network)
                    .withInvariants(
                            ElectionInvariants.<State, Message>standard().list())
                    .withRequests(1);
            Report untagged =
                    Explorer.check(model.withProtocol(sentAlike.and(takenInTurn).of(new DolevKlaweRodeh())));
            assertEquals(Explorer.check(model).states(), untagged.states());
            assertEquals(Verdict.HOLDS, untagged.verdict(), () -> network + "\n" + untagged);
        }
    }
}
