package symposium.election.petersonalternating;

import java.util.List;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** Faults planted: what a careless reader would change. The chapter names the algorithm and does not print it. */
final class PetersonAlternatingVariants {

    private PetersonAlternatingVariants() {}

    static List<Variant<PetersonAlternatingState, PetersonAlternatingMessage, Call, Leader>> of(
            PetersonAlternating original) {
        return List.of(
                Variant.bending(
                        original,
                        PetersonAlternatingRule.ODD_STAYS,
                        "stays in an odd phase",
                        step -> with(step, step.next().active(step.next().tid().orElseThrow(), false)),
                        Scenario.of(3, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        PetersonAlternatingRule.EVEN_STAYS,
                        "keeps its own number",
                        step -> with(step, step.next().active(step.next().number(), false)),
                        Scenario.of(3, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        PetersonAlternatingRule.RELAYED,
                        "sends nothing on",
                        Variant::silenced,
                        Scenario.of(2, "once nothing is under way, all know the one leader")),
                new Variant<>(
                        "whoever sees its own number is elected, as in the basic algorithm",
                        new Recognising(original),
                        Scenario.of(3, "all are relays when the news goes round")),
                Variant.bending(
                        original,
                        PetersonAlternatingRule.WON,
                        "tells nobody else",
                        Variant::silenced,
                        Scenario.of(2, "once nothing is under way, all know the one leader")));
    }

    private static Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> with(
            Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> step, PetersonAlternatingState next) {
        return new Step<>(step.rule(), next, step.effects());
    }

    private record Recognising(PetersonAlternating original)
            implements Protocol<PetersonAlternatingState, PetersonAlternatingMessage, Call, Leader> {

        @Override
        public List<PetersonAlternatingRule> rules() {
            return original.rules();
        }

        @Override
        public PetersonAlternatingState initial(ProcessId self, Neighbours neighbours) {
            return original.initial(self, neighbours);
        }

        @Override
        public Step<PetersonAlternatingState, PetersonAlternatingMessage, Leader> step(
                PetersonAlternatingState state, Event<PetersonAlternatingMessage, Call> event) {
            boolean own = event instanceof Event.Received<PetersonAlternatingMessage, Call> received
                    && received.message().equals(new PetersonAlternatingMessage.Number(state.number()));
            return own && state.leader().isEmpty()
                    ? Step.<PetersonAlternatingState, PetersonAlternatingMessage, Leader>by(
                                    PetersonAlternatingRule.WON, state.led(state.number()))
                            .tell(new Leader(state.number()))
                            .send(state.neighbours().left(), new PetersonAlternatingMessage.Elected(state.number()))
                    : original.step(state, event);
        }
    }
}
