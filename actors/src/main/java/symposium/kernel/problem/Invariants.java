package symposium.kernel.problem;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import symposium.kernel.TraceEvent;

/**
 * A builder of a list of {@link Invariant}s, in the paper's order. The type arguments are stated once, at the start.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> the state of a user
 */
public final class Invariants<S, M, U> {

    private final List<Invariant<S, M, U>> all = new ArrayList<>();

    /** Adds one invariant, such as an invariant of the problem. */
    public Invariants<S, M, U> add(Invariant<S, M, U> invariant) {
        all.add(invariant);
        return this;
    }

    /** Adds several invariants. */
    public Invariants<S, M, U> addAll(List<Invariant<S, M, U>> invariants) {
        all.addAll(invariants);
        return this;
    }

    /** Adds the invariant that every live process in a situation satisfies a condition. */
    public Invariants<S, M, U> process(String name, BiPredicate<S, U> situation, BiPredicate<S, U> condition) {
        return add(new Invariant.OfProcess<>(name, situation, condition));
    }

    /**
     * Adds the invariant that every live process in a situation satisfies a condition; neither depends on its user.
     */
    public Invariants<S, M, U> state(String name, Predicate<S> situation, Predicate<S> condition) {
        return process(name, (state, user) -> situation.test(state), (state, user) -> condition.test(state));
    }

    /** Adds the invariant that every live process satisfies a condition. */
    public Invariants<S, M, U> process(String name, BiPredicate<S, U> condition) {
        return process(name, (state, user) -> true, condition);
    }

    /**
     * Adds the invariant that live processes with the same key know the same value. A process that knows no value
     * agrees with all others.
     */
    public Invariants<S, M, U> agree(String name, Function<S, ?> key, Function<S, Optional<?>> known) {
        Predicate<S> knowing = state -> known.apply(state).isPresent();
        return whole(name, all -> all.states().anyMatch(knowing), all -> {
            Map<Object, Object> byKey = new HashMap<>();
            return all.states().filter(knowing).allMatch(state -> known.apply(state)
                    .equals(byKey.computeIfAbsent(key.apply(state), fresh -> known.apply(state))));
        });
    }

    /** Adds the invariant that at most {@code most} live processes are in a situation. */
    public Invariants<S, M, U> atMost(int most, String name, Predicate<S> situation) {
        return add(Invariant.atMost(most, name, (state, user) -> situation.test(state)));
    }

    /**
     * Adds the invariant that there is exactly one token: at a live process, or as a message of this type in transit.
     */
    public Invariants<S, M, U> one(String name, Predicate<S> atProcess, Class<? extends M> inTransit) {
        return count(name, atProcess, inTransit, 1, 1);
    }

    /**
     * Adds the invariant that the live processes in a situation and the messages of this type in transit number {@code
     * least} to {@code most}.
     */
    public Invariants<S, M, U> count(
            String name, Predicate<S> atProcess, Class<? extends M> inTransit, int least, int most) {
        return count(name, atProcess, inTransit::isInstance, least, most);
    }

    /**
     * Adds the invariant that the live processes in a situation and these messages in transit number {@code least} to
     * {@code most}.
     */
    public Invariants<S, M, U> count(String name, Predicate<S> atProcess, Predicate<M> inTransit, int least, int most) {
        return add(new Invariant.Count<>(
                name,
                (state, user) -> atProcess.test(state) ? 1 : 0,
                message -> inTransit.test(message) ? 1 : 0,
                least,
                most));
    }

    /**
     * Adds the invariant that every message of this type in transit to a live process finds its recipient in a
     * situation.
     */
    public <N extends M> Invariants<S, M, U> delivery(String name, Class<N> type, BiPredicate<N, S> condition) {
        return add(new Invariant.OfDelivery<>(
                name, type::isInstance, (message, recipient) -> condition.test(type.cast(message), recipient)));
    }

    /** Adds the invariant that the messages in transit over each link, in both directions, satisfy a condition. */
    public Invariants<S, M, U> link(String name, BiPredicate<List<M>, List<M>> condition) {
        return add(new Invariant.OfLink<>(name, condition));
    }

    /** Adds the invariant that the messages in transit over each link, in each direction, satisfy a condition. */
    public Invariants<S, M, U> channel(String name, Predicate<List<M>> condition) {
        return link(name, (one, other) -> condition.test(one) && condition.test(other));
    }

    /** Adds the invariant that every two different live processes in a situation satisfy a condition. */
    public Invariants<S, M, U> pair(
            String name,
            Predicate<Configuration.ProcessPair<S, M, U>> situation,
            Predicate<Configuration.ProcessPair<S, M, U>> condition) {
        return whole(name, all -> all.pairs().anyMatch(situation), all -> all.pairs()
                .filter(situation)
                .allMatch(condition));
    }

    /** Adds the invariant that the global state, in a situation, satisfies a condition. */
    public Invariants<S, M, U> whole(
            String name, Predicate<Configuration<S, M, U>> situation, Predicate<Configuration<S, M, U>> condition) {
        return add(new Invariant.OfConfiguration<>(name, situation, condition));
    }

    /** Adds the invariant that no two of these values of a global state are equal. */
    public Invariants<S, M, U> distinct(String name, Function<Configuration<S, M, U>, Stream<?>> values) {
        return whole(name, all -> values.apply(all).findAny().isPresent(), all -> values.apply(all)
                .allMatch(new HashSet<>()::add));
    }

    /** Adds the invariant that a step satisfies a condition, given the global states before and after it. */
    public Invariants<S, M, U> step(
            String name, Predicate<TraceEvent> situation, Invariant.StepCondition<S, M, U> condition) {
        return add(new Invariant.OfStep<>(name, situation, condition));
    }

    /** Returns the list of invariants. */
    public List<Invariant<S, M, U>> list() {
        return List.copyOf(all);
    }
}
