package symposium.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Scenario;
import symposium.kernel.TraceEvent;

/**
 * Explores a model breadth first from its initial state. The exploration ends when every reachable state is explored,
 * an invariant is violated, or a limit is reached. A counterexample is therefore a shortest one.
 */
public final class Explorer<S, M, U, I, O> {

    /** The property that no state is a deadlock: while a process waits, some owed step is possible. */
    public static final String NO_DEADLOCK = Scenario.NO_DEADLOCK;

    /** The property that no process waits forever in a fair execution. */
    public static final String NO_STARVATION = Scenario.NO_STARVATION;

    private final Model<S, M, U, I, O> model;
    private final Limits limits;
    private final StateSpace<S, M, U, I, O> space;
    private final PropertyChecker<S, M, U, I, O> checker;
    private final long[] fired;

    private LongConsumer progress = states -> {};
    /** The state that is expanded; states are numbered from 0 in the order of discovery. */
    private int head;

    private long transitions;
    private int depth;
    private boolean complete;
    private double seconds;
    /** The deadline, as a value of {@link System#nanoTime}. */
    private long deadline;

    private String broken;
    private int brokenAt;
    private List<TraceEvent> brokenBy = List.of();
    private boolean deadlock;

    private Explorer(Model<S, M, U, I, O> model, Limits limits) {
        this.model = model;
        this.limits = limits;
        this.space = new StateSpace<>(model, false);
        this.fired = new long[space.rules()];
        this.checker = new PropertyChecker<>(model, space);
    }

    /** An explorer that has not started. */
    public static <S, M, U, I, O> Explorer<S, M, U, I, O> of(Model<S, M, U, I, O> model, Limits limits) {
        return new Explorer<>(model, limits);
    }

    /** Whether the links of a model have sides. Such links cannot fail one by one. */
    public static boolean sided(Model<?, ?, ?, ?, ?> model) {
        return Environments.sided(model);
    }

    /** Explores a model within {@link Limits#WIDE}, fairness included. */
    public static <S, M, U, I, O> Report check(Model<S, M, U, I, O> model) {
        return of(model, Limits.WIDE).explore().report(true);
    }

    /** Registers a listener, which receives the number of states found after about every million states. */
    public Explorer<S, M, U, I, O> withProgress(LongConsumer listener) {
        progress = listener;
        return this;
    }

    /** Searches for the reachable states. */
    public Explorer<S, M, U, I, O> explore() {
        long start = System.nanoTime();
        deadline = start + limits.time().toNanos();
        try {
            search();
        } catch (InvariantViolation violation) {
            refute(violation.invariant(), head, List.of(space.threw(violation)));
        }
        complete = broken == null && head == space.store().count();
        seconds = (System.nanoTime() - start) / 1e9;
        return this;
    }

    private void search() {
        space.begin();
        int level = 1;
        int tell = 1 << 20;
        while (head < space.store().count() && broken == null) {
            if (head == level) {
                depth++;
                level = space.store().count();
            }
            if (space.store().count() > limits.states() || (head & 0xfff) == 0 && System.nanoTime() > deadline) {
                break;
            }
            if (head == tell) {
                progress.accept(space.store().count());
                tell += 1 << 20;
            }
            space.visit(head);
            String violated = checker.broken();
            if (violated != null) {
                refute(violated, head, List.of());
                break;
            }
            int found = space.expand();
            if (space.successors().anyViolation()) {
                int violating = space.successors().firstViolating();
                refute(space.successors().violation(violating).invariant(), head, space.events(violating));
                break;
            }
            space.successors().countRules(fired);
            if (space.successors().owedSteps() == 0 && checker.anyoneWaits()) {
                deadlock = true;
                refute(NO_DEADLOCK, head, List.of());
                break;
            }
            if (checker.checksSteps()
                    && IntStream.range(0, found).anyMatch(successor -> checker.concerns(space.event(successor)))) {
                checkSteps(head, found);
                if (broken != null) {
                    break;
                }
                space.visit(head);
                space.expand();
            }
            transitions += found;
            space.store().addAll(space.successors().rows(), found, head);
            head++;
        }
    }

    private void refute(String invariant, int state, List<TraceEvent> by) {
        broken = invariant;
        brokenAt = state;
        brokenBy = by;
    }

    /**
     * Checks invariants of steps, which compare the configurations before and after. Stores the successors early so
     * that they can be visited.
     */
    private void checkSteps(int state, int found) {
        Configuration<S, M, U> before = space.configuration();
        long[] rows =
                Arrays.copyOf(space.successors().rows(), space.successors().offset(found));
        List<List<TraceEvent>> events = new ArrayList<>();
        for (int successor = 0; successor < found; successor++) {
            events.add(space.events(successor));
        }
        space.store().addAll(rows.clone(), found, state);
        for (int successor = 0; successor < found; successor++) {
            TraceEvent event = events.get(successor).get(events.get(successor).size() - 1);
            if (checker.concerns(event)) {
                space.visit(space.store().find(rows, space.successors().offset(successor)));
                String invariant = checker.broken(before, event, space.configuration());
                if (invariant != null) {
                    refute(invariant, state, events.get(successor));
                    return;
                }
            }
        }
    }

    /** Every state found, as a configuration, in the order of discovery. */
    public Iterable<Configuration<S, M, U>> reachable() {
        return () -> IntStream.range(0, states())
                .mapToObj(state -> {
                    space.visit(state);
                    return space.configuration();
                })
                .iterator();
    }

    /**
     * Passes every transition between states found to {@code visitor}, ordered by the discovery of the states they
     * leave.
     *
     * @throws IllegalStateException if the exploration is not complete
     */
    public void forEachTransition(TransitionVisitor visitor) {
        requireComplete();
        StateGraph<S, M, U, I, O> graph = new StateGraph<>(space);
        for (int state = 0; state < space.store().count(); state++) {
            int[] successors = graph.successors(state);
            // All events come first: the visitor may ask for a path, which visits other states.
            TraceEvent[] events =
                    IntStream.range(0, successors.length).mapToObj(space::event).toArray(TraceEvent[]::new);
            for (int successor = 0; successor < successors.length; successor++) {
                visitor.transition(state, events[successor], successors[successor]);
            }
        }
    }

    /** Receives transitions. States are numbered from 0 in the order of discovery. */
    @FunctionalInterface
    public interface TransitionVisitor {
        void transition(int from, TraceEvent event, int to);
    }

    /**
     * The maximal number of steps of others that overtake a waiting process, for a given notion of overtaking. The
     * {@link Report} counts each service to another user.
     *
     * @param counted the steps that count as overtaking
     * @return the exact bound; empty if there is none, or if a process may wait forever
     * @throws IllegalStateException if the exploration is not complete
     */
    public OptionalInt overtaking(Predicate<? super TraceEvent> counted) {
        requireComplete();
        Fairness<S, M, U, I, O> fair =
                new Fairness<>(space, step -> counted.test(step.event()), Long.MAX_VALUE + System.nanoTime());
        fair.search();
        return fair.starved() < 0 ? fair.overtaking() : OptionalInt.empty();
    }

    private void requireComplete() {
        if (!complete) {
            throw new IllegalStateException("the exploration is not complete");
        }
    }

    /** The number of distinct states found. */
    public int states() {
        return space.store().count();
    }

    /** A shortest path from the initial state to a state, given by its number in the order of discovery. */
    public List<TraceEvent> pathTo(int state) {
        List<TraceEvent> path = new ArrayList<>();
        int at = state;
        while (at != 0) {
            int from = space.store().parent(at);
            path.addAll(0, new StateGraph<>(space).events(from, at));
            at = from;
        }
        return path;
    }

    /**
     * The results of the exploration.
     *
     * @param fairness whether to search for starvation and for the bound on overtaking, which takes longer than
     *     finding the states; at the deadline of the exploration this search ends, undecided
     */
    public Report report(boolean fairness) {
        List<Property> properties = new ArrayList<>();
        boolean known = false;
        for (Invariant<S, M, U> invariant : model.invariants()) {
            known |= invariant.name().equals(broken);
            properties.add(property(invariant.name(), space.cache().tested(invariant)));
        }
        for (String invariant : model.problem().observer().invariants()) {
            known |= invariant.equals(broken);
            properties.add(property(invariant, space.observed()));
        }
        if (broken != null && !known && !deadlock) {
            properties.add(property(broken, true));
        }
        Optional<Fairness<S, M, U, I, O>> fair = fairness && complete && model.promisesProgress()
                ? Optional.of(new Fairness<>(space, LocalStep::serves, deadline))
                : Optional.empty();
        fair.ifPresent(Fairness::search);
        if (model.promisesProgress()) {
            properties.add(property(NO_DEADLOCK, LongStream.of(fired).sum() > 0));
            properties.add(fair.map(this::starvation).orElse(unviolated(NO_STARVATION, Verdict.UNDECIDED, false)));
        }
        return new Report(
                model.name(),
                space.processes(),
                states(),
                transitions,
                depth,
                complete,
                space.rules(fired),
                properties,
                fair.map(Fairness::overtaking).orElse(OptionalInt.empty()),
                fair.filter(Fairness::requestsBind).isPresent(),
                seconds);
    }

    private Property starvation(Fairness<S, M, U, I, O> fair) {
        if (fair.starved() >= 0) {
            List<TraceEvent> trace = pathTo(fair.starved());
            return new Property(NO_STARVATION, Verdict.VIOLATED, fair.waitingSeen(), trace, fair.cycle());
        }
        return unviolated(NO_STARVATION, fair.givenUp() ? Verdict.UNDECIDED : Verdict.HOLDS, fair.waitingSeen());
    }

    private static Property unviolated(String name, Verdict verdict, boolean tested) {
        return new Property(name, verdict, tested, List.of(), List.of());
    }

    private Property property(String name, boolean tested) {
        if (!name.equals(broken)) {
            return unviolated(name, complete ? Verdict.HOLDS : Verdict.UNDECIDED, tested);
        }
        List<TraceEvent> trace = new ArrayList<>(pathTo(brokenAt));
        trace.addAll(brokenBy);
        checker.failure(broken).ifPresent(trace::add);
        return new Property(name, Verdict.VIOLATED, true, trace, List.of());
    }
}
