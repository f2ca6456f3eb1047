package symposium.kernel;

import java.util.OptionalInt;

/**
 * A way to see many global states as one, where an algorithm counts without bound but only ever asks whether a number is the current one:
 * two states that differ only in how far the count has come behave alike.
 *
 * <p>The phase is the current number; some process or message has it. A normal form is what is left of a state when the current number is
 * called 1 and all that can never be current again is forgotten. Taking normal forms must not change which steps are possible, nor what
 * their normal forms lead to; a checker relies on it, and a test should compare with an exploration without.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 */
public interface Quotient<S, M> {

    /** The current number, where this process has it; positive. */
    OptionalInt phaseOf(S state);

    /** The current number, where this message has it; positive. */
    OptionalInt phaseInTransit(M message);

    /** The normal form of a state when {@code phase} is the current number, or 0 when there is none anywhere. */
    S normal(S state, int phase);

    /** The normal form of a message. */
    M normalInTransit(M message, int phase);
}
