package symposium.checker.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import symposium.checker.space.StateGraph;
import symposium.checker.space.StateSpace;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Response.Demand;

/**
 * Searches the complete state graph for a run that does not do what is demanded. The states of interest are those that
 * a demand reaches before its end. The run goes to one that must not be among them, or to a fair cycle of them.
 */
public final class ResponseSearch<S, M, U, I, O> {

    /**
     * A run that does not do what is demanded.
     *
     * @param from the state from which on it is demanded
     * @param events what happens from there on
     * @param cycle what is repeated forever then; empty if nothing has to happen, or what happened is wrong
     */
    public record Failure(int from, List<TraceEvent> events, List<TraceEvent> cycle) {}

    private static final int NONE = -1;

    private final StateSpace<S, M, U, I, O> space;
    private final StateGraph<S, M, U, I, O> graph;
    /** The deadline, as a value of {@link System#nanoTime}. */
    private final long deadline;
    /** By state: the state before it on a way from where something is demanded. */
    private final int[] before;

    private final BitSet inside = new BitSet();
    private boolean demanded;
    private boolean givenUp;

    /** @param deadline the deadline, as a value of {@link System#nanoTime} */
    public ResponseSearch(StateSpace<S, M, U, I, O> space, long deadline) {
        this.space = space;
        this.graph = new StateGraph<>(space);
        this.deadline = deadline;
        this.before = new int[space.store().count()];
    }

    /** Whether anything was demanded in some state, also where it was true at once. */
    public boolean demanded() {
        return demanded;
    }

    /** Whether the search ended at the deadline, undecided. */
    public boolean givenUp() {
        return givenUp;
    }

    /** Searches for a failure. */
    public Optional<Failure> search(Demand demand) {
        inside.clear();
        Arrays.fill(before, NONE);
        Deque<Integer> left = begin(demand);
        while (!left.isEmpty() && !late()) {
            int at = left.remove();
            if (demand.meanwhile().filter(meanwhile -> !is(at, meanwhile)).isPresent()) {
                return Optional.of(failure(at, List.of()));
            }
            for (int next : graph.successors(at)) {
                if (!inside.get(next) && !is(next, demand.end())) {
                    inside.set(next);
                    before[next] = at;
                    left.add(next);
                }
            }
        }
        if (givenUp || demand.meanwhile().isPresent()) {
            return Optional.empty();
        }
        Fairness<S, M, U, I, O> fairness = Fairness.within(space, inside, deadline);
        fairness.search(tasks -> tasks.forEach(Runnable::run));
        givenUp |= fairness.givenUp();
        return fairness.starved() == NONE
                ? Optional.empty()
                : Optional.of(failure(fairness.starved(), fairness.cycle()));
    }

    private Deque<Integer> begin(Demand demand) {
        Deque<Integer> begin = new ArrayDeque<>();
        int most = demand.when().isPresent() ? before.length : 1;
        for (int state = 0; state < most && !late(); state++) {
            int at = state;
            if (demand.when().map(when -> is(at, when)).orElse(true)) {
                demanded = true;
                if (!is(at, demand.end())) {
                    inside.set(at);
                    begin.add(at);
                }
            }
        }
        return begin;
    }

    private boolean is(int state, Predicate<Configuration<?, ?, ?>> condition) {
        return condition.test(space.configuration(space.state(state)));
    }

    private boolean late() {
        givenUp |= System.nanoTime() - deadline > 0;
        return givenUp;
    }

    private Failure failure(int state, List<TraceEvent> cycle) {
        List<TraceEvent> events = new ArrayList<>();
        int at = state;
        while (before[at] != NONE) {
            events.addAll(0, graph.events(before[at], at));
            at = before[at];
        }
        return new Failure(at, events, cycle);
    }
}
