package symposium.checker.local;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** A turn, and the steps that it must have from equal states and messages, too. */
    private record Comparison<S, M, I, O>(
            int process,
            ProcessRuntime<S, M, I, O> before,
            Event<M, I> event,
            TurnFunction<S, M, I, O> turn,
            List<Step<S, M, O>> steps) {}

    private final PureCalls pure;
    private final UnaryOperator<M> kept;
    /** By process: different ones may have equal states. */
    private final List<EqualValues<S, Comparison<S, M, I, O>>> states;

    private final EqualValues<M, Comparison<S, M, I, O>> messages = new EqualValues<>();

    /** @param kept the equal message that is kept, if there is one */
    PureTurns(int processes, PureCalls pure, UnaryOperator<M> kept) {
        this.states = Stream.generate(EqualValues<S, Comparison<S, M, I, O>>::new)
                .limit(processes)
                .toList();
        this.pure = pure;
        this.kept = kept;
    }

    /** @throws InvariantViolation if the event is refused, or its step is not a function of state and event */
    Turn<S, M, I, O> take(ProcessRuntime<S, M, I, O> before, Event<M, I> event, TurnFunction<S, M, I, O> turn) {
        return pure.call(
                "Protocol.step", () -> admitted(turn.apply(before, event)), PureTurns::steps, before.state(), event);
    }

    /**
     * Takes the same turn with another state and another message that are equal to these, now or when they are met. The
     * order of messages to different processes does not count.
     *
     * @throws InvariantViolation if the steps differ
     */
    void compare(
            int process,
            ProcessRuntime<S, M, I, O> before,
            Event<M, I> event,
            TurnFunction<S, M, I, O> turn,
            List<Step<S, M, O>> steps) {
        Comparison<S, M, I, O> comparison = new Comparison<>(process, before, event, turn, steps);
        states.get(process).uses(before.state(), comparison);
        message(event).ifPresent(message -> messages.uses(message, comparison));
        compare(List.of(comparison));
    }

    private void compare(Collection<Comparison<S, M, I, O>> some) {
        Deque<Comparison<S, M, I, O>> due = new ArrayDeque<>(some);
        while (!due.isEmpty()) {
            due.addAll(compare(due.remove()));
        }
    }

    /** The comparisons that are due since this one has met other objects. */
    private Collection<Comparison<S, M, I, O>> compare(Comparison<S, M, I, O> expected) {
        S state = states.get(expected.process()).other(expected.before().state());
        Event<M, I> event = likewise(expected.event());
        if (state == expected.before().state() && event == expected.event()) {
            return List.of();
        }
        List<Step<S, M, O>> steps =
                steps(admitted(expected.turn().apply(expected.before().withState(state), event)));
        if (!essence(steps).equals(essence(expected.steps()))) {
            throw new InvariantViolation(
                    PureCalls.PURE,
                    expected.before().state() + " and " + state + " are equal, and the steps on " + expected.event()
                            + " and " + event + " are not: " + expected.steps() + " and " + steps);
        }
        List<Comparison<S, M, I, O>> due = new ArrayList<>();
        for (int at = 0; at < steps.size(); at++) {
            due.addAll(met(expected.process(), expected.steps().get(at).next(), steps.get(at)));
        }
        return due;
    }

    /**
     * Takes a step to a state that is equal to one that is kept.
     *
     * @throws InvariantViolation if the steps from the two, or on its messages and equal ones, differ
     */
    void meets(int process, S state, Step<S, M, O> step) {
        compare(met(process, state, step));
    }

    private Collection<Comparison<S, M, I, O>> met(int process, S state, Step<S, M, O> step) {
        List<Comparison<S, M, I, O>> due = new ArrayList<>(states.get(process).meets(state, step.next()));
        for (Effect<M, O> effect : step.effects()) {
            if (effect instanceof Effect.Send<M, O> send) {
                due.addAll(messages.meets(kept.apply(send.message()), send.message()));
            }
        }
        return due;
    }

    private static <M> Optional<M> message(Event<M, ?> event) {
        if (event instanceof Event.Received<M, ?> received) {
            return Optional.of(received.message());
        }
        return event instanceof Event.Undeliverable<M, ?> returned ? Optional.of(returned.message()) : Optional.empty();
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
