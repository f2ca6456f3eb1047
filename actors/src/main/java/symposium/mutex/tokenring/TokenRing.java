package symposium.mutex.tokenring;

import java.util.ArrayList;
import java.util.List;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.tokenring.TokenRingMessage.Token;
import symposium.mutex.tokenring.TokenRingMessage.Watcher;
import symposium.mutex.tokenring.TokenRingState.Place;
import symposium.regeneration.misra.Circulation.Nothing;
import symposium.regeneration.misra.Circulation.Regenerated;
import symposium.regeneration.misra.many.Many;
import symposium.regeneration.misra.many.ManyMessage;
import symposium.regeneration.misra.many.ManyRule;
import symposium.regeneration.misra.many.ManyState;
import symposium.regeneration.misra.many.Rest;

/**
 * One process of Le Lann's ring (the chapter, section 4.1), whose token and its watchers regenerate each other (section 4.2): {@link Many} is
 * asked what tokens do, and this says what the privilege does.
 *
 * <p>The text is {@code wait (token); <critical section>; send (token)}. Who does not want the critical section sends the token on
 * when it has rested; who has used it sends it on at once.
 */
public final class TokenRing implements Protocol<TokenRingState, TokenRingMessage, Input, Output> {

    /** The number of the token that carries the privilege; {@link Many} calls it ping. */
    static final int PRIVILEGED = 0;

    private static final Rest TOKEN_RESTS = new Rest(PRIVILEGED);

    private final Many many;

    private TokenRing(Many many) {
        this.many = many;
    }

    /**
     * A ring on which {@code tokens} circulate, the one with the privilege included; all but one may be lost.
     *
     * @param start the process at which all of them start
     * @param tokens 1 or more; with 1 it is Le Lann's ring, which survives no loss
     */
    public static TokenRing withTokens(ProcessId start, int tokens) {
        return new TokenRing(new Many(start, tokens));
    }

    /** A ring with any way of watching. */
    static TokenRing of(Many many) {
        return new TokenRing(many);
    }

    @Override
    public List<Rule> rules() {
        List<Rule> rules = new ArrayList<>(List.of(TokenRingRule.values()));
        rules.addAll(many.rules());
        return rules;
    }

    @Override
    public TokenRingState initial(ProcessId self, Neighbours neighbours) {
        TokenRingState state =
                new TokenRingState(many.initial(self, neighbours), Place.OUTSIDE, 0, java.util.Optional.empty());
        return state.tokens().holds(PRIVILEGED) ? state.holding(Fence.start(0)) : state;
    }

    @Override
    public List<? extends Timer> initialTimers(TokenRingState initial) {
        return many.initialTimers(initial.tokens());
    }

    /** Who is cut off takes nothing. */
    @Override
    public boolean admits(TokenRingState state, Neighbour from, TokenRingMessage message) {
        return !state.cutOff();
    }

    @Override
    public Step<TokenRingState, TokenRingMessage, Output> step(
            TokenRingState state, Event<TokenRingMessage, Input> event) {
        if (event instanceof Event.Input<TokenRingMessage, Input> input) {
            return input.input() == Input.ENTER ? asked(state) : leaves(state);
        }
        if (event instanceof Event.Received<TokenRingMessage, Input> received) {
            return received(state, received.from(), received.message());
        }
        if (event instanceof Event.Timeout<TokenRingMessage, Input> timeout) {
            return sentOn(ManyRule.LEAVES, state, ((Rest) timeout.timer()).token());
        }
        if (event instanceof Event.NeighboursChanged<TokenRingMessage, Input> changed) {
            return changed(state, changed.neighbours());
        }
        throw new InvariantViolation("nothing is lost without a trace but tokens", event + " at " + state);
    }

    // --- the chapter's three lines

    private static Step<TokenRingState, TokenRingMessage, Output> asked(TokenRingState state) {
        if (state.place() != Place.OUTSIDE) {
            throw new InvariantViolation("who wants in is outside", "ENTER at " + state);
        }
        return state.holdsToken()
                ? entering(TokenRingRule.ENTERS, state, List.of())
                : Step.by(TokenRingRule.WAITS, state.at(Place.WAITING));
    }

    /** The critical section begins: the token stays until it ends, however long that takes. */
    private static Step<TokenRingState, TokenRingMessage, Output> entering(
            Rule rule, TokenRingState state, List<Effect<TokenRingMessage, Output>> before) {
        Fence granted = state.fence().orElseThrow().next();
        return new Step<TokenRingState, TokenRingMessage, Output>(
                        rule, state.holding(granted).at(Place.INSIDE), before)
                .cancel(TOKEN_RESTS)
                .tell(new Output.Granted(granted));
    }

    private Step<TokenRingState, TokenRingMessage, Output> leaves(TokenRingState state) {
        if (state.place() != Place.INSIDE) {
            return Step.by(TokenRingRule.SENDS_AFTER_LOSS, state);
        }
        return sentOn(TokenRingRule.SENDS, state.at(Place.OUTSIDE), PRIVILEGED);
    }

    private Step<TokenRingState, TokenRingMessage, Output> sentOn(Rule rule, TokenRingState state, int token) {
        Step<ManyState, ManyMessage, Regenerated> step =
                many.step(state.tokens(), new Event.Timeout<>(new Rest(token)));
        TokenRingState without = state.with(step.next());
        ManyMessage.Token leaving = step.effects().stream()
                .map(effect -> (ManyMessage.Token) ((Effect.Send<ManyMessage, Regenerated>) effect).message())
                .findFirst()
                .orElseThrow();
        Neighbour left = state.tokens().neighbours().left();
        return token == PRIVILEGED
                ? by(rule, without.withoutToken())
                        .send(left, new Token(leaving.alone(), state.fence().orElseThrow()))
                : by(rule, without).send(left, new Watcher(token, leaving.alone(), state.generation()));
    }

    // --- tokens that come

    private Step<TokenRingState, TokenRingMessage, Output> received(
            TokenRingState state, Neighbour from, TokenRingMessage message) {
        if (message.kind() == PRIVILEGED && message.heard() < state.generation()) {
            return Step.by(TokenRingRule.OLDER, state);
        }
        if (state.tokens().holds(message.kind())) {
            return Step.by(TokenRingRule.TWICE, state);
        }
        Step<ManyState, ManyMessage, Regenerated> step =
                many.step(state.tokens(), new Event.Received<ManyMessage, Nothing>(from, message.watched()));
        TokenRingState next = state.hearing(message.heard()).with(step.next());
        List<Effect<TokenRingMessage, Output>> timers = new ArrayList<>();
        for (Effect<ManyMessage, Regenerated> effect : step.effects()) {
            if (effect instanceof Effect.Schedule<ManyMessage, Regenerated> schedule) {
                timers.add(new Effect.Schedule<>(schedule.timer()));
            }
        }
        boolean comes = step.next().holds(PRIVILEGED) && !state.tokens().holds(PRIVILEGED);
        if (!comes) {
            return new Step<>(step.rule(), next, timers);
        }
        // A token that is made anew is of a generation higher than all that have been round the ring.
        TokenRingState holding =
                next.holding(message instanceof Token token ? token.fence() : Fence.start(next.generation() + 1));
        if (holding.place() != Place.WAITING) {
            return new Step<>(step.rule(), holding, timers);
        }
        Rule rule = step.rule() == ManyRule.REGENERATES ? step.rule() : TokenRingRule.TOKEN_ENTERS;
        return entering(rule, holding, timers);
    }

    // --- the ring changes

    private static Step<TokenRingState, TokenRingMessage, Output> changed(TokenRingState state, Neighbours neighbours) {
        TokenRingState between = state.with(state.tokens().between(neighbours));
        if (!neighbours.isEmpty()) {
            return Step.by(TokenRingRule.CLOSES, between);
        }
        Step<TokenRingState, TokenRingMessage, Output> step = Step.by(
                TokenRingRule.CUT_OFF,
                between.withoutToken()
                        .with(between.tokens().withoutTokens())
                        .at(state.place() == Place.WAITING ? Place.WAITING : Place.OUTSIDE));
        for (int token : state.tokens().tokens().keySet()) {
            step = step.cancel(new Rest(token));
        }
        return state.place() == Place.INSIDE
                ? step.tell(new Output.Lost(state.fence().orElseThrow()))
                : step;
    }

    private static Step<TokenRingState, TokenRingMessage, Output> by(Rule rule, TokenRingState next) {
        return Step.by(rule, next);
    }
}
