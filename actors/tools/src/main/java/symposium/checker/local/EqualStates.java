package symposium.checker.local;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import symposium.kernel.Effect;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Step;

/**
 * Equal states that print differently, from a sample. The checker keeps one state of those that are equal, so all of
 * them must behave alike. A queue that is a {@link java.util.LinkedHashSet} breaks that: its order does not count for
 * its equality.
 */
final class EqualStates<S> {

    private static final int SAMPLE = 1_000;

    private final AtomicInteger met = new AtomicInteger();
    private final Map<S, S> others = new ConcurrentHashMap<>();

    /** Takes a state that is equal to one that is kept. */
    void meets(S kept, S other) {
        if (kept != other && met.getAndIncrement() < SAMPLE && !kept.toString().equals(other.toString())) {
            others.putIfAbsent(kept, other);
        }
    }

    /** A state that is equal to this one and prints differently, if one is known. */
    Optional<S> other(S state) {
        return others.isEmpty() ? Optional.empty() : Optional.ofNullable(others.get(state));
    }

    /**
     * Compares the steps of two equal states on an event. The order of messages to different processes does not count.
     *
     * @throws InvariantViolation if the steps differ
     */
    static <S, M, O> void requireAlike(
            S kept, S other, Object event, List<Step<S, M, O>> one, List<Step<S, M, O>> two) {
        if (!one.stream()
                .map(EqualStates::essence)
                .toList()
                .equals(two.stream().map(EqualStates::essence).toList())) {
            throw new InvariantViolation(
                    PureCalls.PURE,
                    "the states " + kept + " and " + other + " are equal, and their steps on " + event + " are not: "
                            + one + " and " + two);
        }
    }

    private static <S, M, O> List<Object> essence(Step<S, M, O> step) {
        Map<Object, List<Effect<M, O>>> effects = step.effects().stream()
                .collect(Collectors.groupingBy(
                        effect -> effect instanceof Effect.Send<M, O> send ? send.to() : Optional.empty()));
        return List.of(step.rule(), step.next(), effects);
    }
}
