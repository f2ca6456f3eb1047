package symposium.mutex.helaryplouzeauraynal.enhanced;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import symposium.kernel.Configuration;
import symposium.kernel.Law;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.mutex.MutexLaws;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedMessage.Token;

/** What holds in every reachable state, whatever fails. */
final class EnhancedLaws {

    private EnhancedLaws() {}

    /** All laws; mutual exclusion among them, which holds while nobody is taken for dead who lives. */
    static List<Law<EnhancedState, EnhancedMessage, User>> all() {
        List<Law<EnhancedState, EnhancedMessage, User>> laws = new ArrayList<>();
        laws.add(MutexLaws.mutualExclusion());
        laws.addAll(perEpoch());
        return List.copyOf(laws);
    }

    /** What holds even where somebody is taken for dead who lives. */
    static List<Law<EnhancedState, EnhancedMessage, User>> perEpoch() {
        return List.of(
                new Law.OfConfiguration<>(
                        "there is at most one token of an epoch, and so one critical section",
                        at -> epochs(at).size() > 0,
                        at -> new HashSet<>(epochs(at)).size() == epochs(at).size()),
                Law.process(
                        "who is in the critical section has the token",
                        (p, user) -> p.inCS(),
                        (p, user) -> p.tokenHere()),
                Law.process(
                        "a process waits, or is in the critical section, when its user does",
                        (p, user) -> true,
                        (p, user) -> p.inCS() == MutualExclusion.critical(user)
                                && p.waits() == MutualExclusion.PROBLEM.waits(user)),
                Law.process(
                        "an idle token is of the epoch that its owner has promised",
                        (p, user) -> p.tokenHere() && !p.inCS(),
                        (p, user) -> p.token().orElseThrow().fence().generation() == p.promised()),
                Law.process(
                        "who makes a token has none", (p, user) -> p.census().isPresent(), (p, user) -> !p.tokenHere()),
                Law.process(
                        "Theorem 3: the clock of who knows a request is greater than its stamp",
                        (p, user) -> !p.reqArray().isEmpty(),
                        (p, user) -> p.reqArray().values().stream().allMatch(known -> known.time() < p.clock())));
    }

    /** The epoch of each token that is somewhere. */
    private static List<Long> epochs(Configuration<EnhancedState, EnhancedMessage, User> at) {
        List<Long> epochs = new ArrayList<>();
        for (ProcessId process : at.processes()) {
            if (at.alive(process)) {
                at.state(process)
                        .token()
                        .ifPresent(here -> epochs.add(here.fence().generation()));
            }
            for (ProcessId to : at.processes()) {
                for (EnhancedMessage message : at.underWay(process, Neighbour.of(to))) {
                    if (message instanceof Token token) {
                        epochs.add(token.fence().generation());
                    }
                }
            }
        }
        return epochs;
    }
}
