package symposium.mutex.tokenring;

import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.problem.Scenario.NO_DEADLOCK;
import static symposium.kernel.problem.Scenario.NO_STARVATION;
import static symposium.kernel.problem.Scenario.loss;
import static symposium.mutex.tokenring.TokenRing.PRIVILEGED;
import static symposium.mutex.tokenring.TokenRing.Rule.SENDS;
import static symposium.regeneration.misrak.MisraK.Rule.TOKEN_REGENERATES;

import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.Fence;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.tokenring.TokenRing.Message;
import symposium.mutex.tokenring.TokenRing.State;
import symposium.mutex.tokenring.TokenRing.Token;
import symposium.regeneration.misrak.MisraK;
import symposium.regeneration.misrak.MisraK.Watching;

/**
 * What holds on the ring in every reachable state, whatever is lost and whichever process crashes; wrong
 * generalizations, and statements left out.
 */
final class TokenRingChecks {

    private TokenRingChecks() {}

    static Invariants<State, Message, User> invariants(int k) {
        Invariants<State, Message, User> invariants = MutexInvariants.<State, Message>standard()
                .add(MutexInvariants.criticalHoldsToken(p -> p.user() == User.CRITICAL, State::holdsToken))
                .state(
                        "the token is here with its fence, of the highest generation heard of",
                        p -> p.holdsToken() || p.tokens().holds(PRIVILEGED),
                        p -> p.tokens().holds(PRIVILEGED)
                                && p.fence().orElseThrow().generation() == p.generation())
                .process(
                        "no process waits where the token is",
                        (p, user) -> p.holdsToken(),
                        (p, user) -> !MutualExclusion.PROBLEM.waits(user))
                .delivery(
                        "no token comes that is older than what has been heard of",
                        Token.class,
                        (token, p) -> token.generation() >= p.generation());
        // 4.1: "there is only one message of the type 'token'", and 4.2
        for (int token = 0; token < k; token++) {
            int number = token;
            invariants.count(oneToken(number), p -> p.tokens().holds(number), it -> it.number() == number, 0, 1);
        }
        return invariants;
    }

    private static String oneToken(int number) {
        return "never two of a kind: at most one " + (number == PRIVILEGED ? "token" : "watcher " + number);
    }

    static Variants<State, Message, Input, Output> variants(Start start, int k) {
        Variants<State, Message, Input, Output> variants = Variants.of(new TokenRing(start.holder(), k));
        // of two tokens each watches every other as it is
        if (k > 2) {
            variants.add(
                            "each token regenerates every other",
                            new TokenRing(new MisraK(start.holder(), k, Watching.EVERY_OTHER)),
                            loss(1, oneToken(2)))
                    .add(
                            "each token regenerates all others when they are all lost",
                            new TokenRing(new MisraK(start.holder(), k, Watching.ALL_OTHERS_AT_ONCE)),
                            loss(1, NO_STARVATION));
        }
        int fewer = Math.max(1, k - 1);
        return variants.add(
                        "one token less",
                        new TokenRing(start.holder(), fewer),
                        Scenario.of(1, NO_DEADLOCK).withFault(Fault.LOSS, fewer))
                .mutate(SENDS, "keeps what it sends", next(p -> holding(p, p.generation())))
                .mutate(
                        TOKEN_REGENERATES,
                        "issues the token under the generation of the lost one",
                        next(p -> issued(p) ? holding(p, p.generation() - 1) : p),
                        loss(2, MutualExclusion.FENCES_GROW));
    }

    private static boolean issued(State p) {
        return p.generation() > 0
                && p.fence().filter(Fence.start(p.generation())::equals).isPresent();
    }

    private static State holding(State p, long generation) {
        return p.with(next -> next.generation(generation).fence(Fence.start(generation)));
    }
}
