package symposium.election.lelann;

import java.util.List;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.kernel.Invariant;

/** What is said of every reachable state of the ring. */
final class LeLannLaws {

    private LeLannLaws() {}

    static List<Invariant<LeLannState, LeLannMessage, Voter>> all() {
        return List.of(
                ElectionInvariants.neverTwo(),
                ElectionInvariants.announced(),
                // not the greatest of all: those that did not decide by themselves are not candidates
                new Invariant.OfConfiguration<>(
                        "the leader has the greatest name of those that have initiated",
                        at -> ElectionInvariants.nobodyCrashed(at)
                                && at.processes().stream()
                                        .anyMatch(process ->
                                                at.user(process).leader().isPresent()),
                        at -> at.processes().stream()
                                .flatMap(process -> at.user(process).leader().stream())
                                .allMatch(leader -> at.processes().stream()
                                        .filter(process -> at.state(process).initiator())
                                        .reduce((one, next) -> next)
                                        .filter(leader::equals)
                                        .isPresent())),
                // "all candidates are home before the news goes round"
                Invariant.process(
                        "whoever knows the leader is a candidate no more",
                        (state, user) -> state.leader().isPresent(),
                        (state, user) ->
                                state.part() == LeLannState.Part.PASSING || state.part() == LeLannState.Part.COUNTED));
    }
}
