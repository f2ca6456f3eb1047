package symposium.election.petersonalternating;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** Faults planted: what a careless reader would change. The chapter names the algorithm and does not print it. */
final class PetersonAlternatingVariants {

    private PetersonAlternatingVariants() {}

    static List<Variant<PetersonAlternatingState, PetersonAlternatingMessage, Voter, Call, Leader>> of(
            PetersonAlternating original) {
        return List.of(
                Variant.bending(
                        original,
                        PetersonAlternatingRule.ODD_STAYS,
                        "stays in an odd phase",
                        step -> with(step, step.next().active(step.next().tid().orElseThrow(), false))),
                Variant.bending(
                        original,
                        PetersonAlternatingRule.EVEN_STAYS,
                        "keeps its own number",
                        step -> with(step, step.next().active(step.next().number(), false))),
                Variant.bending(original, PetersonAlternatingRule.RELAYED, "sends nothing on", Variant::silenced),
                Variant.bending(
                        original, PetersonAlternatingRule.ODD_DEFEATED, "stays, with the greater number", step -> with(
                                        step, step.next().active(step.next().number(), true))
                                .send(
                                        step.next().neighbours().left(),
                                        new PetersonAlternatingMessage.Number(
                                                step.next().number()))),
                Variant.bending(original, PetersonAlternatingRule.WON, "tells nobody else", Variant::silenced));
    }

    private static Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> with(
            Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> step, PetersonAlternatingState next) {
        return new Step<>(step.rule(), next, step.effects());
    }
}
