package symposium.kernel.problem;

import java.util.List;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;

/**
 * An observer of the inputs and outputs of all users, in their order, which detects violations that no single user can
 * detect. An observer is immutable and equal by value. Its memory is part of the global state, so it should be small.
 *
 * @param <O> the outputs to a user
 */
public interface Observer<O> {

    /** Returns the names of the invariants that it checks. */
    List<String> invariants();

    /**
     * Returns the observer after the user of {@code process} has received {@code output}.
     *
     * @throws InvariantViolation if the output violates one of the {@link #invariants()}, which the exception names
     */
    Observer<O> sees(ProcessId process, O output);

    /** Returns whether the observer depends on inputs. If not, {@link #asked} need not be called. */
    default boolean heedsInputs() {
        return false;
    }

    /** Returns the observer after the user of {@code process} has sent {@code input}. */
    default Observer<O> asked(ProcessId process, Object input) {
        return this;
    }

    /** Returns the observer after {@code process}, and its user with it, has crashed or left. */
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
