package symposium.checker.space;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import symposium.checker.model.Model;
import symposium.checker.store.GlobalState;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Scenario;

/** Checks the invariants of a model on the states of a space, and on the steps between them. */
public final class PropertyChecker<S, M, U, I, O> {

    private final Model<S, M, U, I, O> model;
    private final StateSpace<S, M, U, I, O> space;
    private final List<Invariant.OfStep<S, M, U>> stepwise;

    public PropertyChecker(Model<S, M, U, I, O> model, StateSpace<S, M, U, I, O> space) {
        this.model = model;
        this.space = space;
        this.stepwise = Invariant.ofKind(Invariant.OfStep.class, model.invariants());
    }

    /** Whether any invariant applies to steps. */
    public boolean checksSteps() {
        return !stepwise.isEmpty();
    }

    /** The invariant violated in a state, or null. */
    public String broken(GlobalState at) {
        return space.broken(at);
    }

    /** Whether any invariant applies to such a step. */
    public boolean concerns(TraceEvent event) {
        return stepwise.stream().anyMatch(each -> concerns(each, event));
    }

    /** An invariant whose situation throws an exception concerns the step, for which it is then violated. */
    private static <S, M, U> boolean concerns(Invariant.OfStep<S, M, U> invariant, TraceEvent event) {
        try {
            return invariant.situation().test(event);
        } catch (RuntimeException | StackOverflowError exception) {
            return true;
        }
    }

    /** The invariant that a step violates, or null. */
    public String broken(Configuration<S, M, U> before, TraceEvent event, Configuration<S, M, U> after) {
        return space.cache().firstBroken(stepwise, each -> each.situation().test(event), each -> each.condition()
                .holds(before, event, after));
    }

    /** The end of a counterexample to the invariant found broken last: its exception; empty for other violations. */
    public Optional<TraceEvent> failure(String invariant) {
        return space.invariants().failure(invariant);
    }

    /**
     * Whether any process waits in a state for what it is promised: its user waits, or it was asked to leave
     * and has not left.
     */
    public boolean anyoneWaits(GlobalState at) {
        return model.promisesProgress()
                && IntStream.range(0, space.processes()).anyMatch(process -> space.waits(at, process));
    }

    /**
     * The invariants of a model by name, in the order of a report, and whether what each speaks of has occurred.
     *
     * @param tested the same by the position of those of the algorithm
     * @param observed whether the problem's observer has seen anything
     * @param broken what is violated, if anything is
     */
    public static Map<String, Boolean> invariants(
            Model<?, ?, ?, ?, ?> model, boolean[] tested, boolean observed, Optional<String> broken) {
        Map<String, Boolean> named = new LinkedHashMap<>();
        for (int each = 0; each < tested.length; each++) {
            named.merge(model.invariants().get(each).name(), tested[each], Boolean::logicalOr);
        }
        model.problem().observer().invariants().forEach(invariant -> named.put(invariant, observed));
        broken.filter(name -> !name.equals(Scenario.NO_DEADLOCK)).ifPresent(name -> named.putIfAbsent(name, true));
        return named;
    }
}
