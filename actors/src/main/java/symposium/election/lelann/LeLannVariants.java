package symposium.election.lelann;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** Faults planted: what a careless reader would leave out. The papers at hand cite the algorithm and do not print it. */
final class LeLannVariants {

    private LeLannVariants() {}

    static List<Variant<LeLannState, LeLannMessage, Call, Leader>> of(LeLann original) {
        return List.of(
                Variant.bending(
                        original,
                        LeLannRule.JOINED,
                        "may still become a candidate",
                        LeLannVariants::asleep,
                        Scenario.of(2, "the leader has the greatest name of those that have initiated")),
                Variant.bending(
                        original,
                        LeLannRule.NOTED,
                        "notes nothing",
                        LeLannVariants::forgetful,
                        Scenario.of(2, "the leader has the greatest name of those that have initiated")),
                Variant.bending(
                        original,
                        LeLannRule.NOTED,
                        "sends nothing on",
                        Variant::silenced,
                        Scenario.of(2, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        LeLannRule.WON,
                        "tells nobody else",
                        Variant::silenced,
                        Scenario.of(2, "once nothing is under way, all know the one leader")));
    }

    private static Step<LeLannState, LeLannMessage, Leader> asleep(Step<LeLannState, LeLannMessage, Leader> step) {
        LeLannState next = step.next();
        return new Step<>(
                step.rule(),
                new LeLannState(
                        next.number(), next.neighbours(), LeLannState.Part.ASLEEP, next.greatest(), next.leader()),
                step.effects());
    }

    private static Step<LeLannState, LeLannMessage, Leader> forgetful(Step<LeLannState, LeLannMessage, Leader> step) {
        return new Step<>(step.rule(), step.next().candidate(step.next().number()), step.effects());
    }
}
