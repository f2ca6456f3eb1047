package symposium.election.lelann;

import java.util.List;
import symposium.election.Election.Voter;
import symposium.election.ElectionLaws;
import symposium.kernel.Law;

/** What is said of every reachable state of the ring. */
final class LeLannLaws {

    private LeLannLaws() {}

    static List<Law<LeLannState, LeLannMessage, Voter>> all() {
        return List.of(
                ElectionLaws.neverTwo(),
                ElectionLaws.announced(),
                // not the greatest of all: those that did not decide by themselves are not candidates
                new Law.OfConfiguration<>(
                        "the leader has the greatest name of those that have initiated",
                        at -> ElectionLaws.nobodyCrashed(at)
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
                Law.process(
                        "whoever knows the leader is a candidate no more",
                        (state, user) -> state.leader().isPresent(),
                        (state, user) ->
                                state.part() == LeLannState.Part.PASSING || state.part() == LeLannState.Part.COUNTED));
    }
}
