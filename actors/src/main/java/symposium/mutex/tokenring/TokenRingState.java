package symposium.mutex.tokenring;

import java.util.Locale;
import java.util.Optional;
import symposium.mutex.Fence;
import symposium.regeneration.misra.many.ManyState;

/**
 * A process of the ring.
 *
 * @param tokens which tokens are here, and what they and the process know of each other
 * @param place where in its text it is
 * @param generation the highest generation of the privilege of which it has heard
 * @param fence the fence of the latest grant, while the token is here
 */
public record TokenRingState(ManyState tokens, Place place, long generation, Optional<Fence> fence) {

    /** Where in its text a process is. */
    public enum Place {
        /** It does not want the critical section. */
        OUTSIDE,
        /** {@code wait (token)}. */
        WAITING,
        /** In the critical section. */
        INSIDE
    }

    /** Whether the token is here. */
    public boolean holdsToken() {
        return fence.isPresent();
    }

    /** Whether it has no neighbours. */
    public boolean cutOff() {
        return tokens.neighbours().isEmpty();
    }

    TokenRingState at(Place other) {
        return new TokenRingState(tokens, other, generation, fence);
    }

    TokenRingState with(ManyState other) {
        return new TokenRingState(other, place, generation, fence);
    }

    TokenRingState holding(Fence latest) {
        return new TokenRingState(tokens, place, latest.generation(), Optional.of(latest));
    }

    TokenRingState withoutToken() {
        return new TokenRingState(tokens, place, generation, Optional.empty());
    }

    TokenRingState hearing(long other) {
        return new TokenRingState(tokens, place, Math.max(generation, other), fence);
    }

    @Override
    public String toString() {
        return place.name().toLowerCase(Locale.ROOT) + " g" + generation
                + fence.map(it -> " token " + it).orElse("") + " " + tokens;
    }
}
