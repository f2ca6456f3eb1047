package symposium.checker;

import java.util.function.LongConsumer;

/** The search for all states, in the order of their discovery, and what it has found so far. */
final class BreadthFirstSearch<S, M, U, I, O> {

    private static final int TELL = 1 << 20;

    private final StateSpace<S, M, U, I, O> space;
    private final StateExpander<S, M, U, I, O> expander;
    private final Limits limits;
    /** The deadline, as a value of {@link System#nanoTime}. */
    private final long deadline;

    private final LongConsumer progress;
    private final long[] fired;

    /** The state that is expanded next. */
    private int head;
    /** The first state that is farther from the initial state than {@link #depth}. */
    private int level = 1;

    private int depth;
    private long transitions;
    private long told = TELL;
    private StateExpander.Violation violation;

    BreadthFirstSearch(
            StateExpander<S, M, U, I, O> expander, Limits limits, long deadline, LongConsumer progress, int rules) {
        this.expander = expander;
        this.space = expander.space();
        this.limits = limits;
        this.deadline = deadline;
        this.progress = progress;
        this.fired = new long[rules];
    }

    StateSpace<S, M, U, I, O> space() {
        return space;
    }

    /** The number of states found. */
    int states() {
        return space.store().count();
    }

    /** The number of states expanded; also the state that violates a property, if one does. */
    int head() {
        return head;
    }

    int depth() {
        return depth;
    }

    long transitions() {
        return transitions;
    }

    /** How often each rule has fired, by its number. */
    long[] fired() {
        return fired;
    }

    /** The violation that ended the search, or null. */
    StateExpander.Violation violation() {
        return violation;
    }

    boolean complete() {
        return violation == null && head == states();
    }

    /** Searches until all is explored, a property is violated, or a limit is reached. */
    void run() {
        run(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /**
     * Searches until it ends, but expands only so many states, and stops where so many wait to be expanded.
     *
     * @return whether it has ended
     */
    boolean run(int most, int waiting) {
        int end = most > Integer.MAX_VALUE - head ? Integer.MAX_VALUE : head + most;
        while (head < states()) {
            if (head >= end || states() - head >= waiting) {
                return false;
            }
            begin();
            if (states() > limits.states() || (head & 0xfff) == 0 && late()) {
                return true;
            }
            int found = expander.expand(head, fired);
            if (found == StateExpander.VIOLATED) {
                violated(expander.violation());
                return true;
            }
            expanded(space.successors().rows(), 0, found, found);
        }
        return true;
    }

    /** Whether the time is over. */
    boolean late() {
        return System.nanoTime() > deadline;
    }

    /** Whether so many more states at most keep the limit. */
    boolean fits(int more) {
        return (long) states() + more <= limits.states();
    }

    /** Begins to expand the next state; more than once does no harm. */
    private void begin() {
        if (head == level) {
            depth++;
            level = states();
        }
        if (head == told) {
            progress.accept(states());
            told += TELL;
        }
    }

    /**
     * Takes the result of expanding the next state.
     *
     * @param rows its successors, among them all that are new
     * @param at where they begin
     * @param count their number
     * @param found the number of its successors, also of those that are known
     */
    void expanded(long[] rows, int at, int count, int found) {
        begin();
        transitions += found;
        space.store().addAll(rows, at, count, head);
        head++;
    }

    /** As {@link #expanded(long[], int, int, int)}, with the roots of the successors and their hashes. */
    void expanded(long[] roots, long[] hashes, int from, int to, int found) {
        begin();
        transitions += found;
        space.store().addRoots(roots, hashes, from, to, head);
        head++;
    }

    /** Takes the violation in the next state, or on a step out of it, which ends the search. */
    void violated(StateExpander.Violation by) {
        begin();
        violation = by;
    }
}
