package symposium.mutex.helaryplouzeauraynal.enhanced;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import symposium.kernel.Configuration;
import symposium.kernel.Effect;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedMessage.Token;
import symposium.mutex.helaryplouzeauraynal.enhanced.EnhancedState.Privilege;

/** What holds in every reachable state, whatever fails. */
final class EnhancedLaws {

    private EnhancedLaws() {}

    /** All laws; mutual exclusion among them, which holds while nobody is taken for dead who lives. */
    static List<Invariant<EnhancedState, EnhancedMessage, User>> all() {
        List<Invariant<EnhancedState, EnhancedMessage, User>> invariants = new ArrayList<>();
        invariants.add(MutexInvariants.mutualExclusion());
        invariants.add(new Invariant.OfConfiguration<>(
                "Lemma 3: a token that a waiting process would take does not know its request as satisfied",
                at -> !carried(at).isEmpty(),
                at -> carried(at).stream().allMatch(token -> at.processes().stream()
                        .filter(at::alive)
                        .map(at::state)
                        .filter(p -> p.waits() && p.promised() <= token.fence().generation())
                        .allMatch(p -> token.lud().getOrDefault(p.self(), -1L)
                                < p.asked().getAsLong()))));
        invariants.addAll(perEpoch());
        return List.copyOf(invariants);
    }

    /** What holds even where somebody is taken for dead who lives. */
    static List<Invariant<EnhancedState, EnhancedMessage, User>> perEpoch() {
        return List.of(
                new Invariant.OfConfiguration<>(
                        "there is at most one token of an epoch, and so one critical section",
                        at -> epochs(at).size() > 0,
                        at -> new HashSet<>(epochs(at)).size() == epochs(at).size()),
                Invariant.process(
                        "who is in the critical section has the token",
                        (p, user) -> p.inCS(),
                        (p, user) -> p.tokenHere()),
                Invariant.process(
                        "a process waits, or is in the critical section, when its user does",
                        (p, user) -> true,
                        (p, user) -> p.inCS() == MutualExclusion.critical(user)
                                && p.waits() == MutualExclusion.PROBLEM.waits(user)),
                Invariant.process(
                        "an idle token is of the epoch that its owner has promised",
                        (p, user) -> p.tokenHere() && !p.inCS(),
                        (p, user) -> p.token().orElseThrow().fence().generation() == p.promised()),
                new Invariant.OfDelivery<>(
                        "the token goes to one who waits, or is handed over by one who leaves",
                        message -> message instanceof Token token && !token.handedOver(),
                        (message, p) -> !((Token) message).elec().equals(p.self())
                                || ((Token) message).fence().generation() < p.promised()
                                || p.waits()),
                new Invariant.OfStep<>(
                        "no token is sent to one whose departure the sender knows of",
                        occurrence -> occurrence instanceof TraceEvent.Stepped step
                                && step.effects().stream()
                                        .anyMatch(effect -> effect instanceof Effect.Send<?, ?> send
                                                && send.message() instanceof Token),
                        EnhancedLaws::sendsNoTokenToTheDeparted),
                Invariant.process(
                        "who makes a token has none", (p, user) -> p.census().isPresent(), (p, user) -> !p.tokenHere()),
                Invariant.process(
                        "Theorem 3: the clock of who knows a request is greater than its stamp",
                        (p, user) -> !p.reqArray().isEmpty(),
                        (p, user) -> p.reqArray().values().stream().allMatch(known -> known.time() < p.clock())));
    }

    private static boolean sendsNoTokenToTheDeparted(
            Configuration<EnhancedState, EnhancedMessage, User> before,
            TraceEvent occurrence,
            Configuration<EnhancedState, EnhancedMessage, User> after) {
        TraceEvent.Stepped step = (TraceEvent.Stepped) occurrence;
        return step.effects().stream()
                .allMatch(effect -> !(effect instanceof Effect.Send<?, ?> send && send.message() instanceof Token token)
                        || !before.state(step.process()).departed().contains(token.elec()));
    }

    /** The epoch of each token that is somewhere. */
    private static List<Long> epochs(Configuration<EnhancedState, EnhancedMessage, User> at) {
        return carried(at).stream().map(each -> each.fence().generation()).toList();
    }

    /** What each token carries that is somewhere. */
    private static List<Privilege> carried(Configuration<EnhancedState, EnhancedMessage, User> at) {
        List<Privilege> carried = new ArrayList<>();
        for (ProcessId process : at.processes()) {
            if (at.alive(process)) {
                at.state(process).token().ifPresent(carried::add);
            }
            for (ProcessId to : at.processes()) {
                for (EnhancedMessage message : at.inTransit(process, Neighbour.of(to))) {
                    if (message instanceof Token token) {
                        carried.add(new Privilege(token.lud(), token.fence()));
                    }
                }
            }
        }
        return carried;
    }
}
