package symposium.checker;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.TraceEvent;

/** Checks the invariants of a model on the state that a space visits, and on the steps out of it. */
final class PropertyChecker<S, M, U, I, O> {

    private static final int NOT_BROKEN = -1;

    private final Model<S, M, U, I, O> model;
    private final StateSpace<S, M, U, I, O> space;
    private final List<Invariant.OfConfiguration<S, M, U>> global;
    private final List<Invariant.OfStep<S, M, U>> stepwise;

    PropertyChecker(Model<S, M, U, I, O> model, StateSpace<S, M, U, I, O> space) {
        this.model = model;
        this.space = space;
        this.global = Invariant.ofKind(Invariant.OfConfiguration.class, model.invariants());
        this.stepwise = Invariant.ofKind(Invariant.OfStep.class, model.invariants());
    }

    /** Whether any invariant applies to steps. */
    boolean checksSteps() {
        return !stepwise.isEmpty();
    }

    /** The invariant violated in the visited state, or null. */
    String broken() {
        int invariant = space.invariants().broken();
        if (invariant != NOT_BROKEN) {
            return model.invariants().get(invariant).name();
        }
        if (global.isEmpty()) {
            return null;
        }
        Configuration<S, M, U> all = space.configuration();
        return space.cache().firstBroken(global, each -> each.situation().test(all), each -> each.condition()
                .test(all));
    }

    /** Whether any invariant applies to such a step. */
    boolean concerns(TraceEvent event) {
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
    String broken(Configuration<S, M, U> before, TraceEvent event, Configuration<S, M, U> after) {
        return space.cache().firstBroken(stepwise, each -> each.situation().test(event), each -> each.condition()
                .holds(before, event, after));
    }

    /** The end of a counterexample to the invariant found broken last: its exception; empty for other violations. */
    Optional<TraceEvent> failure(String invariant) {
        return space.invariants().failure(invariant);
    }

    /**
     * Whether any process waits in the visited state for what it is promised: its user waits, or it was asked to leave
     * and has not left.
     */
    boolean anyoneWaits() {
        return model.promisesProgress() && IntStream.range(0, space.processes()).anyMatch(space::waits);
    }
}
