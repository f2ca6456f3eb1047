package symposium.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import symposium.checker.local.Environments;
import symposium.checker.local.LocalStep;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Progress;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.checker.number.Guard;
import symposium.checker.search.BreadthFirstSearch;
import symposium.checker.search.Checkpoints;
import symposium.checker.search.Fairness;
import symposium.checker.search.ParallelSearch;
import symposium.checker.search.ProgressKeeper;
import symposium.checker.search.ResponseSearch;
import symposium.checker.search.StateExpander;
import symposium.checker.search.Workers;
import symposium.checker.space.PropertyChecker;
import symposium.checker.space.StateGraph;
import symposium.checker.space.StateSpace;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Require;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Response;
import symposium.kernel.problem.Scenario;

/**
 * Explores a model breadth first from its initial state. The exploration ends when every reachable state is explored,
 * an invariant is violated, or a limit is reached. A counterexample is therefore a shortest one.
 */
public final class Explorer<S, M, U, I, O> {

    private final Model<S, M, U, I, O> model;
    private final Limits limits;
    private final StateSpace<S, M, U, I, O> space;
    private final StateExpander<S, M, U, I, O> expander;
    /** Searches for the states. */
    private final Consumer<BreadthFirstSearch<S, M, U, I, O>> searcher;
    /** Runs what can run at the same time, and waits until all has been run. */
    private final Consumer<List<Runnable>> executor;

    private Consumer<Progress> progress = reached -> {};
    private ProgressKeeper keeper = new ProgressKeeper();
    private BreadthFirstSearch<S, M, U, I, O> search;
    private double seconds;
    /** The deadline, as a value of {@link System#nanoTime}. */
    private long deadline;

    private Explorer(
            Model<S, M, U, I, O> model,
            Limits limits,
            Guard guard,
            Consumer<BreadthFirstSearch<S, M, U, I, O>> searcher,
            Consumer<List<Runnable>> executor) {
        this.model = model;
        this.limits = limits;
        this.searcher = searcher;
        this.executor = executor;
        this.space = new StateSpace<>(model, false, guard);
        this.expander = new StateExpander<>(model, space);
        this.search = search();
    }

    private BreadthFirstSearch<S, M, U, I, O> search() {
        return new BreadthFirstSearch<>(expander, limits, deadline, progress, space.rules());
    }

    /** An explorer that has not started, and explores in the thread that calls it. */
    public static <S, M, U, I, O> Explorer<S, M, U, I, O> of(Model<S, M, U, I, O> model, Limits limits) {
        return new Explorer<>(
                model, limits, new Guard(), BreadthFirstSearch::run, tasks -> tasks.forEach(Runnable::run));
    }

    /**
     * An explorer that has not started, and searches for the states by several threads. It finds the same states, the
     * same verdicts, and counterexamples that are as short; there may be several of the same length.
     *
     * @param workers the number of threads, the calling one included, at least 1
     */
    public static <S, M, U, I, O> Explorer<S, M, U, I, O> of(Model<S, M, U, I, O> model, Limits limits, int workers) {
        Require.that(workers >= 1, "an exploration has at least one worker, not " + workers);
        return workers == 1 ? of(model, limits) : of(model, limits, workers, ParallelSearch.FEW);
    }

    /** @param few where fewer states wait, one thread goes on alone */
    public static <S, M, U, I, O> Explorer<S, M, U, I, O> of(
            Model<S, M, U, I, O> model, Limits limits, int workers, int few) {
        ParallelSearch.Lock guard = new ParallelSearch.Lock();
        return new Explorer<>(
                model,
                limits,
                guard,
                search -> new ParallelSearch<>(model, search, guard, workers, few).run(),
                tasks -> Workers.run(tasks, workers));
    }

    /** Whether the links of a model have sides. Such links cannot fail one by one. */
    public static boolean sided(Model<?, ?, ?, ?, ?> model) {
        return Environments.sided(model);
    }

    /** Explores a model within {@link Limits#WIDE}, fairness included. */
    public static <S, M, U, I, O> Report check(Model<S, M, U, I, O> model) {
        return of(model, Limits.WIDE).explore().report(true);
    }

    /** Registers a listener, which is told how far the exploration has come, after some hundred thousand states. */
    public Explorer<S, M, U, I, O> withProgress(Consumer<Progress> listener) {
        progress = listener;
        return this;
    }

    /**
     * Goes on from the checkpoint that there is, and writes others. The states are kept in a file beside them, where
     * they are many: the heap does not bound their number.
     *
     * @throws java.io.UncheckedIOException from {@link #explore}, if a checkpoint cannot be written or read, or the
     *     disk has no room for the states
     */
    public Explorer<S, M, U, I, O> withCheckpoints(Checkpoints checkpoints) {
        keeper = checkpoints;
        return this;
    }

    /**
     * Explores without the quotient, and compares every state with its normal form; otherwise this is done along walks
     * from the first states and from a sample of the others. There may be infinitely many states.
     */
    public Explorer<S, M, U, I, O> comparingAll() {
        space.compareAll();
        return this;
    }

    /**
     * Searches for the reachable states.
     *
     * @throws symposium.kernel.problem.UnsoundQuotient if states that the quotient identifies behave differently
     */
    public Explorer<S, M, U, I, O> explore() {
        long start = System.nanoTime();
        deadline = start + limits.time().toNanos();
        search = search();
        try {
            keeper.prepare(space);
            space.begin();
            keeper.begin(space, search);
            do {
                search.goOn();
                searcher.accept(search);
            } while (search.paused() && keeper.pause(space, search));
            keeper.end(space, search);
        } catch (InvariantViolation violation) {
            search.violated(new StateExpander.Violation(
                    violation.invariant(), List.of(space.events().threw(violation)), Optional.empty()));
        } finally {
            keeper.close();
        }
        seconds = search.nanos() / 1e9;
        return this;
    }

    /** Every state found, as a configuration, in the order of discovery. */
    public Iterable<Configuration<S, M, U>> reachable() {
        return () -> IntStream.range(0, states())
                .mapToObj(state -> space.configuration(space.state(state)))
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
            // All events come first: the visitor may ask for a path, which expands other states.
            TraceEvent[] events = IntStream.range(0, successors.length)
                    .mapToObj(space.events()::of)
                    .toArray(TraceEvent[]::new);
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
        fair.search(executor);
        return fair.starved() < 0 ? fair.overtaking() : OptionalInt.empty();
    }

    private void requireComplete() {
        if (!search.complete()) {
            throw new IllegalStateException("the exploration is not complete");
        }
    }

    /** The number of distinct states found. */
    public int states() {
        return space.store().count();
    }

    /**
     * A shortest path from the initial state to a state, given by its number in the order of discovery. Where states
     * are explored up to a quotient it is a run to a state for which that one stands.
     */
    public List<TraceEvent> pathTo(int state) {
        return StateWalk.asRun(model, stepsTo(state));
    }

    private List<TraceEvent> stepsTo(int state) {
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
        boolean complete = search.complete();
        Optional<String> broken = Optional.ofNullable(search.violation()).map(StateExpander.Violation::property);
        List<Property> properties =
                PropertyChecker.invariants(model, space.cache().tested(), space.observed(), broken).entrySet().stream()
                        .map(each -> property(each.getKey(), each.getValue()))
                        .collect(Collectors.toCollection(ArrayList::new));
        Optional<Fairness<S, M, U, I, O>> fair = fairness && complete && model.promisesProgress()
                ? Optional.of(new Fairness<>(space, LocalStep::serves, deadline))
                : Optional.empty();
        fair.ifPresent(each -> each.search(executor));
        if (model.promisesProgress()) {
            properties.add(
                    property(Scenario.NO_DEADLOCK, LongStream.of(search.fired()).sum() > 0));
            properties.add(fair.map(this::starvation)
                    .orElse(Property.unviolated(Scenario.NO_STARVATION, Verdict.UNDECIDED, false)));
        }
        return new Report(
                model.name(),
                space.processes(),
                states(),
                space.store().bytes(),
                search.transitions(),
                search.depth(),
                complete,
                space.rules(search.fired()),
                properties,
                fair.map(Fairness::overtaking).orElse(OptionalInt.empty()),
                fair.filter(Fairness::requestsBind).isPresent(),
                space.compared(),
                seconds,
                search.scaling());
    }

    private Property starvation(Fairness<S, M, U, I, O> fair) {
        if (fair.starved() >= 0) {
            List<TraceEvent> run = new ArrayList<>(stepsTo(fair.starved()));
            int before = run.size();
            run.addAll(fair.cycle());
            run = StateWalk.asRun(model, run);
            return new Property(
                    Scenario.NO_STARVATION,
                    Verdict.VIOLATED,
                    fair.waitingSeen(),
                    run.subList(0, before),
                    run.subList(before, run.size()));
        }
        return Property.unviolated(
                Scenario.NO_STARVATION, fair.givenUp() ? Verdict.UNDECIDED : Verdict.HOLDS, fair.waitingSeen());
    }

    /**
     * The result for a statement about runs. It is undecided unless all states are explored, and at the deadline of the
     * exploration. The name of one that is violated ends with the process of which it was demanded.
     */
    public Property property(Response response) {
        if (!search.complete()) {
            return Property.unviolated(response.name(), Verdict.UNDECIDED, false);
        }
        ResponseSearch<S, M, U, I, O> responses = new ResponseSearch<>(space, deadline);
        for (Response.Demand demand : response.demands()) {
            Optional<ResponseSearch.Failure> failure = responses.search(demand);
            if (failure.isPresent()) {
                List<TraceEvent> run = new ArrayList<>(stepsTo(failure.get().from()));
                run.addAll(failure.get().events());
                String of = demand.process()
                        .map(process -> ", of process " + process)
                        .orElse("");
                return new Property(
                        response.name() + of,
                        Verdict.VIOLATED,
                        true,
                        run,
                        failure.get().cycle());
            }
        }
        return Property.unviolated(
                response.name(), responses.givenUp() ? Verdict.UNDECIDED : Verdict.HOLDS, responses.demanded());
    }

    private Property property(String name, boolean tested) {
        StateExpander.Violation violation = search.violation();
        if (violation == null || !name.equals(violation.property())) {
            return Property.unviolated(name, search.complete() ? Verdict.HOLDS : Verdict.UNDECIDED, tested);
        }
        List<TraceEvent> trace = new ArrayList<>(stepsTo(search.violating()));
        trace.addAll(violation.by());
        trace = new ArrayList<>(StateWalk.asRun(model, trace));
        violation.failure().ifPresent(trace::add);
        return new Property(name, Verdict.VIOLATED, true, trace, List.of());
    }
}
