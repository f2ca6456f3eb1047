package symposium.composition.ewd851misra;

import static symposium.composition.ewd851misra.Ewd851MisraRule.E8_BOTH_ISSUED;
import static symposium.composition.ewd851misra.Ewd851MisraRule.V0_DEPARTURE;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;
import static symposium.kernel.problem.Scenario.NO_DEADLOCK;
import static symposium.kernel.problem.Scenario.NO_STARVATION;
import static symposium.kernel.problem.Scenario.crash;
import static symposium.regeneration.misra.Misra.Rule.PONG_REGENERATES;

import java.util.List;
import symposium.composition.ewd851misra.Ewd851Misra.Message;
import symposium.composition.ewd851misra.Ewd851Misra.Ping;
import symposium.composition.ewd851misra.Ewd851Misra.Pong;
import symposium.composition.ewd851misra.Ewd851Misra.State;
import symposium.composition.ewd851misra.Ewd851Misra.Timer;
import symposium.kernel.Effect;
import symposium.kernel.Step;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.Fence;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * What holds on the ring in every reachable state, whichever process crashes when; and the statements that repair a
 * crash, left out.
 */
final class Ewd851MisraChecks {

    private static final String ONE_AWAKE = "at most one token is awake";

    /** Untrue where silence counts as a sign of loss: there it holds of the tokens of each generation. */
    static final String ONE_PING = "never two of a kind: at most one ping";

    /** As {@link #ONE_PING}. */
    static final String ONE_PONG = "never two of a kind: at most one pong";

    private Ewd851MisraChecks() {}

    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                .count(ONE_AWAKE, State::awake, Ping.class, 0, 1)
                .count(ONE_PING, p -> p.tokens().holdsPing(), Ping.class, 0, 1)
                .count(ONE_PONG, p -> p.tokens().holdsPong(), Pong.class, 0, 1)
                .process(
                        "a critically engaged machine holds the token, awake",
                        (p, user) -> MutualExclusion.critical(user),
                        (p, user) -> p.awake() && p.machine().critical())
                .state(
                        "EWD851's token is Misra's ping, while it is awake",
                        p -> p.tokens().holdsPing() || p.awake(),
                        p -> p.tokens().holdsPing() && p.fence().isPresent())
                .state(
                        "pong is here when there is a word from it",
                        p -> p.tokens().holdsPong(),
                        p -> p.round().isPresent())
                .state(
                        "a sleeping token is of the highest generation that its process has heard of",
                        State::asleep,
                        p -> p.fence().orElseThrow().generation() == p.generation());
    }

    /**
     * What is left of them where a side of the ring may be taken for dead: there may be tokens on either side, but only
     * one ping of each generation. Pongs carry no generation, and there may be one on each side.
     */
    static Invariants<State, Message, User> underSuspicion() {
        return new Invariants<State, Message, User>()
                .addAll(FalseDeparturePromise.without(
                        invariants().list(), MutexInvariants.MUTUAL_EXCLUSION, ONE_AWAKE, ONE_PING, ONE_PONG))
                .distinct("never two of a kind: at most one ping of each generation", at -> at.everywhere(
                                State::fence, Ping.class, Ping::fence)
                        .map(Fence::generation));
    }

    static Variants<State, Message, Input, Output> variants(Start start) {
        Mutation<State, Message, Input, Output> unsuspecting = step(it -> without(Timer.SUSPICION, it));
        Mutation<State, Message, Input, Output> awake =
                next(p -> p.withMachine(p.machine().withHoldsToken(true)));
        Mutation<State, Message, Input, Output> unissued =
                step(it -> Step.by(it.rule(), it.next().withoutPing().withoutPong()));
        return Variants.of(Ewd851Misra.startingAt(start.holder(), Ewd851MisraConfig.of(start, LossDetection.NEWS)))
                .mutate(V0_DEPARTURE, "sends no signal again", silent(), crash(3, NO_DEADLOCK))
                .mutate(V0_DEPARTURE, "suspects nothing", unsuspecting, crash(3, NO_DEADLOCK))
                .mutate(PONG_REGENERATES, "wakes the new token at once", awake, crash(3, NO_STARVATION))
                .mutate(E8_BOTH_ISSUED, "issues nothing", unissued, crash(3, NO_DEADLOCK));
    }

    private static Step<State, Message, Output> without(Timer timer, Step<State, Message, Output> step) {
        List<Effect<Message, Output>> others = step.effects().stream()
                .filter(effect -> !effect.equals(new Effect.Schedule<>(timer)))
                .toList();
        return new Step<>(step.rule(), step.next(), others);
    }
}
