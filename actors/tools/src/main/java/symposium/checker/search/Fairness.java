package symposium.checker.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.checker.local.LocalStep;
import symposium.checker.number.Guard;
import symposium.checker.number.Interner;
import symposium.checker.space.StateGraph;
import symposium.checker.space.StateSpace;
import symposium.checker.store.IntSequence;
import symposium.kernel.TraceEvent;

/**
 * Searches the complete state graph for starvation, and computes the bound on overtaking.
 *
 * <p>For each process, Tarjan's algorithm, without recursion, decomposes the states in which the process waits into
 * strongly connected components. A process waits while its user waits, or after it was asked to leave. A component
 * contains a fair execution if each mailbox, timer, notification and owed user action is impossible or taken
 * somewhere in the component, or the timer is restarted there. Tarjan's algorithm completes the components in reverse
 * topological order. So the longest path through them, counted in overtaking steps, is known as each one completes.
 *
 * <p>The processes are independent of one another, so several threads share them. The steps are computed again, not
 * stored: a thread holds four bytes for each state, and the way that it has taken.
 */
public final class Fairness<S, M, U, I, O> {

    private static final int UNBOUNDED = Integer.MAX_VALUE;
    /** A cycle that has more steps leaves out the rest of its component. */
    private static final int LONG = 200;

    private final StateSpace<S, M, U, I, O> space;
    private final int states;
    private final Predicate<LocalStep> counted;
    private final Waits<S, M, U, I, O> waits;
    private final List<Search> searches;

    /** The deadline, as a value of {@link System#nanoTime}. */
    private final long deadline;

    /** The first process that starves, as far as known; beyond the last for none. */
    private volatile int firstStarved;

    private volatile boolean givenUp;

    /**
     * @param counted the steps of others that count as overtaking
     * @param deadline the deadline, as a value of {@link System#nanoTime}
     */
    public Fairness(StateSpace<S, M, U, I, O> space, Predicate<LocalStep> counted, long deadline) {
        this(
                space,
                counted,
                deadline,
                space.processes(),
                (view, state, process) -> view.waits(view.state(state), process));
    }

    private Fairness(
            StateSpace<S, M, U, I, O> space,
            Predicate<LocalStep> counted,
            long deadline,
            int searches,
            Waits<S, M, U, I, O> waits) {
        this.deadline = deadline;
        this.space = space;
        this.counted = counted;
        this.waits = waits;
        this.states = space.store().count();
        this.firstStarved = searches;
        this.searches = IntStream.range(0, searches).mapToObj(Search::new).toList();
    }

    /**
     * Searches for fair executions that stay in some states, in place of those in which a process waits.
     *
     * @param inside the states
     * @param deadline the deadline, as a value of {@link System#nanoTime}
     */
    static <S, M, U, I, O> Fairness<S, M, U, I, O> within(
            StateSpace<S, M, U, I, O> space, BitSet inside, long deadline) {
        return new Fairness<>(space, step -> false, deadline, 1, (view, state, search) -> inside.get(state));
    }

    /** Whether a state is of interest to a search. */
    @FunctionalInterface
    private interface Waits<S, M, U, I, O> {
        boolean in(StateSpace<S, M, U, I, O> view, int state, int search);
    }

    /** @param executor runs all that it is given, and waits until all has been run */
    public void search(Consumer<List<Runnable>> executor) {
        executor.accept(List.copyOf(searches));
    }

    /** The searches up to the first process that starves: those that one thread would have made. */
    private Stream<Search> made() {
        return searches.stream().limit(firstStarved + 1L);
    }

    /** A state on a fair cycle on which a process waits, or -1. */
    public int starved() {
        return firstStarved < searches.size() ? searches.get(firstStarved).starved : -1;
    }

    /** Whether the search ended at the deadline, undecided. */
    public boolean givenUp() {
        return givenUp;
    }

    public boolean waitingSeen() {
        return made().anyMatch(search -> search.waitingSeen);
    }

    /** The maximal number of steps that overtake a waiting process; empty if there is no bound. */
    public OptionalInt overtaking() {
        int most = made().mapToInt(search -> search.overtaking).max().orElse(0);
        return most == UNBOUNDED || givenUp ? OptionalInt.empty() : OptionalInt.of(most);
    }

    /**
     * Whether some user overtakes a waiting process with all its requests: with more of them it might do so more often.
     */
    public boolean requestsBind() {
        return made().anyMatch(search -> search.requestsBind);
    }

    /**
     * What is known of a component, and the same for all its states.
     *
     * @param best the most overtaking steps on any path from here on
     * @param last the users, as bits, whose last request overtakes on a path from here on
     */
    private record Ahead(int best, long last) {}

    /** Tarjan's algorithm on the states in which one process waits. */
    private final class Search implements Runnable {
        private final int process;
        private StateSpace<S, M, U, I, O> view;
        private StateGraph<S, M, U, I, O> graph;
        /**
         * By state: 0 before it is visited; its place in the order of visits while its component is open; then the
         * number, inverted, of what is {@link Ahead}.
         */
        private int[] order;

        private final Interner<Ahead> aheads = new Interner<>(new Guard());

        private int visited;
        /** The states of the components that are not complete. */
        private final IntSequence open = new IntSequence();
        /** The states of the path from the root. */
        private final IntSequence path = new IntSequence();
        /** By state of the path: the least place of an open state that it reaches. */
        private final IntSequence low = new IntSequence();
        /** The edges out of the states of the path that have not been followed, and before them their number. */
        private final IntSequence edges = new IntSequence();

        private int looks;
        private int starved = -1;
        private int[] component;
        /** The obligations that are possible in each state of the component. */
        private Set<Long> owed;

        private boolean waitingSeen;
        private int overtaking;
        /** Whether a user is served by its first request and by its last one while another waits. */
        private boolean requestsBind;

        Search(int process) {
            this.process = process;
        }

        @Override
        public void run() {
            view = space.view();
            graph = new StateGraph<>(view);
            order = new int[states];
            for (int root = 0; root < states && !ended(); root++) {
                if (order[root] == 0 && waits(root)) {
                    waitingSeen = true;
                    enter(root);
                    while (path.size() > 0 && !ended()) {
                        advance();
                    }
                }
            }
            order = null;
            graph = null;
            view = null;
        }

        /** Whether the result is known, or no longer of interest. */
        private boolean ended() {
            if ((++looks & 0x3ff) == 0 && System.nanoTime() - deadline > 0) {
                givenUp = true;
            }
            return givenUp || starved >= 0 || firstStarved < process;
        }

        private boolean waits(int state) {
            return waits.in(view, state, process);
        }

        private void enter(int state) {
            order[state] = ++visited;
            open.add(state);
            path.add(state);
            low.add(visited);
            int kept = 0;
            int[] targets = graph.successors(state);
            for (int at = targets.length - 1; at >= 0; at--) {
                if (waits(targets[at])) {
                    edges.add(targets[at]);
                    kept++;
                }
            }
            edges.add(kept);
        }

        private void advance() {
            int left = edges.pop();
            if (left > 0) {
                int target = edges.pop();
                edges.add(left - 1);
                if (order[target] == 0) {
                    enter(target);
                } else if (order[target] > 0) {
                    low.add(Math.min(low.pop(), order[target]));
                }
                return;
            }
            int state = path.pop();
            int least = low.pop();
            if (least == order[state]) {
                close(open.popTo(state));
            }
            if (path.size() > 0) {
                low.add(Math.min(low.pop(), least));
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
                    LocalStep step = view.successors().step(successor);
                    int place = order[targets[successor]];
                    int gain = overtakes(step) ? 1 : 0;
                    if (gain > 0 && place != 0) {
                        exhausted |= view.exhausted(step);
                    }
                    if (place < 0) {
                        Ahead ahead = aheads.value(~place);
                        exhausted |= ahead.last();
                        most = Math.max(most, ahead.best() == UNBOUNDED ? UNBOUNDED : ahead.best() + gain);
                    } else if (place > 0 && gain > 0) {
                        most = UNBOUNDED;
                    }
                    if (view.successors().obliges(successor)) {
                        possible.add(view.events().obligation(successor));
                        if (place > 0) {
                            taken.add(view.events().obligation(successor));
                        }
                    }
                    if (place > 0) {
                        for (long restarted : view.events().restarted(successor)) {
                            taken.add(restarted);
                        }
                    }
                }
                if (alwaysPossible == null) {
                    alwaysPossible = possible;
                }
                alwaysPossible.retainAll(possible);
            }
            int ahead = ~aheads.of(new Ahead(most, exhausted));
            for (int member : members) {
                order[member] = ahead;
                if (exhausted != 0 && !requestsBind) {
                    requestsBind = (exhausted & view.unserved(view.state(member))) != 0;
                }
            }
            overtaking = Math.max(overtaking, most);
            if (taken.containsAll(alwaysPossible)) {
                component = members;
                owed = alwaysPossible;
                starved = Arrays.stream(members).min().orElseThrow();
                starves(process);
            }
        }

        private boolean overtakes(LocalStep step) {
            return step.rule() >= 0 && !step.event().process().equals(view.id(process)) && counted.test(step);
        }
    }

    private synchronized void starves(int process) {
        firstStarved = Math.min(firstStarved, process);
    }

    /**
     * A fair cycle through the component of a starvation: from the state found through its states and back, with a step
     * for each obligation that stays possible. A long one skips states after 200 steps.
     */
    public List<TraceEvent> cycle() {
        Search search = searches.get(firstStarved);
        int starved = starved();
        Round round = new Round(search.component, search.owed, starved);
        Set<Integer> left = new HashSet<>(round.inside);
        left.remove(starved);
        while (!left.isEmpty() && round.events.size() < LONG) {
            left.removeAll(round.go(left));
        }
        while (!round.owed.isEmpty() && round.events.size() < LONG) {
            round.meet();
        }
        if (round.at != starved) {
            round.go(Set.of(starved));
        }
        return round.events;
    }

    /** A way through a component. */
    private final class Round {
        private final StateGraph<S, M, U, I, O> graph = new StateGraph<>(space);
        private final Set<Integer> inside;
        private final List<TraceEvent> events = new ArrayList<>();
        /** The obligations that stay possible and have not been met on the way. */
        private final Set<Long> owed;

        private int at;

        Round(int[] component, Set<Long> owed, int from) {
            this.inside = Arrays.stream(component).boxed().collect(Collectors.toCollection(TreeSet::new));
            this.owed = new HashSet<>(owed);
            this.at = from;
        }

        /** Goes to the nearest of these states, and returns the states on the way. */
        List<Integer> go(Set<Integer> to) {
            List<Integer> way = way(to);
            for (int state : way) {
                int[] successors = graph.successors(at);
                take(IntStream.range(0, successors.length)
                        .filter(successor -> successors[successor] == state)
                        .findFirst()
                        .orElseThrow());
                at = state;
            }
            return way;
        }

        private void take(int successor) {
            events.addAll(space.events().all(successor));
            met(successor).forEach(owed::remove);
        }

        private Set<Long> met(int successor) {
            Set<Long> met = new HashSet<>();
            if (space.successors().obliges(successor)) {
                met.add(space.events().obligation(successor));
            }
            for (long restarted : space.events().restarted(successor)) {
                met.add(restarted);
            }
            return met;
        }

        /** Goes where a step meets an obligation, and takes it. */
        void meet() {
            for (int state : inside) {
                int[] successors = graph.successors(state);
                for (int successor = 0; successor < successors.length; successor++) {
                    if (inside.contains(successors[successor]) && !Collections.disjoint(met(successor), owed)) {
                        if (at != state) {
                            go(Set.of(state));
                            graph.successors(state);
                        }
                        take(successor);
                        at = successors[successor];
                        return;
                    }
                }
            }
            throw new IllegalStateException("no step of the component meets " + owed);
        }

        private List<Integer> way(Set<Integer> to) {
            Map<Integer, Integer> before = new HashMap<>();
            Deque<Integer> queue = new ArrayDeque<>(List.of(at));
            before.put(at, at);
            while (!queue.isEmpty()) {
                int state = queue.remove();
                for (int target : graph.successors(state)) {
                    if (inside.contains(target) && before.putIfAbsent(target, state) == null) {
                        if (to.contains(target)) {
                            LinkedList<Integer> way = new LinkedList<>();
                            for (int each = target; each != at; each = before.get(each)) {
                                way.addFirst(each);
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
}
