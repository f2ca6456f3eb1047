package symposium.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * The builder of a {@link Step}. A handler of a {@link Protocol} names the rule, the next state and the effects, in
 * the order of the paper's text.
 *
 * <p>It is the only mutable object that an algorithm receives, and must not be retained after the step.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <O> the outputs to a user
 */
public final class Transition<S, M, O> {

    private final Event<?, ?> event;
    private final List<Effect<M, O>> effects = new ArrayList<>(2);
    private S state;
    private Rule rule;

    /**
     * Starts a step.
     *
     * @param state the state before the step
     * @param event the event that causes the step
     */
    public Transition(S state, Event<?, ?> event) {
        this.state = state;
        this.event = event;
    }

    /** Returns the state so far: the state before the step, until {@link #next} replaces it. */
    public S state() {
        return state;
    }

    /** Returns the rule so far; null before the first. */
    public Rule rule() {
        return rule;
    }

    /** Takes the step by {@code by}, and leaves the state unchanged. */
    public Transition<S, M, O> by(Rule by) {
        rule = by;
        return this;
    }

    /** Takes the step by {@code by}, to {@code next}. */
    public Transition<S, M, O> by(Rule by, S next) {
        rule = by;
        state = next;
        return this;
    }

    /** Goes to {@code next}. */
    public Transition<S, M, O> next(S next) {
        state = next;
        return this;
    }

    /** Sends {@code message} over the link to {@code to}. */
    public Transition<S, M, O> send(Neighbour to, M message) {
        return perform(new Effect.Send<>(to, message));
    }

    /** Sends {@code message} to {@code to}, in a topology without sides. */
    public Transition<S, M, O> send(ProcessId to, M message) {
        return send(Neighbour.of(to), message);
    }

    /** Sends {@code message} over the link to each of {@code to}. */
    public Transition<S, M, O> sendAll(Iterable<Neighbour> to, M message) {
        to.forEach(each -> send(each, message));
        return this;
    }

    /** Sends {@code message} to each of {@code to}, in a topology without sides. */
    public Transition<S, M, O> sendEach(Iterable<ProcessId> to, M message) {
        to.forEach(each -> send(each, message));
        return this;
    }

    /** Sends an output to the user. */
    public Transition<S, M, O> tell(O output) {
        return perform(new Effect.Output<>(output));
    }

    /** Starts {@code timer}, or starts it again. */
    public Transition<S, M, O> schedule(Timer timer) {
        return perform(new Effect.Schedule<>(timer));
    }

    /** Stops {@code timer}, if it runs. */
    public Transition<S, M, O> cancel(Timer timer) {
        return perform(new Effect.Cancel<>(timer));
    }

    /** Leaves, after the process has handed over everything that other processes need. */
    public Transition<S, M, O> leave() {
        return perform(new Effect.Left<>());
    }

    /**
     * Runs a step of a sub-protocol. The next state of the part becomes part of this state, its messages are lifted,
     * its outputs are passed to the listener, and its timers are kept. The step has the part's rule, unless the
     * listener names another rule.
     */
    public <T, N, J, P> Transition<S, M, O> run(Part<S, M, O, T, N, J, P> part, Event<N, J> of) {
        return part.run(this, of);
    }

    /** Runs a procedure of a sub-protocol, which continues the given step. */
    public <T, N, J, P> Transition<S, M, O> run(
            Part<S, M, O, T, N, J, P> part, UnaryOperator<Transition<T, N, P>> procedure) {
        return part.run(this, event, procedure);
    }

    /** A protocol that is part of another: a {@code SubProtocol}. */
    public interface Part<S, M, O, T, N, J, P> {

        /** Continues {@code whole} by a step of the part. */
        Transition<S, M, O> run(Transition<S, M, O> whole, Event<N, J> event);

        /** Continues {@code whole} by a procedure of the part. */
        Transition<S, M, O> run(
                Transition<S, M, O> whole, Event<?, ?> event, UnaryOperator<Transition<T, N, P>> procedure);
    }

    /**
     * Receives the messages that this step has sent over {@code itself}, in order, until none is left. The rule of the
     * step does not change. This method is for a process that is its own neighbour in the protocol's topology, but not
     * in the topology on which it runs.
     *
     * @param receive continues a step by the receipt of a message
     */
    public Transition<S, M, O> loopBack(Neighbour itself, BiConsumer<M, Transition<S, M, O>> receive) {
        Rule soFar = rule;
        for (int at = 0; at < effects.size(); ) {
            if (effects.get(at) instanceof Effect.Send<M, O> send && send.to().equals(itself)) {
                effects.remove(at);
                receive.accept(send.message(), this);
            } else {
                at++;
            }
        }
        return by(soFar);
    }

    /**
     * Returns the exception to throw on an event that an invariant of the paper excludes.
     *
     * @param invariant the invariant, in the paper's words if the paper states it
     */
    public InvariantViolation violates(String invariant) {
        return new InvariantViolation(invariant, event + " at " + state);
    }

    /**
     * Requires a condition that an invariant of the paper guarantees.
     *
     * @param invariant the invariant, in the paper's words if the paper states it
     * @throws InvariantViolation if the condition does not hold
     */
    public void require(boolean condition, String invariant) {
        if (!condition) {
            throw violates(invariant);
        }
    }

    private Transition<S, M, O> perform(Effect<M, O> effect) {
        effects.add(effect);
        return this;
    }

    /**
     * Ends the step and returns it.
     *
     * @throws InvariantViolation if no rule has been named
     */
    public Step<S, M, O> step() {
        if (rule == null) {
            throw violates("every step goes by a rule");
        }
        return new Step<>(rule, state, effects);
    }
}
