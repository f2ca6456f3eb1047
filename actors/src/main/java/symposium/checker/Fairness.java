package symposium.checker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
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

        private int visited;
        private int[] stack = new int[1 << 10];
        private int top;
        private int[] path = new int[1 << 10];
        private int[] next = new int[1 << 10];
        private int[] end = new int[1 << 10];
        private int length;
        private int[] edges = new int[1 << 12];
        private int edgesTop;
        private int[] room = new int[16];

        Search(int process) {
            this.process = process;
        }

        void run() {
            for (int root = 0; root < states && starved < 0 && !givenUp; root++) {
                if (order[root] == 0 && waits(process, root)) {
                    waitingSeen = true;
                    enter(root);
                    while (length > 0 && starved < 0 && !tooLate()) {
                        advance();
                    }
                }
            }
        }

        private void enter(int state) {
            order[state] = ++visited;
            low[state] = visited;
            if (top == stack.length) {
                stack = Arrays.copyOf(stack, top * 2);
            }
            stack[top++] = state;
            if (length == path.length) {
                path = Arrays.copyOf(path, length * 2);
                next = Arrays.copyOf(next, length * 2);
                end = Arrays.copyOf(end, length * 2);
            }
            path[length] = state;
            next[length] = edgesTop;
            room = graph.successors(state, room);
            int found = graph.count();
            int[] targets = room;
            int kept = 0;
            if (edgesTop + found > edges.length) {
                edges = Arrays.copyOf(edges, Math.max(edges.length * 2, edgesTop + found));
            }
            for (int successor = 0; successor < found; successor++) {
                if (waits(process, targets[successor])) {
                    edges[edgesTop + kept++] = targets[successor];
                }
            }
            edgesTop += kept;
            end[length] = edgesTop;
            length++;
        }

        private void advance() {
            int at = length - 1;
            int state = path[at];
            if (next[at] < end[at]) {
                int target = edges[next[at]++];
                if (order[target] == 0) {
                    enter(target);
                } else if (!closed[target]) {
                    low[state] = Math.min(low[state], order[target]);
                }
                return;
            }
            if (low[state] == order[state]) {
                close(state);
            }
            length--;
            edgesTop = at == 0 ? 0 : end[at - 1];
            if (length > 0) {
                int parent = path[length - 1];
                low[parent] = Math.min(low[parent], low[state]);
            }
        }

        private void close(int root) {
            int from = top;
            do {
                from--;
            } while (stack[from] != root);
            int[] members = Arrays.copyOfRange(stack, from, top);
            top = from;
            count(members);
            for (int member : members) {
                closed[member] = true;
            }
            checkFairness(members);
        }

        /** Computes the most overtaking steps on any path from this component through the components that follow it. */
        private void count(int[] members) {
            int most = 0;
            for (int member : members) {
                room = graph.successors(member, room);
                int found = graph.count();
                boolean[] overtakes = new boolean[found];
                for (int successor = 0; successor < found; successor++) {
                    overtakes[successor] = overtakes(space.successors().step(successor));
                }
                for (int successor = 0; successor < found; successor++) {
                    int target = room[successor];
                    int gain = overtakes[successor] ? 1 : 0;
                    if (closed[target]) {
                        most = Math.max(most, best[target] == UNBOUNDED ? UNBOUNDED : best[target] + gain);
                    } else if (order[target] != 0 && waits(process, target)) {
                        most = gain > 0 ? UNBOUNDED : most;
                    }
                }
            }
            for (int member : members) {
                best[member] = most;
            }
            overtaking = Math.max(overtaking, most);
        }

        private boolean overtakes(LocalStep step) {
            return step != null
                    && step.violation() == null
                    && !step.event().process().equals(space.id(process))
                    && counted.test(step);
        }

        private void checkFairness(int[] members) {
            Map<Long, Integer> possible = new HashMap<>();
            Set<Long> taken = new HashSet<>();
            Set<Integer> inside = new HashSet<>();
            for (int member : members) {
                inside.add(member);
            }
            for (int member : members) {
                room = graph.successors(member, room);
                Set<Long> here = new HashSet<>();
                for (int successor = 0; successor < graph.count(); successor++) {
                    if (space.successors().owed(successor)
                            && space.successors().kind(successor) != StepKind.DUPLICATION) {
                        long action = space.obligation(successor);
                        here.add(action);
                        if (inside.contains(room[successor])) {
                            taken.add(action);
                        }
                    }
                }
                here.forEach(action -> possible.merge(action, 1, Integer::sum));
            }
            boolean fair = true;
            for (Map.Entry<Long, Integer> action : possible.entrySet()) {
                if (action.getValue() == members.length && !taken.contains(action.getKey())) {
                    fair = false;
                    break;
                }
            }
            if (fair) {
                starved = members[0];
                for (int member : members) {
                    starved = Math.min(starved, member);
                }
                component = members;
            }
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
        Set<Integer> inside = new HashSet<>();
        for (int member : component) {
            inside.add(member);
        }
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
            int[] successors = graph.successors(state, new int[16]).clone();
            int found = graph.count();
            for (int successor = 0; successor < found; successor++) {
                int target = successors[successor];
                if (inside.contains(target) && before.putIfAbsent(target, state) == null) {
                    if (to.contains(target)) {
                        List<Integer> way = new ArrayList<>();
                        for (int at = target; at != from; at = before.get(at)) {
                            way.add(at);
                        }
                        Collections.reverse(way);
                        return way;
                    }
                    queue.add(target);
                }
            }
        }
        throw new IllegalStateException("the component is not strongly connected");
    }
}
