package symposium.election.franklin;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.franklin.FranklinState.Part;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Scenario;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** Faults planted: what the chapter, which has no program, leaves to the reader. */
final class FranklinVariants {

    private FranklinVariants() {}

    static List<Variant<FranklinState, FranklinMessage, Call, Leader>> of(Franklin original) {
        return List.of(
                new Variant<>(
                        "the own number is not greater than the own number: the last active process becomes passive, as worded",
                        new Literal(original, FranklinRule.DEFEATED),
                        Scenario.of(1, "once nothing is under way, all know the one leader")),
                new Variant<>(
                        "the own number is as good as a smaller one: the last active process begins another round",
                        new Literal(original, FranklinRule.STAYS),
                        Scenario.of(1, "no fair starvation")),
                new Variant<>(
                        "a second number of a round does not wait",
                        new Impatient(original),
                        Scenario.of(3, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        FranklinRule.WOKEN,
                        "hands nothing out",
                        Variant::silenced,
                        Scenario.of(2, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        FranklinRule.STAYS,
                        "sends nothing",
                        Variant::silenced,
                        Scenario.of(2, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        FranklinRule.WOKEN,
                        "only hands on",
                        step -> Step.<FranklinState, FranklinMessage, Leader>by(
                                        step.rule(),
                                        new FranklinState(
                                                step.next().number(),
                                                step.next().neighbours(),
                                                Part.ASLEEP,
                                                Optional.empty(),
                                                Optional.empty(),
                                                Optional.empty()))
                                .send(
                                        step.next().left().isPresent()
                                                ? step.next().neighbours().right()
                                                : step.next().neighbours().left(),
                                        new FranklinMessage.Number(step.next()
                                                .left()
                                                .or(() -> step.next().right())
                                                .orElseThrow())),
                        Scenario.of(2, "the leader has the greatest name")),
                Variant.bending(
                        original,
                        FranklinRule.WON,
                        "tells nobody else",
                        Variant::silenced,
                        Scenario.of(2, "once nothing is under way, all know the one leader")));
    }

    private record Impatient(Franklin original) implements Protocol<FranklinState, FranklinMessage, Call, Leader> {

        @Override
        public List<FranklinRule> rules() {
            return original.rules();
        }

        @Override
        public FranklinState initial(ProcessId self, Neighbours neighbours) {
            return original.initial(self, neighbours);
        }

        @Override
        public boolean admits(FranklinState state, Neighbour from, FranklinMessage message) {
            return true;
        }

        @Override
        public Step<FranklinState, FranklinMessage, Leader> step(
                FranklinState state, Event<FranklinMessage, Call> event) {
            return original.step(state, event);
        }
    }

    /** Section 5.5.1 to the letter: there is no word of equality, so who has seen its own number on both sides goes by one of the two rules. */
    private record Literal(Franklin original, FranklinRule upon)
            implements Protocol<FranklinState, FranklinMessage, Call, Leader> {

        @Override
        public List<FranklinRule> rules() {
            return original.rules();
        }

        @Override
        public FranklinState initial(ProcessId self, Neighbours neighbours) {
            return original.initial(self, neighbours);
        }

        @Override
        public boolean admits(FranklinState state, Neighbour from, FranklinMessage message) {
            return original.admits(state, from, message);
        }

        @Override
        public Step<FranklinState, FranklinMessage, Leader> step(
                FranklinState state, Event<FranklinMessage, Call> event) {
            Step<FranklinState, FranklinMessage, Leader> step = original.step(state, event);
            if (step.rule() != FranklinRule.WON || !(event instanceof Event.Received<FranklinMessage, Call> received)) {
                return step;
            }
            if (state.from(state.beyond(received.from())).isEmpty()) {
                return Step.by(FranklinRule.NOTED, state.noting(received.from(), state.number()));
            }
            if (upon == FranklinRule.DEFEATED) {
                return Step.by(upon, state.relay());
            }
            FranklinMessage own = new FranklinMessage.Number(state.number());
            return Step.<FranklinState, FranklinMessage, Leader>by(upon, state.active())
                    .send(state.neighbours().left(), own)
                    .send(state.neighbours().right(), own);
        }
    }
}
