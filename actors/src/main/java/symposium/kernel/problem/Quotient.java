package symposium.kernel.problem;

import java.util.OptionalInt;

/**
 * Identifies global states of an algorithm that counts without bound, but only asks whether a number is the current
 * one. States that differ only by how far they have counted behave alike.
 *
 * <p>The phase is the current number; some process or message holds it. The normal form of a state renames the current
 * number to 1 and forgets every number that can never be current again. Normal forms must not change which steps are
 * possible, nor their normal forms. The checker relies on this; a test should compare with an exploration without the
 * quotient.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 */
public interface Quotient<S, M> {

    /** The current number, if this process holds it; positive. */
    OptionalInt phaseOf(S state);

    /** The current number, if this message holds it; positive. */
    OptionalInt phaseInTransit(M message);

    /** The normal form of a state, given the current number {@code phase}, or 0 if there is none. */
    S normal(S state, int phase);

    /** The normal form of a message. */
    M normalInTransit(M message, int phase);
}
