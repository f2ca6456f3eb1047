package symposium.election.korachmoranzaks;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** Faults planted: what a careless reader of "the king and the subjects" would leave out. The chapter does not print it. */
final class KorachMoranZaksVariants {

    private KorachMoranZaksVariants() {}

    static List<Variant<KorachMoranZaksState, KorachMoranZaksMessage, Call, Leader>> of(KorachMoranZaks original) {
        return List.of(
                Variant.bending(
                        original,
                        KorachMoranZaksRule.SUBJECT_ALREADY,
                        "does not say so",
                        Variant::silenced,
                        Scenario.of(3, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        KorachMoranZaksRule.FORWARDED,
                        "sends nothing on",
                        Variant::silenced,
                        Scenario.of(3, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        KorachMoranZaksRule.UPDATED_OWN,
                        "does not say so",
                        KorachMoranZaksVariants::updating,
                        Scenario.of(3, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        KorachMoranZaksRule.JOINS,
                        "remains a king",
                        step -> new Step<>(
                                step.rule(),
                                new KorachMoranZaksState(
                                        step.next().number(),
                                        step.next().neighbours(),
                                        step.next().status(),
                                        0,
                                        Optional.empty(),
                                        step.next().sons(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty()),
                                step.effects()),
                        Scenario.of(2, "the leader is the only king")),
                Variant.bending(
                        original,
                        KorachMoranZaksRule.TURNED,
                        "sends nothing on",
                        Variant::silenced,
                        Scenario.of(3, "once nothing is under way, all know the one leader")));
    }

    private static Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> updating(
            Step<KorachMoranZaksState, KorachMoranZaksMessage, Leader> step) {
        return new Step<>(
                step.rule(),
                step.next(),
                step.effects().stream()
                        .filter(effect ->
                                !(effect instanceof symposium.kernel.Effect.Send<KorachMoranZaksMessage, Leader> send
                                        && send.message() instanceof KorachMoranZaksMessage.Yours))
                        .toList());
    }
}
