package symposium.kernel.problem;

import java.util.List;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;

/**
 * An observer of the inputs and outputs of all users, in their order, which detects violations that no single user can
 * see. It is immutable and equal by value. Its memory is part of a global state, so it should be small.
 *
 * @param <O> the outputs to a user
 */
public interface Observer<O> {

    /** Returns the names of the invariants that it checks. */
    List<String> invariants();

    /**
     * Returns the observer after the user of {@code process} has received {@code output}.
     *
     * @throws InvariantViolation naming one of {@link #invariants()}, if the output violates it
     */
    Observer<O> sees(ProcessId process, O output);

    /** Returns whether the observer depends on inputs; if not, {@link #asked} need not be called. */
    default boolean heedsInputs() {
        return false;
    }

    /** Returns the observer after the user of {@code process} has sent {@code input}. */
    default Observer<O> asked(ProcessId process, Object input) {
        return this;
    }

    /** Returns the observer after {@code process} has crashed or left, and its user with it. */
    default Observer<O> gone(ProcessId process) {
        return this;
    }

    /** Returns an observer that checks nothing. */
    static <O> Observer<O> indifferent() {
        return new Indifferent<>();
    }

    /** An observer that checks nothing: see {@link #indifferent}. */
    record Indifferent<O>() implements Observer<O> {
        @Override
        public List<String> invariants() {
            return List.of();
        }

        @Override
        public Observer<O> sees(ProcessId process, O output) {
            return this;
        }
    }
}
