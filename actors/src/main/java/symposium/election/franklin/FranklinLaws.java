package symposium.election.franklin;

import java.util.List;
import symposium.election.Election.Voter;
import symposium.election.ElectionLaws;
import symposium.election.franklin.FranklinState.Part;
import symposium.kernel.Law;
import symposium.kernel.ProcessId;

/** What is said of every reachable state of the ring. */
final class FranklinLaws {

    private FranklinLaws() {}

    static List<Law<FranklinState, FranklinMessage, Voter>> all() {
        return List.of(
                ElectionLaws.neverTwo(),
                ElectionLaws.greatest(),
                ElectionLaws.announced(),
                // "an active process tests to see if its identifier is greater than those of its neighbours"; one is
                // greater than all
                new Law.OfConfiguration<>(
                        "the greatest is never defeated",
                        at -> ElectionLaws.nobodyCrashed(at)
                                && at.state(last(at.processes())).part() != Part.ASLEEP,
                        at -> at.state(last(at.processes())).part() == Part.ACTIVE
                                || at.state(last(at.processes())).leader().isPresent()),
                Law.process(
                        "whoever has heard from both sides has judged",
                        (state, user) ->
                                state.left().isPresent() || state.right().isPresent(),
                        (state, user) -> state.left().isEmpty() || state.right().isEmpty()));
    }

    private static ProcessId last(List<ProcessId> processes) {
        return processes.get(processes.size() - 1);
    }
}
