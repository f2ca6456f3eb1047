package symposium.checker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import symposium.kernel.TraceEvent;

/**
 * Searches the complete state graph for starvation, and computes the bound on overtaking.
 *
 * <p>For each process, Tarjan's algorithm, without recursion, decomposes the states in which the process waits into
 * strongly connected components. A process waits while its user waits, or after it was asked to leave. A component
 * contains a fair execution if each mailbox, timer, notification and owed user action is impossible or taken
 * somewhere in the component. Tarjan's algorithm completes the components in reverse topological order. So the
 * longest path through them, counted in overtaking steps, is known as each one completes.
 */
final class Fairness<S, M, U, I, O> {

    private static final int UNBOUNDED = Integer.MAX_VALUE;

    private final StateSpace<S, M, U, I, O> space;
    private final StateGraph<S, M, U, I, O> graph;
    private final int states;
    private final Predicate<LocalStep> counted;

    private int starved = -1;
    private int[] component;
    private boolean waitingSeen;
    private int overtaking;
    /** Whether a user is served by its first request and by its last one while another waits. */
    private boolean requestsBind;

    /** The deadline, as a value of {@link System#nanoTime}. */
    private final long deadline;

    private int looks;
    private boolean givenUp;

    /**
     * @param counted the steps of others that count as overtaking
     * @param deadline the deadline, as a value of {@link System#nanoTime}
     */
    Fairness(StateSpace<S, M, U, I, O> space, Predicate<LocalStep> counted, long deadline) {
        this.deadline = deadline;
        this.space = space;
        this.counted = counted;
        this.graph = new StateGraph<>(space);
        this.states = space.store().count();
    }

    void search() {
        for (int process = 0; process < space.processes() && starved < 0 && !givenUp; process++) {
            new Search(process).run();
        }
    }

    /** A state on a fair cycle on which a process waits, or -1. */
    int starved() {
        return starved;
    }

    /** Whether the search ended at the deadline, undecided. */
    boolean givenUp() {
        return givenUp;
    }

    private boolean tooLate() {
        if ((++looks & 0x3ff) == 0 && System.nanoTime() - deadline > 0) {
            givenUp = true;
        }
        return givenUp;
    }

    boolean waitingSeen() {
        return waitingSeen;
    }

    /** The maximal number of steps that overtake a waiting process; empty if there is no bound. */
    OptionalInt overtaking() {
        return overtaking == UNBOUNDED || givenUp ? OptionalInt.empty() : OptionalInt.of(overtaking);
    }

    /**
     * Whether some user overtakes a waiting process with all its requests: with more of them it might do so more often.
     */
    boolean requestsBind() {
        return requestsBind;
    }

    private boolean waits(int process, int state) {
        space.visit(state);
        return space.waits(process);
    }

    /** Tarjan's algorithm on the states in which one process waits. */
    private final class Search {
        private final int process;
        private final int[] order = new int[states];
        private final int[] low = new int[states];
        private final boolean[] closed = new boolean[states];
        /** By state: the most overtaking steps on any path from here on; valid once the component is closed. */
        private final int[] best = new int[states];
        /**
         * By state: the users, as bits, whose last request overtakes on a path from here on; valid like {@link #best}.
         */
        private final long[] last = new long[states];

        private int visited;
        /** The states of the components that are not complete. */
        private final IntStack open = new IntStack();
        /** The states of the path from the root. */
        private final IntStack path = new IntStack();
        /** The edges out of the states of the path that have not been followed, and before them their number. */
        private final IntStack edges = new IntStack();

        Search(int process) {
            this.process = process;
        }

        void run() {
            for (int root = 0; root < states && starved < 0 && !givenUp; root++) {
                if (order[root] == 0 && waits(process, root)) {
                    waitingSeen = true;
                    enter(root);
                    while (path.size() > 0 && starved < 0 && !tooLate()) {
                        advance();
                    }
                }
            }
        }

        private void enter(int state) {
            order[state] = ++visited;
            low[state] = visited;
            open.push(state);
            path.push(state);
            int kept = 0;
            int[] targets = graph.successors(state);
            for (int at = targets.length - 1; at >= 0; at--) {
                if (waits(process, targets[at])) {
                    edges.push(targets[at]);
                    kept++;
                }
            }
            edges.push(kept);
        }

        private void advance() {
            int state = path.peek();
            int left = edges.pop();
            if (left > 0) {
                int target = edges.pop();
                edges.push(left - 1);
                if (order[target] == 0) {
                    enter(target);
                } else if (!closed[target]) {
                    low[state] = Math.min(low[state], order[target]);
                }
                return;
            }
            if (low[state] == order[state]) {
                close(open.popTo(state));
            }
            path.pop();
            if (path.size() > 0) {
                int parent = path.peek();
                low[parent] = Math.min(low[parent], low[state]);
            }
        }

        /**
         * Closes a component: computes the most overtaking steps on any path from it through the components that
         * follow it, and whether it contains a fair execution.
         */
        private void close(int[] members) {
            int most = 0;
            long exhausted = 0;
            Set<Long> alwaysPossible = null;
            Set<Long> taken = new HashSet<>();
            for (int member : members) {
                int[] targets = graph.successors(member);
                Set<Long> possible = new HashSet<>();
                for (int successor = 0; successor < targets.length; successor++) {
                    int target = targets[successor];
                    int gain = overtakes(space.successors().step(successor)) ? 1 : 0;
                    boolean inside = order[target] != 0 && !closed[target];
                    if (gain > 0 && (inside || closed[target])) {
                        exhausted |= space.exhausted(space.successors().step(successor));
                    }
                    if (closed[target]) {
                        exhausted |= last[target];
                        most = Math.max(most, best[target] == UNBOUNDED ? UNBOUNDED : best[target] + gain);
                    } else if (inside && gain > 0) {
                        most = UNBOUNDED;
                    }
                    if (space.successors().obliges(successor)) {
                        possible.add(space.obligation(successor));
                        if (inside) {
                            taken.add(space.obligation(successor));
                        }
                    }
                }
                if (alwaysPossible == null) {
                    alwaysPossible = possible;
                }
                alwaysPossible.retainAll(possible);
            }
            for (int member : members) {
                best[member] = most;
                last[member] = exhausted;
                closed[member] = true;
                if (exhausted != 0 && !requestsBind) {
                    space.visit(member);
                    requestsBind = (exhausted & space.unserved()) != 0;
                }
            }
            overtaking = Math.max(overtaking, most);
            if (taken.containsAll(alwaysPossible)) {
                starved = Arrays.stream(members).min().orElseThrow();
                component = members;
            }
        }

        private boolean overtakes(LocalStep step) {
            return step.rule() >= 0 && !step.event().process().equals(space.id(process)) && counted.test(step);
        }
    }

    /**
     * A cycle through the component of a starvation: from the state found through its states and back. A long one skips
     * states after 200 steps.
     */
    List<TraceEvent> cycle() {
        if (component.length == 1) {
            return List.of();
        }
        Set<Integer> inside = Arrays.stream(component).boxed().collect(Collectors.toSet());
        List<TraceEvent> round = new ArrayList<>();
        int at = starved;
        Set<Integer> left = new HashSet<>(inside);
        left.remove(at);
        while (!left.isEmpty() && round.size() < 200) {
            List<Integer> way = way(at, inside, left);
            for (int state : way) {
                round.addAll(graph.events(at, state));
                left.remove(state);
                at = state;
            }
        }
        if (at != starved) {
            for (int state : way(at, inside, Set.of(starved))) {
                round.addAll(graph.events(at, state));
                at = state;
            }
        }
        return round;
    }

    private List<Integer> way(int from, Set<Integer> inside, Set<Integer> to) {
        Map<Integer, Integer> before = new HashMap<>();
        Deque<Integer> queue = new ArrayDeque<>(List.of(from));
        before.put(from, from);
        while (!queue.isEmpty()) {
            int state = queue.remove();
            for (int target : graph.successors(state)) {
                if (inside.contains(target) && before.putIfAbsent(target, state) == null) {
                    if (to.contains(target)) {
                        LinkedList<Integer> way = new LinkedList<>();
                        for (int at = target; at != from; at = before.get(at)) {
                            way.addFirst(at);
                        }
                        return way;
                    }
                    queue.add(target);
                }
            }
        }
        throw new IllegalStateException("the component is not strongly connected");
    }
}
