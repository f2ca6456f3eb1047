package symposium.cli.check;

import java.util.Optional;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Invariant;

/**
 * The condition that a rule never fires. It refers to the kernel alone, since a checkpoint of a search for the rule
 * knows this class, and all that it refers to, by their bytes.
 *
 * @param rule its label
 * @param at the process at which it does not; none if empty
 */
record NeverFires<S, M, U>(String rule, Optional<ProcessId> at) {

    Invariant<S, M, U> invariant(String name) {
        return new Invariant.OfStep<>(name, this::fires, (before, event, after) -> false);
    }

    private boolean fires(TraceEvent event) {
        return event instanceof TraceEvent.Stepped step
                && step.rule().label().equals(rule)
                && (at.isEmpty() || at.get().equals(step.process()));
    }
}
