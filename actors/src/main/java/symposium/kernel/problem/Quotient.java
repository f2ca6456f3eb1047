package symposium.kernel.problem;

import java.util.OptionalInt;

/**
 * An equivalence of global states, for an algorithm that counts without bound but only compares whether a number is
 * greater than, or the same as, another one that is still in use. States that differ only by how far they have counted
 * behave alike.
 *
 * <p>A number is live if a later step may compare it. The checker collects the live numbers of a global state. The
 * normal form of the state renames them, for example 1, 2, 3 and so on in their order, separately for each series, or
 * subtracts the least of them from all. A number that is not live is forgotten. Normal forms must not change which
 * steps are possible, the normal forms after these steps, or which invariant is violated. The checker tests this
 * requirement on walks from the first states and from a sample of the other states. It compares the steps from each
 * state with the steps from its normal form, and ends the run if they differ.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 */
public interface Quotient<S, M> {

    /**
     * Returns the live numbers that a process holds. A mark, which is only compared for equality, is not among them.
     * {@link #normal} keeps a mark as long as a live number has the same magnitude.
     */
    LiveNumbers live(S state);

    /** Returns the live numbers that a message holds. */
    LiveNumbers liveInTransit(M message);

    /**
     * Rejects the live numbers of states that are outside the domain of this quotient.
     *
     * @param all some of the live numbers of a state, or all of them
     * @throws UnsoundQuotient if states with these live numbers must not be replaced by their normal forms
     */
    default void requireDomain(LiveNumbers all) {}

    /** Returns the state with each number replaced by its {@linkplain LiveNumbers#name name}. */
    S normal(S state, LiveNumbers live);

    /** Returns the message with each number replaced by its {@linkplain LiveNumbers#name name}. */
    M normalInTransit(M message, LiveNumbers live);

    /** Returns what the observer of the problem remembers, with each number replaced; by default unchanged. */
    default <O> Observer<O> normalObserver(Observer<O> observer, LiveNumbers live) {
        return observer;
    }

    /** Returns an output to a user with each number replaced; by default unchanged. */
    default <O> O normalOutput(O output, LiveNumbers live) {
        return output;
    }

    /** Returns this quotient for the processes of a run; by default it is the same for all. */
    default Quotient<S, M> at(Start start) {
        return this;
    }

    /**
     * Returns whether a state space is reduced.
     *
     * @param requests the number of requests of each user; empty for no bound
     * @param observer the observer of the problem
     */
    default boolean reduces(OptionalInt requests, Observer<?> observer) {
        return true;
    }
}
