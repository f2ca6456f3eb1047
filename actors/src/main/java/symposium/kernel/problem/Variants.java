package symposium.kernel.problem;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.composition.Mutation;

/**
 * A builder of the {@link Variant}s of an algorithm: the misprints and planted faults that the checker must refute.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
public final class Variants<S, M, I, O> {

    private final Protocol<S, M, I, O> original;
    private final List<Variant<S, M, I, O>> all = new ArrayList<>();

    private Variants(Protocol<S, M, I, O> original) {
        this.original = original;
    }

    /** Returns a builder without a protocol, for an algorithm without variants. */
    public static <S, M, I, O> Variants<S, M, I, O> none() {
        return new Variants<>(null);
    }

    /** Returns a builder of variants of this protocol. */
    public static <S, M, I, O> Variants<S, M, I, O> of(Protocol<S, M, I, O> original) {
        return new Variants<>(original);
    }

    /** Adds a protocol with this fault in the steps by {@code rule}, and a scenario in which the fault shows. */
    public Variants<S, M, I, O> mutate(Rule rule, String what, Mutation<S, M, I, O> mutation, Scenario scenario) {
        return mutate(rule.label() + " " + what, mutation.at(rule), scenario);
    }

    /**
     * Adds a protocol with this fault in the steps by {@code rule}. A search must find the scenario in which the fault
     * shows.
     */
    public Variants<S, M, I, O> mutate(Rule rule, String what, Mutation<S, M, I, O> mutation) {
        return mutate(rule.label() + " " + what, mutation.at(rule));
    }

    /** Adds a protocol with this fault, and a scenario in which it shows. */
    public Variants<S, M, I, O> mutate(String name, Mutation<S, M, I, O> mutation, Scenario scenario) {
        return add(name, mutation.of(original), scenario);
    }

    /** Adds a protocol with this fault. A search must find the scenario in which the fault shows. */
    public Variants<S, M, I, O> mutate(String name, Mutation<S, M, I, O> mutation) {
        return add(name, mutation.of(original));
    }

    /** Adds a protocol with this fault, and a scenario in which it shows, if one is known. */
    public Variants<S, M, I, O> mutate(String name, Mutation<S, M, I, O> mutation, Optional<Scenario> scenario) {
        return add(name, mutation.of(original), scenario);
    }

    /** Adds another protocol, and a scenario in which its fault shows. */
    public Variants<S, M, I, O> add(String name, Protocol<S, M, I, O> other, Scenario scenario) {
        return add(name, other, Optional.of(scenario));
    }

    /** Adds another protocol. A search must find the scenario in which its fault shows. */
    public Variants<S, M, I, O> add(String name, Protocol<S, M, I, O> other) {
        return add(name, other, Optional.empty());
    }

    /** Adds another protocol, and a scenario in which its fault shows, if one is known. */
    public Variants<S, M, I, O> add(String name, Protocol<S, M, I, O> other, Optional<Scenario> scenario) {
        all.add(new Variant<>(name, other, scenario));
        return this;
    }

    /** Returns the list of variants. */
    public List<Variant<S, M, I, O>> list() {
        return List.copyOf(all);
    }
}
