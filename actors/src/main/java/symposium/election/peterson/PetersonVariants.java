package symposium.election.peterson;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.kernel.ProcessId;
import symposium.kernel.RelabelledTopology;
import symposium.kernel.Scenario;
import symposium.kernel.Shape;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** Faults planted: what a careless reader would change. The chapter names the algorithm and does not print it. */
final class PetersonVariants {

    private PetersonVariants() {}

    static List<Variant<PetersonState, PetersonMessage, Call, Leader>> of(Peterson original) {
        return List.of(
                Variant.bending(
                        original,
                        PetersonRule.NEIGHBOUR,
                        "sends its own number again",
                        step -> new Step<>(
                                        step.rule(),
                                        step.next(),
                                        List.<symposium.kernel.Effect<PetersonMessage, Leader>>of())
                                .send(
                                        step.next().neighbours().left(),
                                        new PetersonMessage.Number(
                                                step.next().tid().orElseThrow())),
                        Scenario.of(3, "the leader has the greatest name")
                                .withTopology(new RelabelledTopology(
                                        Shape.RING, List.of(ProcessId.of(2), ProcessId.of(1), ProcessId.of(0))))),
                Variant.bending(
                        original,
                        PetersonRule.STAYS,
                        "keeps its own number",
                        step -> with(step, step.next().active(step.next().number())),
                        Scenario.of(4, "the leader has the greatest name")
                                .withTopology(new RelabelledTopology(
                                        Shape.RING,
                                        List.of(ProcessId.of(3), ProcessId.of(1), ProcessId.of(2), ProcessId.of(0))))),
                Variant.bending(
                        original,
                        PetersonRule.RELAYED,
                        "sends nothing on",
                        Variant::silenced,
                        Scenario.of(3, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        PetersonRule.WON,
                        "tells nobody else",
                        Variant::silenced,
                        Scenario.of(2, "once nothing is under way, all know the one leader")));
    }

    private static Step<PetersonState, PetersonMessage, Leader> with(
            Step<PetersonState, PetersonMessage, Leader> step, PetersonState next) {
        return new Step<>(step.rule(), next, step.effects());
    }
}
