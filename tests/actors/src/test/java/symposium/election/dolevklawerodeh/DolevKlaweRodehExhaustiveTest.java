package symposium.election.dolevklawerodeh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.election.Arrangements;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.ElectionInvariants;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.First;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.Message;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.Second;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh.State;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/** What the paper says of its messages, in every interleaving. */
class DolevKlaweRodehExhaustiveTest {

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
