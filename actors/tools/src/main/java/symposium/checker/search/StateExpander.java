package symposium.checker.search;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import symposium.checker.model.Model;
import symposium.checker.space.PropertyChecker;
import symposium.checker.space.StateSpace;
import symposium.checker.space.Successors;
import symposium.checker.store.GlobalState;
import symposium.kernel.InvariantViolation;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Scenario;

/** Expands states one by one, and checks what must hold in them and on the steps out of them. */
public final class StateExpander<S, M, U, I, O> {

    /** The result for a state that violates a property, or a step out of which does. */
    static final int VIOLATED = -1;

    /**
     * A violation in a state, or on a step out of it.
     *
     * @param property what is violated
     * @param by the events of the step; empty if the state itself violates the property
     * @param failure the exception by which an invariant is violated, if it is by one
     */
    public record Violation(String property, List<TraceEvent> by, Optional<TraceEvent> failure) {}

    private final StateSpace<S, M, U, I, O> space;
    private final PropertyChecker<S, M, U, I, O> checker;
    private Violation violation;

    public StateExpander(Model<S, M, U, I, O> model, StateSpace<S, M, U, I, O> space) {
        this.space = space;
        this.checker = new PropertyChecker<>(model, space);
    }

    StateSpace<S, M, U, I, O> space() {
        return space;
    }

    /** The violation that was found last. */
    Violation violation() {
        return violation;
    }

    /**
     * Checks a state and computes its successors.
     *
     * @param fired counts the rules of the steps, by their numbers
     * @return the number of successors, or {@link #VIOLATED}
     */
    int expand(GlobalState at, long[] fired) {
        try {
            return expanded(at, fired);
        } catch (InvariantViolation thrown) {
            return violated(thrown.invariant(), List.of(space.events().threw(thrown)));
        }
    }

    private int expanded(GlobalState at, long[] fired) {
        String broken = checker.broken(at);
        if (broken != null) {
            return violated(broken, List.of());
        }
        int found = space.expand(at);
        Successors successors = space.successors();
        if (deadlocked(at)) {
            successors.countRules(fired);
            return violated(Scenario.NO_DEADLOCK, List.of());
        }
        if (successors.anyViolation()) {
            int violating = successors.firstViolating();
            return violated(
                    successors.violation(violating).invariant(), space.events().all(violating));
        }
        successors.countRules(fired);
        if (checker.checksSteps()
                && IntStream.range(0, found)
                        .anyMatch(successor -> checker.concerns(space.events().of(successor)))) {
            return checkSteps(at, found);
        }
        return found;
    }

    /** Whether no step is owed in a state that has just been expanded, and yet a process waits. */
    private boolean deadlocked(GlobalState at) {
        return space.successors().owedSteps() == 0 && checker.anyoneWaits(at);
    }

    /** Whether a state itself violates a property, whatever the steps out of it do. */
    boolean violates(GlobalState at) {
        try {
            String broken = checker.broken(at);
            if (broken == null) {
                space.expand(at);
                broken = deadlocked(at) ? Scenario.NO_DEADLOCK : null;
            }
            if (broken != null) {
                violated(broken, List.of());
            }
            return broken != null;
        } catch (InvariantViolation thrown) {
            return false;
        }
    }

    /** Checks invariants of steps, which compare the configurations before and after. */
    private int checkSteps(GlobalState at, int found) {
        Configuration<S, M, U> before = space.configuration(at);
        for (int successor = 0; successor < found; successor++) {
            TraceEvent event = space.events().of(successor);
            if (checker.concerns(event)) {
                String broken = checker.broken(before, event, space.configuration(space.successor(successor)));
                if (broken != null) {
                    return violated(broken, space.events().all(successor));
                }
            }
        }
        return found;
    }

    private int violated(String property, List<TraceEvent> by) {
        violation = new Violation(property, by, checker.failure(property));
        return VIOLATED;
    }
}
