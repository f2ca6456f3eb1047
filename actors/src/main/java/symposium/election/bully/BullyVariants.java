package symposium.election.bully;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.bully.BullyMessage.Elected;
import symposium.kernel.Effect;
import symposium.kernel.Fault;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** Faults planted; those of the last two need a crash to show. */
final class BullyVariants {

    private BullyVariants() {}

    static List<Variant<BullyState, BullyMessage, Call, Leader>> of(Bully original) {
        return List.of(
                Variant.bending(
                        original,
                        BullyRule.CALLED,
                        "answers, and calls nobody",
                        step -> new Step<>(
                                step.rule(), step.next(), step.effects().subList(0, 1)),
                        Scenario.of(3, "whoever waits will hear")),
                Variant.bending(
                        original,
                        BullyRule.CALLED_UNRIVALLED,
                        "answers, and tells nobody",
                        BullyVariants::unannounced,
                        Scenario.of(2, "whoever waits will hear")),
                Variant.bending(
                        original,
                        BullyRule.INITIATE,
                        "leads at once",
                        BullyVariants::leading,
                        Scenario.of(2, "the leader has the greatest name")),
                Variant.bending(
                        original,
                        BullyRule.SUCCEEDS,
                        "does nothing",
                        step -> Step.by(
                                step.rule(),
                                original.initial(
                                        step.next().number(), step.next().neighbours())),
                        Scenario.of(2, "no deadlock").withFault(Fault.CRASH, 1)),
                Variant.bending(
                        original,
                        BullyRule.CALLS_ANEW,
                        "calls nobody",
                        Variant::silenced,
                        Scenario.of(3, "whoever waits will hear").withFault(Fault.CRASH, 1)));
    }

    private static Step<BullyState, BullyMessage, Leader> unannounced(Step<BullyState, BullyMessage, Leader> step) {
        return new Step<>(
                step.rule(),
                step.next(),
                step.effects().stream()
                        .filter(effect -> !(effect instanceof Effect.Send<BullyMessage, Leader> send
                                && send.message() instanceof Elected))
                        .toList());
    }

    private static Step<BullyState, BullyMessage, Leader> leading(Step<BullyState, BullyMessage, Leader> step) {
        BullyState next = step.next().led(step.next().number());
        return new Step<BullyState, BullyMessage, Leader>(step.rule(), next, step.effects())
                .tell(new Leader(next.number()));
    }
}
