package symposium.kernel.problem;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.composition.ForwardingProtocol;
import symposium.kernel.composition.Mutation;

/**
 * Builds the {@link Variant}s of an algorithm: the misprints and planted faults that the checker must refute.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public final class Variants<S, M, I, O> {

    private final Protocol<S, M, I, O> original;
    private final List<Variant<S, M, I, O>> all = new ArrayList<>();

    private Variants(Protocol<S, M, I, O> original) {
        this.original = original;
    }

    /** No variants. */
    public static <S, M, I, O> Variants<S, M, I, O> none() {
        return new Variants<>(null);
    }

    /** Variants of this protocol. */
    public static <S, M, I, O> Variants<S, M, I, O> of(Protocol<S, M, I, O> original) {
        return new Variants<>(original);
    }

    /** Adds a protocol whose steps by {@code rule} are mutated, and a scenario in which the fault shows. */
    public Variants<S, M, I, O> mutate(Rule rule, String what, Mutation<S, M, O> mutation, Scenario scenario) {
        return add(rule.label() + " " + what, mutated(original, rule, mutation), scenario);
    }

    /** Adds a protocol whose steps by {@code rule} are mutated; a search must find where the fault shows. */
    public Variants<S, M, I, O> mutate(Rule rule, String what, Mutation<S, M, O> mutation) {
        return add(rule.label() + " " + what, mutated(original, rule, mutation));
    }

    /** Adds a protocol in which a process receives these messages, given its state, and all others wait. */
    public Variants<S, M, I, O> admitting(String what, BiPredicate<S, M> admitted) {
        return add(what, new ForwardingProtocol<>(original) {
            @Override
            public boolean admits(S state, Neighbour from, M message) {
                return admitted.test(state, message);
            }
        });
    }

    /** Adds another protocol, and a scenario in which its fault shows. */
    public Variants<S, M, I, O> add(String name, Protocol<S, M, I, O> other, Scenario scenario) {
        return add(name, other, Optional.of(scenario));
    }

    /** Adds another protocol; a search must find where its fault shows. */
    public Variants<S, M, I, O> add(String name, Protocol<S, M, I, O> other) {
        return add(name, other, Optional.empty());
    }

    /** Adds another protocol, and a scenario in which its fault shows, if one is known. */
    public Variants<S, M, I, O> add(String name, Protocol<S, M, I, O> other, Optional<Scenario> scenario) {
        all.add(new Variant<>(name, other, scenario));
        return this;
    }

    /** The list. */
    public List<Variant<S, M, I, O>> list() {
        return List.copyOf(all);
    }

    /** A protocol in which a process mistakes each message for another, given its state. */
    public static <S, M, I, O> Protocol<S, M, I, O> misreading(
            Protocol<S, M, I, O> original, BiFunction<S, M, M> reading) {
        return stepping(
                original, (state, event) -> original.step(state, event.map(message -> reading.apply(state, message))));
    }

    /** The protocol {@code original} with mutated steps by {@code rule}. */
    public static <S, M, I, O> Protocol<S, M, I, O> mutated(
            Protocol<S, M, I, O> original, Rule rule, Mutation<S, M, O> mutation) {
        return mutated(original, (before, step) -> step.rule() == rule ? mutation.apply(before, step) : step);
    }

    /** The protocol {@code original} with mutated steps by all rules. */
    public static <S, M, I, O> Protocol<S, M, I, O> mutated(Protocol<S, M, I, O> original, Mutation<S, M, O> mutation) {
        return stepping(original, (state, event) -> mutation.apply(state, original.step(state, event)));
    }

    /** The protocol {@code original} with these steps instead of its own, by state and event. */
    public static <S, M, I, O> Protocol<S, M, I, O> stepping(
            Protocol<S, M, I, O> original, BiFunction<S, Event<M, I>, Step<S, M, O>> steps) {
        return new ForwardingProtocol<>(original) {
            @Override
            public Step<S, M, O> step(S state, Event<M, I> event) {
                return steps.apply(state, event);
            }
        };
    }
}
