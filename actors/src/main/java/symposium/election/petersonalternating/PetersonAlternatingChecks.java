package symposium.election.petersonalternating;

import static symposium.election.petersonalternating.PetersonAlternating.Rule.E0_EVEN_STAYS;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.O0_ODD_STAYS;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.R0_RELAYED;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.W2_WON;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.steps;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.petersonalternating.PetersonAlternating.Elected;
import symposium.election.petersonalternating.PetersonAlternating.Message;
import symposium.election.petersonalternating.PetersonAlternating.Number;
import symposium.election.petersonalternating.PetersonAlternating.Phase;
import symposium.election.petersonalternating.PetersonAlternating.State;
import symposium.kernel.Event;
import symposium.kernel.Step;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Variants;

/**
 * What the checker asks of Peterson's refined election, and planted faults. The chapter names the algorithm and does
 * not print it.
 */
final class PetersonAlternatingChecks {

    private PetersonAlternatingChecks() {}

    static Invariants<State, Message, Voter> invariants() {
        return ElectionInvariants.<State, Message>standard()
                // the greatest number wins each of its comparisons, so it is neither dropped nor overtaken
                .add(ElectionInvariants.greatestRemains(p -> List.of(p.tid()), Number::new));
    }

    static Variants<State, Message, Call, Leader> variants() {
        return Variants.of(new PetersonAlternating())
                .mutate(O0_ODD_STAYS, "stays in an odd phase", next(p -> p.withPhase(Phase.ODD)))
                .mutate(E0_EVEN_STAYS, "keeps its own number", next(p -> p.withTid(Optional.of(p.number()))))
                .mutate(R0_RELAYED, "sends nothing on", silent())
                .mutate(
                        "a process that sees its own number is elected, as in the basic algorithm",
                        electingTheirOwnNumber())
                .mutate(W2_WON, "tells no other process", silent());
    }

    private static Mutation<State, Message, Call, Leader> electingTheirOwnNumber() {
        return steps(original -> (p, event) -> event instanceof Event.Received<Message, Call> received
                        && received.message().equals(new Number(p.number()))
                        && p.leader().isEmpty()
                ? Step.<State, Message, Leader>by(W2_WON, p.led(p.number()))
                        .tell(new Leader(p.number()))
                        .send(p.left(), new Elected(p.number()))
                : original.step(p, event));
    }
}
