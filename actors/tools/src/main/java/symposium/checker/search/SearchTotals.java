package symposium.checker.search;

import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What a worker of a distributed search has found, or several of them together.
 *
 * @param states the number of states
 * @param bytes the memory in which they are stored
 * @param transitions the number of steps out of the expanded states
 * @param fired by rule, the number of its transitions
 * @param tested by invariant, whether what it speaks of has occurred
 * @param compared how many states were found to behave as their normal forms
 * @param observed whether the problem's observer has seen anything
 */
public record SearchTotals(
        long states, long bytes, long transitions, long[] fired, boolean[] tested, long compared, boolean observed) {

    /** These and others together. */
    public SearchTotals and(SearchTotals others) {
        boolean[] either = new boolean[tested.length];
        for (int invariant = 0; invariant < tested.length; invariant++) {
            either[invariant] = tested[invariant] || others.tested[invariant];
        }
        long[] sums = IntStream.range(0, fired.length)
                .mapToLong(rule -> fired[rule] + others.fired[rule])
                .toArray();
        return new SearchTotals(
                states + others.states,
                bytes + others.bytes,
                transitions + others.transitions,
                sums,
                either,
                compared + others.compared,
                observed || others.observed);
    }

    /** Whether any rule has fired. */
    boolean anyFired() {
        return LongStream.of(fired).anyMatch(times -> times > 0);
    }
}
