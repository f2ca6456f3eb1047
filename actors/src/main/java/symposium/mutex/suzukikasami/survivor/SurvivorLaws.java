package symposium.mutex.suzukikasami.survivor;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;

/** What holds in every reachable state, whoever crashes when. */
final class SurvivorLaws {

    private SurvivorLaws() {}

    static List<Invariant<SurvivorState, SurvivorMessage, User>> all() {
        return List.of(
                MutexInvariants.mutualExclusion(),
                Invariant.atMost(1, "at most one process has the token", (state, user) -> state.process()
                        .tokenPresent()),
                new Invariant.OfConfiguration<>(
                        "there is at most one token of each generation", at -> true, SurvivorLaws::oneOfEach),
                Invariant.process(
                        "whoever is in the critical section holds the token",
                        (state, user) -> MutualExclusion.critical(user)
                                || state.process().tokenHeld(),
                        (state, user) -> MutualExclusion.critical(user)
                                && state.process().tokenHeld()
                                && state.process().tokenPresent()),
                Invariant.process(
                        "who has promised a generation has no older token but in its critical section",
                        (state, user) ->
                                state.census().promised() > 0 && state.process().tokenPresent(),
                        (state, user) -> state.process().tokenHeld() || !state.holdsDiscarded()),
                Invariant.process(
                        "who owes an answer is in its critical section",
                        (state, user) -> state.census().owes().isPresent(),
                        (state, user) -> state.process().tokenHeld() && state.holdsDiscarded()),
                Invariant.process(
                        "whoever asks for answers has promised its own generation, and is the lowest it knows of",
                        (state, user) -> state.census().asking(),
                        (state, user) -> state.census().promised() > 0
                                && state.process().neighbours().all().stream()
                                        .allMatch(
                                                other -> state.process().self().compareTo(other.id()) < 0)));
    }

    private static boolean oneOfEach(Configuration<SurvivorState, SurvivorMessage, User> at) {
        Set<Long> generations = new HashSet<>();
        for (ProcessId from : at.processes()) {
            if (at.alive(from)
                    && !at.state(from)
                            .process()
                            .token()
                            .map(token -> generations.add(token.fence().generation()))
                            .orElse(true)) {
                return false;
            }
            for (ProcessId to : at.processes()) {
                if (to.equals(from)) {
                    continue;
                }
                for (SurvivorMessage message : at.inTransit(from, Neighbour.of(to))) {
                    if (message instanceof SurvivorMessage.Token token
                            && !generations.add(token.fence().generation())) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
