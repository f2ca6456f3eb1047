package symposium.checker;

import java.util.ArrayList;
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
    private final List<Invariant.OfConfiguration<S, M, U>> global = new ArrayList<>();
    private final List<Invariant.OfStep<S, M, U>> stepwise = new ArrayList<>();

    PropertyChecker(Model<S, M, U, I, O> model, StateSpace<S, M, U, I, O> space) {
        this.model = model;
        this.space = space;
        for (Invariant<S, M, U> invariant : model.invariants()) {
            if (invariant instanceof Invariant.OfConfiguration<S, M, U> each) {
                global.add(each);
            } else if (invariant instanceof Invariant.OfStep<S, M, U> each) {
                stepwise.add(each);
            }
        }
    }

    /** Whether any invariant applies to steps. */
    boolean checksSteps() {
        return !stepwise.isEmpty();
    }

    /** The invariant violated in the visited state, or null. */
    String broken() {
        int invariant = space.cache().broken();
        if (invariant != NOT_BROKEN) {
            return model.invariants().get(invariant).name();
        }
        if (!global.isEmpty()) {
            Configuration<S, M, U> configuration = space.configuration();
            for (Invariant.OfConfiguration<S, M, U> each : global) {
                if (!space.cache()
                        .holds(
                                each,
                                InvariantCache.Place.EVERYTHING,
                                () -> each.situation().test(configuration),
                                () -> each.condition().test(configuration))) {
                    return each.name();
                }
            }
        }
        return null;
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
        for (Invariant.OfStep<S, M, U> each : stepwise) {
            if (!space.cache()
                    .holds(
                            each,
                            InvariantCache.Place.EVERYTHING,
                            () -> each.situation().test(event),
                            () -> each.condition().holds(before, event, after))) {
                return each.name();
            }
        }
        return null;
    }

    /** The end of a counterexample to the invariant found broken last: its exception; empty for other violations. */
    Optional<TraceEvent> failure(String invariant) {
        return space.cache().failure(invariant);
    }

    /**
     * Whether any process waits in the visited state for what it is promised: its user waits, or it was asked to leave
     * and has not left.
     */
    boolean anyoneWaits() {
        return model.promisesProgress() && IntStream.range(0, space.processes()).anyMatch(space::waits);
    }
}
