package symposium.simulation;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Problem;

/**
 * When users ask. A user is consulted whenever it has come to stand somewhere, once for each thing that it may ask
 * there; what it says then is void when it has come to stand elsewhere before.
 *
 * @param <U> where a user stands
 * @param <I> what a user asks
 */
@FunctionalInterface
public interface Workload<U, I> {

    /**
     * After how many ticks the user asks this, 0 or more; empty for never.
     *
     * @param random where all randomness comes from
     */
    OptionalLong asks(Standing<U> standing, I input, RandomGenerator random);

    /**
     * The same users, who make their first requests later.
     *
     * @param after the additional ticks before a first request; drawn for each request
     */
    default Workload<U, I> beginning(Durations after) {
        return (standing, input, random) -> {
            OptionalLong asks = asks(standing, input, random);
            return standing.demands() > 0 || asks.isEmpty()
                    ? asks
                    : OptionalLong.of(asks.getAsLong() + after.next(random));
        };
    }

    /**
     * The same users, who also think before each demand, the first one included. Think times are exponentially
     * distributed.
     *
     * <p>A user that has several demands to choose from thinks equally long, and then makes any of them with the same
     * probability: the least
     * of k such times with the mean k is such a time with the mean 1.
     *
     * @param mean the mean think time, in ticks
     */
    default Workload<U, I> thinking(Problem<U, I, ?> problem, double mean) {
        return (standing, input, random) -> {
            OptionalLong asks = asks(standing, input, random);
            if (asks.isEmpty() || !problem.demands(input)) {
                return asks;
            }
            long choices = problem.mayAsk(standing.user()).stream()
                    .filter(problem::demands)
                    .count();
            long thinks = Durations.exponential(mean * choices).next(random);
            return OptionalLong.of(asks.getAsLong() + thinks);
        };
    }

    /**
     * Where a user has come to stand.
     *
     * @param process whose user
     * @param user where it stands
     * @param demands how many demands it has made so far
     * @param since when it came to stand there, in ticks
     */
    record Standing<U>(ProcessId process, U user, int demands, long since) {}

    /**
     * Users who demand again and again.
     *
     * @param thinking how long until the next demand
     * @param eating how long until what is owed
     */
    static <U, I> Workload<U, I> busy(Problem<U, I, ?> problem, Durations thinking, Durations eating) {
        return (standing, input, random) -> OptionalLong.of((problem.demands(input) ? thinking : eating).next(random));
    }

    private static <U, I> Workload<U, I> owing(Problem<U, I, ?> problem, Durations eating, Workload<U, I> demands) {
        return (standing, input, random) ->
                problem.demands(input) ? demands.asks(standing, input, random) : OptionalLong.of(eating.next(random));
    }

    /**
     * Users of whom some demand again and again, up to a number of times. A user that waits asks for nothing else,
     * whether or not the problem would let it.
     *
     * @param who who demands at all
     * @param most how often each
     * @param thinking how long until the next demand
     * @param eating how long until what is owed
     */
    static <U, I> Workload<U, I> demanding(
            Problem<U, I, ?> problem, Predicate<ProcessId> who, int most, Durations thinking, Durations eating) {
        return owing(
                problem,
                eating,
                (standing, input, random) ->
                        !problem.waits(standing.user()) && standing.demands() < most && who.test(standing.process())
                                ? OptionalLong.of(thinking.next(random))
                                : OptionalLong.empty());
    }

    /**
     * Users of whom some demand once, at the beginning, and the others never.
     *
     * @param initiators who demands
     * @param eating how long until what is owed
     */
    static <U, I> Workload<U, I> initiating(Problem<U, I, ?> problem, Set<ProcessId> initiators, Durations eating) {
        return demanding(problem, initiators::contains, 1, Durations.exactly(0), eating);
    }

    /**
     * Users who demand by a timetable: each at its times, or as soon afterwards as it may; those without a time never.
     *
     * @param timetable by process, the ticks of its demands in ascending order
     * @param eating how long until what is owed
     */
    static <U, I> Workload<U, I> scheduled(
            Problem<U, I, ?> problem, Map<ProcessId, List<Long>> timetable, Durations eating) {
        return owing(problem, eating, (standing, input, random) -> {
            List<Long> times = timetable.getOrDefault(standing.process(), List.of());
            return standing.demands() < times.size()
                    ? OptionalLong.of(Math.max(0, times.get(standing.demands()) - standing.since()))
                    : OptionalLong.empty();
        });
    }
}
