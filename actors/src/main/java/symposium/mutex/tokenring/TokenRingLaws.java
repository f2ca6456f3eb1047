package symposium.mutex.tokenring;

import java.util.ArrayList;
import java.util.List;
import symposium.kernel.Invariant;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;

/** What holds on the ring in every reachable state, whatever is lost and whoever crashes. */
final class TokenRingLaws {

    private TokenRingLaws() {}

    static List<Invariant<TokenRingState, TokenRingMessage, User>> all(int tokens) {
        List<Invariant<TokenRingState, TokenRingMessage, User>> invariants = new ArrayList<>(List.of(
                MutexInvariants.mutualExclusion(),
                Invariant.process(
                        "whoever is in the critical section holds the token",
                        (state, user) -> MutualExclusion.critical(user) || state.place() == TokenRingState.Place.INSIDE,
                        (state, user) -> MutualExclusion.critical(user)
                                && state.place() == TokenRingState.Place.INSIDE
                                && state.holdsToken()),
                Invariant.process(
                        "the token is here with its fence, of the highest generation heard of",
                        (state, user) -> state.holdsToken() || state.tokens().holds(TokenRing.PRIVILEGED),
                        (state, user) -> state.tokens().holds(TokenRing.PRIVILEGED)
                                && state.fence().orElseThrow().generation() == state.generation()),
                Invariant.process(
                        "nobody waits where the token is",
                        (state, user) -> state.holdsToken(),
                        (state, user) -> !MutualExclusion.PROBLEM.waits(user)),
                new Invariant.OfDelivery<>(
                        "no token comes that is older than what has been heard of",
                        message -> message instanceof TokenRingMessage.Token,
                        (message, state) -> message.heard() >= state.generation())));
        // 4.1: "there is only one message of the type 'token'", and 4.2
        for (int token = 0; token < tokens; token++) {
            int kind = token;
            invariants.add(new Invariant.Count<>(
                    "never two of a kind: at most one " + (kind == TokenRing.PRIVILEGED ? "token" : "watcher " + kind),
                    (state, user) -> state.tokens().holds(kind) ? 1 : 0,
                    message -> message.kind() == kind ? 1 : 0,
                    0,
                    1));
        }
        return List.copyOf(invariants);
    }
}
