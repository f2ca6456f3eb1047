package symposium.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.checker.model.Model;
import symposium.checker.space.PropertyChecker;
import symposium.checker.space.StateSpace;
import symposium.checker.store.GlobalState;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Scenario;

/**
 * A path through the states of a model that is chosen step by step. It takes the same steps as the exploration, without
 * symmetry reduction, and checks the same invariants after each; starvation is no matter of one path.
 */
public final class StateWalk<S, M, U, I, O> {

    /**
     * A possible step.
     *
     * @param events what happens: the step, and before it the fault that causes it, if any
     * @param fault whether it is a fault or a change of the membership
     */
    public record Choice(List<TraceEvent> events, boolean fault) {}

    private final Model<S, M, U, I, O> model;
    /** Whether traces may be of a model with symmetry reduction. */
    private final boolean reduced;

    private StateSpace<S, M, U, I, O> space;
    private PropertyChecker<S, M, U, I, O> checker;
    /** Where the walk is. */
    private GlobalState at;

    private final List<Integer> path = new ArrayList<>();
    private final List<TraceEvent> trace = new ArrayList<>();
    /** How many steps are possible in this state. */
    private int possible;
    /** Null until they are asked for. */
    private List<Choice> choices;

    private Optional<String> broken = Optional.empty();
    /** Whether the last step has no state after it, because an invariant forbids it. */
    private boolean ended;

    /** A walk at the initial state of this model. */
    public StateWalk(Model<S, M, U, I, O> model) {
        this.model = model.withoutQuotient();
        this.reduced = model.quotient().isPresent();
        start();
    }

    private void start() {
        space = new StateSpace<>(model, true);
        checker = new PropertyChecker<>(model, space);
        begin(space::begin);
    }

    /** Goes back to the initial state. */
    void restart() {
        begin(() -> {});
    }

    private void begin(Runnable first) {
        path.clear();
        trace.clear();
        ended = false;
        broken = Optional.empty();
        offer(0);
        guarded(() -> {
            first.run();
            at = space.state(0);
            arrive(null);
        });
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (InvariantViolation violation) {
            broken = Optional.of(violation.invariant());
            trace.add(space.events().threw(violation));
            ended = true;
            offer(0);
        }
    }

    private void offer(int steps) {
        possible = steps;
        choices = null;
    }

    /** Finds what is broken here, and what can happen next. */
    private void arrive(String brokenByStep) {
        broken = Optional.ofNullable(brokenByStep == null ? checker.broken(at) : brokenByStep);
        offer(space.survey(at, StateSpace.NO_SUCCESSOR));
        if (broken.isEmpty() && space.successors().owedSteps() == 0 && checker.anyoneWaits(at)) {
            broken = Optional.of(Scenario.NO_DEADLOCK);
        }
    }

    /** What can happen in this state, in the order of the exploration. */
    public List<Choice> choices() {
        if (choices == null) {
            choices = IntStream.range(0, possible)
                    .mapToObj(successor -> new Choice(
                            space.events().all(successor),
                            space.successors().kind(successor).isFault()))
                    .toList();
        }
        return choices;
    }

    /** How many steps are possible in this state. */
    int possible() {
        return possible;
    }

    /**
     * Takes a step.
     *
     * @param choice its place among the {@link #choices}, from 0
     * @throws IllegalArgumentException if there is no such choice; the walk stays where it is
     */
    public void take(int choice) {
        Require.that(
                choice >= 0 && choice < possible,
                "here are " + possible + " possible steps, numbered from 0, and none is " + choice);
        path.add(choice);
        guarded(() -> {
            space.survey(at, choice);
            InvariantViolation violation = space.successors().violation(choice);
            List<TraceEvent> events = space.events().all(choice);
            trace.addAll(events);
            if (violation != null) {
                broken = Optional.of(violation.invariant());
                ended = true;
                offer(0);
                return;
            }
            TraceEvent event = events.get(events.size() - 1);
            GlobalState before = at;
            at = space.successor(choice);
            arrive(
                    checker.concerns(event)
                            ? checker.broken(space.configuration(before), event, space.configuration(at))
                            : null);
        });
    }

    /**
     * Goes back to the initial state and takes these steps.
     *
     * @param steps by their places among the choices
     * @throws IllegalArgumentException if one of them is not possible where it is to be taken; the walk stays there
     */
    public void go(List<Integer> steps) {
        start();
        steps.forEach(this::take);
    }

    /**
     * Goes back to the initial state and takes the steps of a trace of this model, as long as they are possible. Where
     * a symmetry reduction has changed the numbers in the messages of the trace, the steps that are the same but for
     * these are taken.
     *
     * @return how many events of the trace were taken
     */
    public int follow(List<TraceEvent> events) {
        return follow(events, step -> {});
    }

    /** The same; the events of each step are reported as it is taken. */
    int follow(List<TraceEvent> events, Consumer<List<TraceEvent>> taken) {
        start();
        int at = 0;
        while (at < events.size()) {
            List<TraceEvent> rest = events.subList(at, events.size());
            Optional<Integer> next = first(choice -> begins(rest, choice, StateWalk::isStep))
                    .or(() -> reduced ? first(choice -> begins(rest, choice, StateWalk::isLike)) : Optional.empty());
            if (next.isEmpty()) {
                break;
            }
            List<TraceEvent> step = choices().get(next.get()).events();
            at += step.size();
            take(next.get());
            taken.accept(step);
        }
        return at;
    }

    /**
     * The run of which a path through the states of this model stands. Where states are explored up to an equivalence,
     * the messages of the path have other numbers than those of the run, which takes the same steps.
     */
    public static <S, M, U, I, O> List<TraceEvent> asRun(Model<S, M, U, I, O> model, List<TraceEvent> path) {
        if (model.quotient().isEmpty()) {
            return path;
        }
        StateWalk<S, M, U, I, O> walk = new StateWalk<>(model);
        return walk.follow(path) == path.size() ? walk.trace() : path;
    }

    private Optional<Integer> first(IntPredicate which) {
        return IntStream.range(0, possible).filter(which).boxed().findFirst();
    }

    private boolean begins(List<TraceEvent> events, int choice, BiPredicate<TraceEvent, TraceEvent> same) {
        List<TraceEvent> these = choices().get(choice).events();
        return these.size() <= events.size()
                && IntStream.range(0, these.size()).allMatch(at -> same.test(events.get(at), these.get(at)));
    }

    /** Whether two steps are one but for the numbers in their messages, which a symmetry reduction changes. */
    private static boolean isLike(TraceEvent event, TraceEvent choice) {
        if (event instanceof TraceEvent.Stepped one && choice instanceof TraceEvent.Stepped other) {
            return one.process().equals(other.process())
                    && one.rule().label().equals(other.rule().label())
                    && one.effects().size() == other.effects().size()
                    && cause(one.event()).equals(cause(other.event()));
        }
        return event instanceof TraceEvent.MessageFault lost
                        && choice instanceof TraceEvent.MessageFault other
                        && lost.getClass() == other.getClass()
                        && lost.process().equals(other.process())
                        && lost.from().equals(other.from())
                || isStep(event, choice);
    }

    /** Whether the same has happened to the same processes, whatever the steps are and the messages say. */
    static boolean haveSameCause(List<TraceEvent> one, List<TraceEvent> other) {
        return one.size() == other.size()
                && IntStream.range(0, one.size())
                        .allMatch(at -> cause(one.get(at)).equals(cause(other.get(at))));
    }

    private static Object cause(TraceEvent event) {
        if (event instanceof TraceEvent.Stepped stepped) {
            return List.of(stepped.process(), cause(stepped.event()));
        }
        if (event instanceof TraceEvent.Failed failed) {
            return List.of(failed.process(), cause(failed.event()));
        }
        return event instanceof TraceEvent.MessageFault fault
                ? List.of(fault.getClass(), fault.process(), fault.from(), Printable.typeName(fault.message()))
                : event;
    }

    /** An event without what a message says. */
    private static List<Object> cause(Event<?, ?> event) {
        return event instanceof Event.Received<?, ?> received
                ? List.of(received.from(), Printable.typeName(received.message()))
                : event instanceof Event.Undeliverable<?, ?> back
                        ? List.of("back", back.to(), Printable.typeName(back.message()))
                        : List.of(event);
    }

    /** A step is known to fail, by what a user or the observer says to it, only when it is taken. */
    private static boolean isStep(TraceEvent event, TraceEvent choice) {
        return event.equals(choice)
                || event instanceof TraceEvent.Failed failed
                        && choice instanceof TraceEvent.Stepped stepped
                        && failed.process().equals(stepped.process())
                        && failed.event().equals(stepped.event());
    }

    /** The steps taken, by their places among the choices. */
    public List<Integer> path() {
        return List.copyOf(path);
    }

    /** All events so far. */
    public List<TraceEvent> trace() {
        return List.copyOf(trace);
    }

    /** The states of the model: the successors of this one are those that are {@link #possible}. */
    StateSpace<S, M, U, I, O> space() {
        return space;
    }

    /** Whether any process waits in this state. */
    boolean anyoneWaits() {
        return checker.anyoneWaits(at);
    }

    /** The end of a counterexample to an invariant that has thrown an exception; empty for another violation. */
    Optional<TraceEvent> failure() {
        return broken.flatMap(checker::failure);
    }

    /** The state; that before the last step where {@linkplain #ended} says so. */
    public Configuration<S, M, U> configuration() {
        return space.configuration(at);
    }

    /** The property that is violated in this state, or by the step to it; empty if none is. */
    public Optional<String> broken() {
        return broken;
    }

    /** Whether the last step was forbidden by an invariant, so that there is no state after it. */
    public boolean ended() {
        return ended;
    }

    /** Whether this process waits for what its user has asked, or to leave. */
    public boolean waits(ProcessId process) {
        return IntStream.range(0, space.processes())
                .anyMatch(place -> space.id(place).equals(process) && space.waits(at, place));
    }

    /** The names of all properties that are checked on the way, those of the algorithm first. */
    public List<String> properties() {
        return Stream.of(
                        model.invariants().stream().map(invariant -> invariant.name()),
                        model.problem().observer().invariants().stream(),
                        model.promisesProgress() ? Stream.of(Scenario.NO_DEADLOCK) : Stream.<String>empty())
                .flatMap(names -> names)
                .distinct()
                .toList();
    }
}
