package symposium.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.TraceEvent;

/** What the laws of a model say of the state that a space visits, and of the steps out of it. */
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

    /** Whether any law speaks of steps. */
    boolean judgesSteps() {
        return !stepwise.isEmpty();
    }

    /** The law broken in the state visited, or null. */
    String broken() {
        int invariant = space.cache().broken(space);
        if (invariant != NOT_BROKEN) {
            return model.invariants().get(invariant).name();
        }
        if (!global.isEmpty()) {
            Configuration<S, M, U> configuration = space.configuration();
            for (Invariant.OfConfiguration<S, M, U> each : global) {
                if (!space.cache().holds(each, InvariantCache.Place.EVERYTHING, () -> {
                    if (!each.situation().test(configuration)) {
                        return true;
                    }
                    space.cache().test(each);
                    return each.condition().test(configuration);
                })) {
                    return each.name();
                }
            }
        }
        return null;
    }

    /** Whether any law speaks of such a step. */
    boolean concerns(TraceEvent occurrence) {
        return stepwise.stream().anyMatch(each -> concerns(each, occurrence));
    }

    /** An invariant whose situation throws an exception concerns the step, for which it is then violated. */
    private static <S, M, U> boolean concerns(Invariant.OfStep<S, M, U> invariant, TraceEvent occurrence) {
        try {
            return invariant.situation().test(occurrence);
        } catch (RuntimeException | StackOverflowError exception) {
            return true;
        }
    }

    /** The law that a step breaks, or null. */
    String broken(Configuration<S, M, U> before, TraceEvent occurrence, Configuration<S, M, U> after) {
        for (Invariant.OfStep<S, M, U> each : stepwise) {
            if (!space.cache().holds(each, InvariantCache.Place.EVERYTHING, () -> {
                if (!each.situation().test(occurrence)) {
                    return true;
                }
                space.cache().test(each);
                return each.condition().holds(before, occurrence, after);
            })) {
                return each.name();
            }
        }
        return null;
    }

    /** The end of a counterexample to the invariant found broken last: its exception; empty for other violations. */
    Optional<TraceEvent> failure(String invariant) {
        return space.cache()
                .failure(invariant)
                .map(failure -> new TraceEvent.InvariantThrew(space.id(failure.process()), failure.why()));
    }

    /** Whether some user waits, or some process that was asked to leave has not got away, in the state visited. */
    boolean anyoneWaits() {
        for (int process = 0; process < space.processes(); process++) {
            if (space.waits(process)) {
                return true;
            }
        }
        return false;
    }
}
