package symposium.kernel;

import java.util.List;

/**
 * A process p that is alive, another one q, and everything around them, as an invariant over pairs sees them.
 *
 * @param all everything
 * @param first p
 * @param second q
 */
public record ProcessPair<S, M, U>(Configuration<S, M, U> all, LiveProcess<S, U> first, LiveProcess<S, U> second) {

    /** The state of p. */
    public S p() {
        return first.state();
    }

    /** The state of q. */
    public S q() {
        return second.state();
    }

    /** What p has sent to q and has not arrived, of this type, oldest first; without sides. */
    public <N extends M> List<N> toQ(Class<N> type) {
        return all.inTransit(first.id(), second.id(), type);
    }

    /** What q has sent to p and has not arrived, of this type, oldest first; without sides. */
    public <N extends M> List<N> toP(Class<N> type) {
        return all.inTransit(second.id(), first.id(), type);
    }
}
