package symposium.kernel;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * An algorithm with one fault planted in it: a misprint read as printed, or a statement left out. The checker must refute it.
 *
 * @param name the variant, in words
 * @param protocol the faulty algorithm
 * @param exhibit where the fault shows; empty for whoever wants to know to search
 */
public record Variant<S, M, I, O>(String name, Protocol<S, M, I, O> protocol, Optional<Scenario> exhibit) {

    /** One that does not say where its fault shows. */
    public Variant(String name, Protocol<S, M, I, O> protocol) {
        this(name, protocol, Optional.empty());
    }

    /** One whose fault shows there. */
    public Variant(String name, Protocol<S, M, I, O> protocol, Scenario exhibit) {
        this(name, protocol, Optional.of(exhibit));
    }

    /** The same, whose fault shows there. */
    public Variant<S, M, I, O> showing(Scenario where) {
        return new Variant<>(name, protocol, where);
    }

    /** The algorithm whose steps by {@code rule} are bent; all others are those of {@code original}. */
    public static <S, M, I, O> Variant<S, M, I, O> bending(
            Protocol<S, M, I, O> original, Rule rule, String name, UnaryOperator<Step<S, M, O>> bend) {
        return new Variant<>(rule.label() + " " + name, new Protocol<>() {
            @Override
            public List<? extends Rule> rules() {
                return original.rules();
            }

            @Override
            public S initial(ProcessId self, Neighbours neighbours) {
                return original.initial(self, neighbours);
            }

            @Override
            public List<? extends Timer> initialTimers(S initial) {
                return original.initialTimers(initial);
            }

            @Override
            public boolean admits(S state, Neighbour from, M message) {
                return original.admits(state, from, message);
            }

            @Override
            public Step<S, M, O> step(S state, Event<M, I> event) {
                Step<S, M, O> step = original.step(state, event);
                return step.rule() == rule ? bend.apply(step) : step;
            }
        });
    }

    /** The same, and where the fault shows. */
    public static <S, M, I, O> Variant<S, M, I, O> bending(
            Protocol<S, M, I, O> original,
            Rule rule,
            String name,
            UnaryOperator<Step<S, M, O>> bend,
            Scenario exhibit) {
        return Variant.<S, M, I, O>bending(original, rule, name, bend).showing(exhibit);
    }

    /** A bend that leaves the sends out. */
    public static <S, M, O> Step<S, M, O> silenced(Step<S, M, O> step) {
        return new Step<>(
                step.rule(),
                step.next(),
                step.effects().stream()
                        .filter(effect -> !(effect instanceof Effect.Send))
                        .toList());
    }
}
