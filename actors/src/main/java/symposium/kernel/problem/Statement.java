package symposium.kernel.problem;

import java.util.function.Predicate;

/**
 * A statement about the global states of any algorithm, such as a user asks.
 *
 * @param name the name under which reports have it
 * @param situation the states that it is about; an implication is about those in which its premise is true
 * @param condition what must be true then
 */
public record Statement(
        String name,
        Predicate<? super Configuration<?, ?, ?>> situation,
        Predicate<? super Configuration<?, ?, ?>> condition) {

    /** Returns it as an invariant of an algorithm. */
    public <S, M, U> Invariant<S, M, U> invariant() {
        return new Invariant.OfConfiguration<>(name, situation::test, condition::test);
    }
}
