package symposium.kernel.problem;

import java.util.List;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;

/**
 * Observes the inputs and outputs of all users, in their order, and detects violations that no single user can see.
 * Immutable, equal by value. Its memory is part of a global state, so it should be small.
 *
 * @param <O> what a user is told
 */
public interface Observer<O> {

    /** The names of the invariants that it checks. */
    List<String> invariants();

    /**
     * The observer after the user of {@code process} has been told {@code output}.
     *
     * @throws InvariantViolation naming one of {@link #invariants()}, when the output violates it
     */
    Observer<O> sees(ProcessId process, O output);

    /** Whether it depends on inputs; if not, {@link #asked} need not be called. */
    default boolean heedsInputs() {
        return false;
    }

    /** The observer after the user of {@code process} has asked {@code input}. */
    default Observer<O> asked(ProcessId process, Object input) {
        return this;
    }

    /** The observer after {@code process} has crashed or left, and its user with it. */
    default Observer<O> gone(ProcessId process) {
        return this;
    }

    /** An observer that checks nothing. */
    static <O> Observer<O> indifferent() {
        return new Indifferent<>();
    }

    /** See {@link #indifferent}. */
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
