package symposium.election.franklin;

import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.franklin.FranklinState.Part;
import symposium.kernel.Event;
import symposium.kernel.Exhibit;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.Variant;

/** Faults planted: what the chapter, which has no program, leaves to the reader. */
final class FranklinVariants {

    private FranklinVariants() {}

    static List<Variant<FranklinState, FranklinMessage, Voter, Call, Leader>> of(Franklin original) {
        return List.of(
                new Variant<>(
                        "a second number of a round does not wait",
                        new Impatient(original),
                        Exhibit.of(3, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        FranklinRule.WOKEN,
                        "hands nothing out",
                        Variant::silenced,
                        Exhibit.of(2, "once nothing is under way, all know the one leader")),
                Variant.bending(
                        original,
                        FranklinRule.STAYS,
                        "sends nothing",
                        Variant::silenced,
                        Exhibit.of(2, "once nothing is under way, all know the one leader")),
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
                        Exhibit.of(2, "the leader has the greatest name")),
                Variant.bending(
                        original,
                        FranklinRule.WON,
                        "tells nobody else",
                        Variant::silenced,
                        Exhibit.of(2, "once nothing is under way, all know the one leader")));
    }

    private record Impatient(Franklin original) implements Protocol<FranklinState, FranklinMessage, Call, Leader> {

        @Override
        public String name() {
            return original.name() + ", a second number of a round does not wait";
        }

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
}
