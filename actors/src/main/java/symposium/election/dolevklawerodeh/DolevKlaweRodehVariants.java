package symposium.election.dolevklawerodeh;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.dolevklawerodeh.DolevKlaweRodehMessage.Elected;
import symposium.election.dolevklawerodeh.DolevKlaweRodehState.Part;
import symposium.kernel.Effect;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** The chapter read as printed, and faults planted. */
final class DolevKlaweRodehVariants {

    private DolevKlaweRodehVariants() {}

    static List<Variant<DolevKlaweRodehState, DolevKlaweRodehMessage, Call, Leader>> of(DolevKlaweRodeh original) {
        return List.of(
                // "initialized passive", and passive processes hand on what they receive
                Variant.bending(
                        original,
                        DolevKlaweRodehRule.WOKEN,
                        "hands the message on and sleeps: \"passive\" is both asleep and defeated, as printed",
                        DolevKlaweRodehVariants::passive,
                        Scenario.of(2, "on a link (1, ...) and (2, ...) follow each other in turn")),
                Variant.bending(
                        original,
                        DolevKlaweRodehRule.NEIGHBOUR,
                        "does not note neighbourR: only one statement belongs to \"if number <> max\"",
                        DolevKlaweRodehVariants::unnoted,
                        Scenario.of(2, "an active process receives (1, ...) and (2, ...) in turn")),
                Variant.bending(
                        original,
                        DolevKlaweRodehRule.GREATEST,
                        "announces the process that has found out",
                        DolevKlaweRodehVariants::boasting,
                        Scenario.of(2, "the leader has the greatest name")),
                Variant.bending(
                        original,
                        DolevKlaweRodehRule.GREATEST,
                        "tells nobody else, as printed",
                        Variant::silenced,
                        Scenario.of(2, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        DolevKlaweRodehRule.STAYS,
                        "keeps its own max",
                        step -> new Step<>(
                                step.rule(), step.next().active(step.next().number()), step.effects()),
                        Scenario.of(2, "once nothing is under way, all know the one leader")));
    }

    private static Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> passive(
            Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> step) {
        DolevKlaweRodehState next = step.next();
        DolevKlaweRodehState asleep = new DolevKlaweRodehState(
                next.number(), next.neighbours(), Part.ASLEEP, Optional.empty(), Optional.empty(), next.leader());
        return Step.<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader>by(step.rule(), asleep)
                .send(
                        next.neighbours().left(),
                        new DolevKlaweRodehMessage.First(next.neighbourR().orElseThrow()));
    }

    private static Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> unnoted(
            Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> step) {
        return new Step<>(step.rule(), step.next().active(step.next().max().orElseThrow()), step.effects());
    }

    private static Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> boasting(
            Step<DolevKlaweRodehState, DolevKlaweRodehMessage, Leader> step) {
        DolevKlaweRodehState next = step.next();
        return new Step<>(
                step.rule(),
                next.led(next.number()),
                List.of(
                        new Effect.Output<>(new Leader(next.number())),
                        new Effect.Send<>(next.neighbours().left(), new Elected(next.number()))));
    }
}
