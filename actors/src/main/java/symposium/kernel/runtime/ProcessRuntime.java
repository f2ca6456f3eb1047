package symposium.kernel.runtime;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.problem.Channels;

/**
 * One process with its waiting messages, neighbours and timers: a pure function from an event to the steps that the
 * process takes on it. Actors and the simulation drive this runtime: they pass the events to it and carry out the
 * effects of its steps. The checker asks it for each step, and keeps messages that wait in transit.
 *
 * <p>A message waits in three cases: the protocol does not admit it, an earlier message on the same FIFO link waits,
 * or its sender is not a neighbour. The last case covers a sender that is not yet a neighbour, or not yet a neighbour
 * again since their link failed. After each step, the process receives the first message, in the order of arrival,
 * that no longer needs to wait.
 *
 * <p>A message from a process that is known to have departed vanishes, even if it is waiting. A message that is
 * waiting when its link fails returns to its sender. A process that has {@linkplain Effect.Left left} takes no further
 * step, and returns all messages.
 *
 * @param protocol the behaviour of the process
 * @param channels determines whether a message also waits while an earlier message on the same link waits
 * @param changing whether the membership or the links may change; if not, every message is from a neighbour
 * @param state the state of the process
 * @param waiting the messages that have arrived and wait, in the order of arrival
 * @param neighbours the current neighbours
 * @param former the previous neighbours, except those that have departed and those behind a failed link; the process
 *     still receives their messages
 * @param departed the processes known to have crashed or left
 * @param timers the timers that run
 * @param left whether the process has left
 * @param <S> the state of the process
 * @param <M> the algorithm's messages
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
@RecordBuilder
public record ProcessRuntime<S, M, I, O>(
        Protocol<S, M, I, O> protocol,
        Channels channels,
        boolean changing,
        S state,
        List<Event.Received<M, I>> waiting,
        Neighbours neighbours,
        Set<Neighbour> former,
        Set<ProcessId> departed,
        List<Timer> timers,
        boolean left)
        implements ProcessRuntimeBuilder.With<S, M, I, O> {

    /** The property that an exception in a protocol violates. */
    public static final String NO_EXCEPTION = "no step throws an exception";

    /** A step that a process has taken on an event. */
    public record Taken<S, M, I, O>(Event<M, I> event, Step<S, M, O> step) {}

    /** An event that no rule admits. */
    public record Refused<M, I>(Event<M, I> event, InvariantViolation violation) {}

    /**
     * The results of one event.
     *
     * @param next the process afterwards
     * @param steps the steps that it has taken, in order; the caller must carry out their effects
     * @param returned the messages that return to their senders, if the links can do that
     * @param vanished the messages that vanish
     * @param refused the event that ended the turn, if no rule admits it
     */
    public record Turn<S, M, I, O>(
            ProcessRuntime<S, M, I, O> next,
            List<Taken<S, M, I, O>> steps,
            List<Event.Received<M, I>> returned,
            List<Event.Received<M, I>> vanished,
            Optional<Refused<M, I>> refused) {}

    /**
     * Returns a process in the protocol's initial state, with its initial timers running.
     *
     * @throws InvariantViolation if the protocol throws an exception, see {@link AuthorCode}
     * @param neighbours its neighbours at the start; none if it starts cut off
     * @param changing whether the membership or the links may change
     */
    public static <S, M, I, O> ProcessRuntime<S, M, I, O> start(
            ProcessId self, Neighbours neighbours, Protocol<S, M, I, O> protocol, Channels channels, boolean changing) {
        S state = AuthorCode.call(self, "Protocol.initial", () -> protocol.initial(self, neighbours), self, neighbours);
        List<Timer> timers = AuthorCode.call(
                self, "Protocol.initialTimers", () -> List.copyOf(protocol.initialTimers(state)), state);
        return new ProcessRuntime<>(
                protocol, channels, changing, state, List.of(), neighbours, Set.of(), Set.of(), timers, false);
    }

    /**
     * Handles an event: an input of the user, a message that arrives or returns, the expiry of a timer, a change of
     * the membership, or the request to leave. The expiry of a timer that is not running is ignored.
     */
    public Turn<S, M, I, O> on(Event<M, I> event) {
        if (event instanceof Event.Received<M, I> message) {
            return arrives(message);
        }
        if (event instanceof Event.NeighboursChanged<M, I> changed) {
            return changed(changed, Set.of());
        }
        boolean stale = event instanceof Event.Timeout<M, I> timeout && !timers.contains(timeout.timer());
        return left || stale ? nothing(List.of(), List.of()) : turn(event, List.of());
    }

    private Turn<S, M, I, O> arrives(Event.Received<M, I> message) {
        if (left) {
            return nothing(List.of(message), List.of());
        }
        if (departed.contains(message.from().id())) {
            return nothing(List.of(), List.of(message));
        }
        if (waiting.isEmpty()) {
            return turn(message, List.of());
        }
        return withWaiting(with(waiting, message)).turn(null, List.of());
    }

    /**
     * Handles a change of the membership or the links.
     *
     * @param change the notification to the process
     * @param failed the other ends of links that are down or have failed since the last change; messages on such a
     *     link are received only if sent in its next incarnation, after this process has the neighbour again
     */
    public Turn<S, M, I, O> changed(Event.NeighboursChanged<M, I> change, Set<ProcessId> failed) {
        if (left) {
            return nothing(List.of(), List.of());
        }
        SortedSet<ProcessId> gone = Sorted.union(change.departed(), departed);
        Predicate<ProcessId> silent = other -> gone.contains(other) || failed.contains(other);
        Set<Neighbour> known = new HashSet<>(former);
        known.addAll(neighbours.all());
        known.removeAll(change.neighbours().all());
        known.removeIf(each -> silent.test(each.id()));
        return with(next -> next.neighbours(change.neighbours())
                        .former(Set.copyOf(known))
                        .departed(gone)
                        .waiting(waitingFrom(silent.negate())))
                .turn(change, waitingFrom(silent));
    }

    /** Fails the links to another process, without notifying this process. Messages that wait on them return. */
    public Turn<S, M, I, O> linkFails(ProcessId other) {
        return withWaiting(waitingFrom(from -> !from.equals(other))).nothing(waitingFrom(other::equals), List.of());
    }

    private List<Event.Received<M, I>> waitingFrom(Predicate<ProcessId> senders) {
        return waiting.isEmpty()
                ? waiting
                : waiting.stream()
                        .filter(message -> senders.test(message.from().id()))
                        .toList();
    }

    private Turn<S, M, I, O> nothing(List<Event.Received<M, I>> returned, List<Event.Received<M, I>> vanished) {
        return new Turn<>(this, List.of(), returned, vanished, Optional.empty());
    }

    /**
     * Takes the step on an event, and receives all messages that no longer need to wait.
     *
     * @param first the event, or null if only a message may be received; a message must be the only one
     */
    private Turn<S, M, I, O> turn(Event<M, I> first, List<Event.Received<M, I>> vanished) {
        List<Taken<S, M, I, O>> steps = new ArrayList<>(1);
        ProcessRuntime<S, M, I, O> now = this;
        Event<M, I> event = first;
        try {
            if (first instanceof Event.Received<M, I> message && !admits(message)) {
                return withWaiting(List.of(message)).nothing(List.of(), List.of());
            }
            if (first != null) {
                now = take(first, steps);
            }
            Set<Neighbour> blocked = new HashSet<>();
            int at = 0;
            while (!now.left && at < now.waiting.size()) {
                Event.Received<M, I> message = now.waiting.get(at);
                event = message;
                if (!blocked.contains(message.from()) && now.admits(message)) {
                    now = now.withWaiting(without(now.waiting, message));
                    now = now.take(message, steps);
                    blocked.clear();
                    at = 0;
                } else {
                    if (channels == Channels.FIFO) {
                        blocked.add(message.from());
                    }
                    at++;
                }
            }
        } catch (InvariantViolation violation) {
            return new Turn<>(now, steps, List.of(), vanished, Optional.of(new Refused<>(event, violation)));
        }
        return now.left
                ? new Turn<>(now.withWaiting(List.of()), steps, now.waiting, vanished, Optional.empty())
                : new Turn<>(now, steps, List.of(), vanished, Optional.empty());
    }

    private ProcessRuntime<S, M, I, O> take(Event<M, I> event, List<Taken<S, M, I, O>> steps) {
        Step<S, M, O> step = asked(event, () -> protocol.step(state, event));
        steps.add(new Taken<>(event, step));
        return after(event, step);
    }

    private boolean admits(Event.Received<M, I> message) {
        return (!changing || neighbours.contains(message.from()) || former.contains(message.from()))
                && asked(message, () -> protocol.admits(state, message.from(), message.message()));
    }

    /** Returns the protocol's answer on an event. */
    private <T> T asked(Event<M, I> event, Supplier<T> question) {
        try {
            return question.get();
        } catch (InvariantViolation violation) {
            throw violation;
        } catch (Exception | Error failure) {
            AuthorCode.rethrow(failure);
            InvariantViolation violation =
                    new InvariantViolation(NO_EXCEPTION, failure + " on " + event + " at " + state);
            violation.initCause(failure);
            throw violation;
        }
    }

    private ProcessRuntime<S, M, I, O> after(Event<M, I> event, Step<S, M, O> step) {
        List<Timer> running = event instanceof Event.Timeout<M, I> expired ? without(timers, expired.timer()) : timers;
        boolean leaves = false;
        for (Effect<M, O> effect : step.effects()) {
            if (effect instanceof Effect.Schedule<M, O> schedule) {
                running = with(without(running, schedule.timer()), schedule.timer());
            } else if (effect instanceof Effect.Cancel<M, O> cancel) {
                running = without(running, cancel.timer());
            } else if (effect instanceof Effect.Left<M, O>) {
                leaves = true;
            }
        }
        if (running == timers && !leaves) {
            return step.next() == state ? this : withState(step.next());
        }
        return withState(step.next()).withTimers(leaves ? List.of() : running).withLeft(leaves);
    }

    private static <T> List<T> with(List<T> some, T one) {
        List<T> more = new ArrayList<>(some);
        more.add(one);
        return List.copyOf(more);
    }

    private static <T> List<T> without(List<T> some, Object one) {
        List<T> fewer = new ArrayList<>(some);
        fewer.remove(one);
        return List.copyOf(fewer);
    }
}
