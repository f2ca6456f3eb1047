package symposium.kernel;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;

/**
 * A named predicate that holds in every reachable state, in the paper's words where it has them.
 *
 * <p>A law says what it looks at. Most look at one process, at one message and its recipient, or add up such observations; the
 * checker makes each such observation once and remembers it. Only {@link OfConfiguration} and {@link OfStep} need the whole.
 *
 * <p>A law also says when it is put to the test, so that a report can tell one that holds from one that never had to.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> where a user stands
 */
public sealed interface Invariant<S, M, U> {

    /** The law in words; unique among the laws of an algorithm. */
    String name();

    /** Whoever is in a situation satisfies a condition, for each process that is alive. */
    record OfProcess<S, M, U>(String name, BiPredicate<S, U> situation, BiPredicate<S, U> condition)
            implements Invariant<S, M, U> {}

    /** For each message under way to a process that is alive: one of this kind finds its recipient so. */
    record OfDelivery<S, M, U>(String name, Predicate<M> kind, BiPredicate<M, S> condition)
            implements Invariant<S, M, U> {}

    /** For each link: what is under way in the one direction, and in the other. Put to the test when either is not empty. */
    record OfLink<S, M, U>(String name, BiPredicate<List<M>, List<M>> condition) implements Invariant<S, M, U> {}

    /**
     * The sum over all processes that are alive and all messages under way lies between two bounds, both included. Put to the test
     * when the sum is not zero.
     */
    record Count<S, M, U>(String name, ToIntBiFunction<S, U> ofProcess, ToIntFunction<M> ofMessage, int least, int most)
            implements Invariant<S, M, U> {}

    /** The whole satisfies a condition. */
    record OfConfiguration<S, M, U>(
            String name, Predicate<Configuration<S, M, U>> situation, Predicate<Configuration<S, M, U>> condition)
            implements Invariant<S, M, U> {}

    /** A step that something depends on satisfies a condition, given the whole before and after it. */
    record OfStep<S, M, U>(String name, Predicate<TraceEvent> situation, StepCondition<S, M, U> condition)
            implements Invariant<S, M, U> {}

    /** What {@link OfStep} asks of a step. */
    @FunctionalInterface
    interface StepCondition<S, M, U> {
        boolean holds(Configuration<S, M, U> before, TraceEvent occurrence, Configuration<S, M, U> after);
    }

    /** Whoever is in the situation satisfies the condition. */
    static <S, M, U> Invariant<S, M, U> process(String name, BiPredicate<S, U> situation, BiPredicate<S, U> condition) {
        return new OfProcess<>(name, situation, condition);
    }

    /** At most {@code most} processes are in a situation. */
    static <S, M, U> Invariant<S, M, U> atMost(int most, String name, BiPredicate<S, U> situation) {
        return new Count<>(name, (state, user) -> situation.test(state, user) ? 1 : 0, message -> 0, 0, most);
    }
}
