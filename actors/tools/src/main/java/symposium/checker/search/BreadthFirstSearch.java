package symposium.checker.search;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import symposium.checker.model.Limits;
import symposium.checker.model.Progress;
import symposium.checker.model.Scaling;
import symposium.checker.space.StateSpace;

/** The search for all states, in the order of their discovery, and what it has found so far. */
public final class BreadthFirstSearch<S, M, U, I, O> {

    private static final int TELL = 1 << 17;

    private final StateSpace<S, M, U, I, O> space;
    private final StateExpander<S, M, U, I, O> expander;
    private final Limits limits;
    /** The deadline, as a value of {@link System#nanoTime}. */
    private final long deadline;

    private final Consumer<Progress> progress;
    private final long[] fired;
    /** When the search has begun, as a value of {@link System#nanoTime}. */
    private long start = System.nanoTime();

    /** The state that is expanded next. */
    private int head;
    /** The first state that is farther from the initial state than {@link #depth}. */
    private int level = 1;

    private int depth;
    private long transitions;
    private long told = TELL;
    private StateExpander.Violation violation;
    /** The state that violates a property, or a step out of which does. */
    private int violating;
    /** Whether the search is to pause. */
    private BooleanSupplier pause = () -> false;

    private boolean paused;

    /** The number of workers, 0 for a single thread, and how they spent their time, in nanoseconds. */
    private int workers;

    private long together;
    private long serial;
    private long waiting;

    public BreadthFirstSearch(
            StateExpander<S, M, U, I, O> expander,
            Limits limits,
            long deadline,
            Consumer<Progress> progress,
            int rules) {
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

    /** The number of states expanded. */
    int head() {
        return head;
    }

    /** The state of the violation that ended the search: it, or a step out of it, violates a property. */
    public int violating() {
        return violating;
    }

    public int depth() {
        return depth;
    }

    public long transitions() {
        return transitions;
    }

    /** How often each rule has fired, by its number. */
    public long[] fired() {
        return fired;
    }

    /** @param asked says whether the search is to pause; asked now and then */
    void pauseWhen(BooleanSupplier asked) {
        pause = asked;
    }

    /** Whether the search has stopped to go on later. */
    public boolean paused() {
        return paused;
    }

    public void goOn() {
        paused = false;
    }

    /** Whether the search is to stop here, to go on later. */
    boolean pauses() {
        paused |= pause.getAsBoolean();
        return paused;
    }

    /** What a search has counted, apart from the states, and the time that it has taken, in nanoseconds. */
    record Counts(int head, int level, int depth, long transitions, long[] fired, long nanos) {}

    Counts counts() {
        return new Counts(head, level, depth, transitions, fired, nanos());
    }

    /** The time since the search began, that of the search of which it goes on included, in nanoseconds. */
    public long nanos() {
        return System.nanoTime() - start;
    }

    /** Goes on where another search of the same states has stopped. */
    void restore(Counts counts) {
        head = counts.head();
        level = counts.level();
        depth = counts.depth();
        transitions = counts.transitions();
        start -= counts.nanos();
        System.arraycopy(counts.fired(), 0, fired, 0, fired.length);
        told = (long) (head / TELL + 1) * TELL;
    }

    /** How the time of several workers was spent. */
    public Optional<Scaling> scaling() {
        return workers == 0 ? Optional.empty() : Optional.of(Scaling.of(workers, together, serial, waiting));
    }

    /**
     * Several workers have searched.
     *
     * @param duration how long, in nanoseconds
     * @param alone the time in which only one at a time could go on
     * @param waited the time in which workers waited, that of all together
     */
    void searched(int byWorkers, long duration, long alone, long waited) {
        workers = byWorkers;
        together += duration;
        serial += alone;
        waiting += waited;
    }

    /** The violation that ended the search, or null. */
    public StateExpander.Violation violation() {
        return violation;
    }

    public boolean complete() {
        return violation == null && head == states();
    }

    /** Searches until all is explored, a property is violated, or a limit is reached. */
    public void run() {
        run(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /**
     * Searches until it ends, or one of two bounds is reached.
     *
     * @param most how many states are expanded at most
     * @param waiting the search stops where this number of states waits to be expanded
     * @return whether it has ended
     */
    public boolean run(int most, int waiting) {
        int end = most > Integer.MAX_VALUE - head ? Integer.MAX_VALUE : head + most;
        while (head < states()) {
            if (head >= end || states() - head >= waiting) {
                return false;
            }
            if ((head & 0x3ff) == 0 && pauses()) {
                return true;
            }
            begin();
            if (states() > limits.states() || (head & 0xfff) == 0 && late()) {
                return true;
            }
            int found = expander.expand(space.state(head), fired);
            if (found == StateExpander.VIOLATED) {
                violated(expander.violation());
                shorten();
                return true;
            }
            expanded(space.successors().rows(), 0, found, found);
        }
        return true;
    }

    /** Whether the time is over. */
    boolean late() {
        return System.nanoTime() - deadline > 0;
    }

    /** Whether the limit admits this number of further states. */
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
            progress.accept(new Progress(states(), states() - head, depth));
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
    public void violated(StateExpander.Violation by) {
        begin();
        violation = by;
        violating = head;
    }

    /**
     * Prefers a later state of the level that violates a property itself to a step out of an earlier one that does: the
     * counterexample is then shorter by that step. It looks until the deadline.
     */
    void shorten() {
        if (violation.by().isEmpty()) {
            return;
        }
        for (int state = head + 1; state < level && ((state & 0xfff) != 0 || !late()); state++) {
            if (expander.violates(space.state(state))) {
                violation = expander.violation();
                violating = state;
                return;
            }
        }
    }
}
