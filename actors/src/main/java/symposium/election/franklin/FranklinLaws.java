package symposium.election.franklin;

import java.util.List;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.election.franklin.FranklinState.Part;
import symposium.kernel.Invariant;
import symposium.kernel.ProcessId;

/** What is said of every reachable state of the ring. */
final class FranklinLaws {

    private FranklinLaws() {}

    static List<Invariant<FranklinState, FranklinMessage, Voter>> all() {
        return List.of(
                ElectionInvariants.neverTwo(),
                ElectionInvariants.greatest(),
                ElectionInvariants.announced(),
                // "an active process tests to see if its identifier is greater than those of its neighbours"; one is
                // greater than all
                new Invariant.OfConfiguration<>(
                        "the greatest is never defeated",
                        at -> ElectionInvariants.nobodyCrashed(at)
                                && at.state(last(at.processes())).part() != Part.ASLEEP,
                        at -> at.state(last(at.processes())).part() == Part.ACTIVE
                                || at.state(last(at.processes())).leader().isPresent()),
                Invariant.process(
                        "whoever has heard from both sides has judged",
                        (state, user) ->
                                state.left().isPresent() || state.right().isPresent(),
                        (state, user) -> state.left().isEmpty() || state.right().isEmpty()));
    }

    private static ProcessId last(List<ProcessId> processes) {
        return processes.get(processes.size() - 1);
    }
}
