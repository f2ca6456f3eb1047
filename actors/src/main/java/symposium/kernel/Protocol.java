package symposium.kernel;

import java.util.List;
import java.util.SortedSet;

/**
 * The behaviour of one process, as the paper states it. A handler for each kind of event takes a step through a {@link
 * Transition}; an event without a handler violates an invariant.
 *
 * <p>A protocol is deterministic and pure: the same state and event give the same step, without side effects. States
 * and messages are immutable, equal by value, and in canonical form: states that the paper does not distinguish are
 * equal.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
public interface Protocol<S, M, I, O> {

    /** The invariant that an event without a handler violates. */
    String EVERY_EVENT_HAS_A_RULE = "every event has a rule that admits it";

    /**
     * Returns every rule, in the paper's order. By default, these are the constants of the enums of rules nested in
     * this class.
     *
     * @throws IllegalStateException if there is none
     */
    default List<? extends Rule> rules() {
        return Rule.nestedIn(getClass());
    }

    /** Returns the state in which a process starts. */
    S initial(ProcessId self, Neighbours neighbours);

    /** Returns the timers that run from the start, in the state in which a process starts. */
    default List<? extends Timer> initialTimers(S initial) {
        return List.of();
    }

    /**
     * Returns whether a process receives this message now. If not, the message waits, and so do all later messages on
     * the same link.
     */
    default boolean admits(S state, Neighbour from, M message) {
        return true;
    }

    /** Handles an input of the user. */
    default Transition<S, M, O> onInput(I input, S state, Transition<S, M, O> step) {
        throw step.violates(EVERY_EVENT_HAS_A_RULE);
    }

    /** Handles a message that has arrived over the link to {@code from}. */
    default Transition<S, M, O> onMessage(Neighbour from, M message, S state, Transition<S, M, O> step) {
        throw step.violates(EVERY_EVENT_HAS_A_RULE);
    }

    /** Handles a message that this process sent and that cannot be delivered: see {@link Event.Undeliverable}. */
    default Transition<S, M, O> onUndeliverable(Neighbour to, M message, S state, Transition<S, M, O> step) {
        throw step.violates(EVERY_EVENT_HAS_A_RULE);
    }

    /** Handles a change of the membership or a link: see {@link Event.NeighboursChanged}. */
    default Transition<S, M, O> onNeighboursChanged(
            Neighbours neighbours, SortedSet<ProcessId> departed, S state, Transition<S, M, O> step) {
        throw step.violates(EVERY_EVENT_HAS_A_RULE);
    }

    /** Handles the request that this process leave: see {@link Event.Leave}. */
    default Transition<S, M, O> onLeave(S state, Transition<S, M, O> step) {
        throw step.violates(EVERY_EVENT_HAS_A_RULE);
    }

    /** Handles the expiry of a timer that this process has scheduled. */
    default Transition<S, M, O> onTimeout(Timer timer, S state, Transition<S, M, O> step) {
        throw step.violates(EVERY_EVENT_HAS_A_RULE);
    }

    /**
     * Returns the step of a process on an event, as computed by the handler for this kind of event.
     *
     * @throws InvariantViolation if no rule admits the event, which violates an invariant of the paper
     */
    default Step<S, M, O> step(S state, Event<M, I> event) {
        return transition(state, event).step();
    }

    /** Returns the transition that the handler for the kind of this event takes. */
    default Transition<S, M, O> transition(S state, Event<M, I> event) {
        Transition<S, M, O> step = new Transition<>(state, event);
        if (event instanceof Event.Received<M, I> received) {
            return onMessage(received.from(), received.message(), state, step);
        }
        if (event instanceof Event.Input<M, I> input) {
            return onInput(input.input(), state, step);
        }
        if (event instanceof Event.Timeout<M, I> timeout) {
            return onTimeout(timeout.timer(), state, step);
        }
        if (event instanceof Event.NeighboursChanged<M, I> changed) {
            return onNeighboursChanged(changed.neighbours(), changed.departed(), state, step);
        }
        return event instanceof Event.Undeliverable<M, I> undeliverable
                ? onUndeliverable(undeliverable.to(), undeliverable.message(), state, step)
                : onLeave(state, step);
    }
}
