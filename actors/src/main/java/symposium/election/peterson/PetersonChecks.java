package symposium.election.peterson;

import static symposium.election.ElectionInvariants.GREATEST;
import static symposium.election.peterson.Peterson.Rule.A1_NEIGHBOUR;
import static symposium.election.peterson.Peterson.Rule.A2_STAYS;
import static symposium.election.peterson.Peterson.Rule.R0_RELAYED;
import static symposium.election.peterson.Peterson.Rule.R1_WON;
import static symposium.kernel.composition.Mutation.messages;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.peterson.Peterson.Message;
import symposium.election.peterson.Peterson.Number;
import symposium.election.peterson.Peterson.State;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Variants;

/**
 * What the checker asks of Peterson's election, and planted faults. The chapter names the algorithm and does not print
 * it.
 */
final class PetersonChecks {

    private PetersonChecks() {}

    static Invariants<State, Message, Voter> invariants() {
        return ElectionInvariants.<State, Message>standard()
                // the greatest number wins each of its comparisons, so it is neither dropped nor overtaken
                .add(ElectionInvariants.greatestRemains(p -> List.of(p.tid(), p.ntid()), Number::new));
    }

    static Variants<State, Message, Call, Leader> variants() {
        return Variants.of(new Peterson())
                .mutate(
                        A1_NEIGHBOUR,
                        "sends its own number again",
                        messages((p, number) -> new Number(p.tid().orElseThrow())),
                        Scenario.of(3, GREATEST).onRing(2, 1, 0))
                .mutate(
                        A2_STAYS,
                        "keeps its own number",
                        next(p -> p.withTid(Optional.of(p.number()))),
                        Scenario.of(4, GREATEST).onRing(3, 1, 2, 0))
                .mutate(R0_RELAYED, "sends nothing on", silent())
                .mutate(R1_WON, "tells no other process", silent());
    }
}
