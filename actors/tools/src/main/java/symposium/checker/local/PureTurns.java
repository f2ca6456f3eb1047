package symposium.checker.local;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Step;
import symposium.kernel.runtime.ProcessRuntime;
import symposium.kernel.runtime.ProcessRuntime.Taken;
import symposium.kernel.runtime.ProcessRuntime.Turn;

/**
 * Takes the turns of processes, and checks that a step is a function of state and event. The checker keeps one of all
 * states and messages that are equal, so all of them must cause the same steps. A queue that is a
 * {@link java.util.LinkedHashSet} breaks that: its order does not count for its equality.
 */
final class PureTurns<S, M, I, O> {

    /** The turn of a process on an event. */
    interface TurnFunction<S, M, I, O> extends BiFunction<ProcessRuntime<S, M, I, O>, Event<M, I>, Turn<S, M, I, O>> {}

    private final PureCalls pure;
    private final UnaryOperator<M> kept;
    private final EqualValues<S> states = new EqualValues<>();
    private final EqualValues<M> messages = new EqualValues<>();

    /** @param kept the equal message that is kept, if there is one */
    PureTurns(PureCalls pure, UnaryOperator<M> kept) {
        this.pure = pure;
        this.kept = kept;
    }

    /** @throws InvariantViolation if the event is refused, or its step is not a function of state and event */
    Turn<S, M, I, O> take(ProcessRuntime<S, M, I, O> before, Event<M, I> event, TurnFunction<S, M, I, O> turn) {
        return pure.call(
                "Protocol.step", () -> admitted(turn.apply(before, event)), PureTurns::steps, before.state(), event);
    }

    /**
     * Takes the same turn with other states and messages that are equal. The order of messages to different processes
     * does not count.
     *
     * @throws InvariantViolation if the steps differ
     */
    void compare(
            ProcessRuntime<S, M, I, O> before,
            Event<M, I> event,
            TurnFunction<S, M, I, O> turn,
            List<Step<S, M, O>> expected) {
        S state = states.other(before.state());
        Event<M, I> likewise = likewise(event);
        if (state == before.state() && likewise == event) {
            return;
        }
        List<Step<S, M, O>> steps = steps(admitted(turn.apply(before.withState(state), likewise)));
        if (!essence(steps).equals(essence(expected))) {
            throw new InvariantViolation(
                    PureCalls.PURE,
                    before.state() + " and " + state + " are equal, and the steps on " + event + " and " + likewise
                            + " are not: " + expected + " and " + steps);
        }
        for (int at = 0; at < steps.size(); at++) {
            meets(expected.get(at).next(), steps.get(at));
        }
    }

    /** Takes a step to a state that is equal to one that is kept. */
    void meets(S state, Step<S, M, O> step) {
        states.meets(state, step.next());
        for (Effect<M, O> effect : step.effects()) {
            if (effect instanceof Effect.Send<M, O> send) {
                messages.meets(kept.apply(send.message()), send.message());
            }
        }
    }

    private Event<M, I> likewise(Event<M, I> event) {
        if (event instanceof Event.Received<M, I> received) {
            M other = messages.other(received.message());
            return other == received.message() ? event : new Event.Received<>(received.from(), other);
        }
        if (event instanceof Event.Undeliverable<M, I> returned) {
            M other = messages.other(returned.message());
            return other == returned.message() ? event : new Event.Undeliverable<>(returned.to(), other);
        }
        return event;
    }

    private static <S, M, I, O> Turn<S, M, I, O> admitted(Turn<S, M, I, O> turn) {
        if (turn.refused().isPresent()) {
            throw turn.refused().get().violation();
        }
        return turn;
    }

    static <S, M, I, O> List<Step<S, M, O>> steps(Turn<S, M, I, O> turn) {
        return turn.steps().stream().map(Taken::step).toList();
    }

    private static <S, M, O> List<List<Object>> essence(List<Step<S, M, O>> steps) {
        return steps.stream()
                .map(step -> List.of(
                        step.rule(),
                        step.next(),
                        step.effects().stream().collect(Collectors.groupingBy(PureTurns::recipient))))
                .toList();
    }

    private static <M, O> Object recipient(Effect<M, O> effect) {
        return effect instanceof Effect.Send<M, O> send ? send.to() : Optional.empty();
    }
}
