package symposium.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * One step of a process: the rule, the next state, and the effects.
 *
 * @param rule the rule that the step applies
 * @param next the state after it
 * @param effects the actions for the host to take, in this order
 */
public record Step<S, M, O>(Rule rule, S next, List<Effect<M, O>> effects) {

    public Step {
        effects = List.copyOf(effects);
    }

    /** Returns a step without effects. */
    public static <S, M, O> Step<S, M, O> by(Rule rule, S next) {
        return new Step<>(rule, next, List.of());
    }

    /** Returns the same step, which also sends {@code message} to {@code to}. */
    public Step<S, M, O> send(Neighbour to, M message) {
        return and(new Effect.Send<>(to, message));
    }

    /** Returns the same step, which also sends an output to the user. */
    public Step<S, M, O> tell(O output) {
        return and(new Effect.Output<>(output));
    }

    /** Returns the same step, which also starts {@code timer}. */
    public Step<S, M, O> schedule(Timer timer) {
        return and(new Effect.Schedule<>(timer));
    }

    /** Returns the same step, which also stops {@code timer}. */
    public Step<S, M, O> cancel(Timer timer) {
        return and(new Effect.Cancel<>(timer));
    }

    /** Returns the same step, after which the process has left. */
    public Step<S, M, O> leave() {
        return and(new Effect.Left<>());
    }

    private Step<S, M, O> and(Effect<M, O> effect) {
        List<Effect<M, O>> more = new ArrayList<>(effects);
        more.add(effect);
        return new Step<>(rule, next, more);
    }
}
