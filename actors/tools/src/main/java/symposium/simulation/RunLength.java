package symposium.simulation;

import java.util.function.Predicate;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Problem;
import symposium.kernel.runtime.GuardedProblem;

/**
 * Which users ask how often, and when a run ends.
 *
 * @param who the processes whose users ask
 * @param requests how often each asks
 * @param demands how often all ask together
 * @param entries how many entries end the run; 0 for no bound
 * @param ticks how many ticks end the run
 * @param rest how many ticks the run may take after the last entry until nothing more happens
 */
public record RunLength(Predicate<ProcessId> who, int requests, long demands, long entries, long ticks, long rest) {

    /** The least number of entries of a run whose length is not stated. */
    public static final int LEAST_ENTRIES = 100;

    /** How long messages travel at most where delays are random, in ticks. */
    public static final int SLOWEST = 10;

    /** More ticks than any run takes that ends. */
    public static final long MOST_TICKS = 1_000_000_000_000L;

    private static final long LEAST_REST = 100;

    /** Every user asks once, and the run goes on until nothing more happens: an election. */
    public static RunLength once(int count) {
        return new RunLength(process -> true, 1, Long.MAX_VALUE, count, MOST_TICKS, rest(SLOWEST, count));
    }

    /** Users ask again and again, as often in all as there are entries, and then the run comes to rest. */
    public static RunLength entries(long entries, int slowest, int count) {
        return new RunLength(process -> true, Integer.MAX_VALUE, entries, entries, MOST_TICKS, rest(slowest, count));
    }

    /** Nobody asks, and the run ends at that tick. */
    public static RunLength ticks(long ticks) {
        return new RunLength(process -> true, 0, 0, 0, ticks, 0);
    }

    /** Whether a problem has users that ask. */
    public static <U, I, O> boolean asks(Problem<U, I, O> problem) {
        Problem<U, I, O> guarded = new GuardedProblem<>(problem, () -> ProcessId.of(0));
        return !guarded.mayAsk(guarded.initial()).isEmpty();
    }

    /** These users: without a pause between what they have and what they ask for next. */
    public <U, I> Workload<U, I> users(Problem<U, I, ?> problem, Durations eating) {
        return Workload.demanding(problem, who, requests, Durations.exactly(0), eating);
    }

    /** Carries a run on to its end. */
    public Metrics run(Run<?, ?, ?, ?, ?> run) {
        Metrics served = entries == 0 ? run.runUntil(ticks) : run.runUntilServed(entries, ticks);
        return rest == 0 ? served : atRest(run, served, Math.min(ticks, served.time() + rest));
    }

    /**
     * The metrics of a run that has come to rest, if it does until then. A token that circulates for ever never comes
     * to rest; then the metrics are those before.
     */
    public static Metrics atRest(Run<?, ?, ?, ?, ?> run, Metrics served, long until) {
        Metrics rested = run.runUntilServed(Long.MAX_VALUE, until);
        return rested.quiet() ? rested : served;
    }

    /** The ticks that a run may take to come to rest. */
    public static long rest(int slowest, int count) {
        return LEAST_REST + 2L * slowest * count;
    }
}
