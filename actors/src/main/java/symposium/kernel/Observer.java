package symposium.kernel;

import java.util.List;

/**
 * Someone who hears all that all users are told and ask, in the order in which it happens, and says when it breaks a law that no single
 * user could see broken. Immutable, equal by value: what an observer remembers is part of a global state, so it remembers little.
 *
 * @param <O> what a user is told
 */
public interface Observer<O> {

    /** The laws that it watches over. */
    List<String> invariants();

    /**
     * The observer after the user of {@code process} has been told {@code output}.
     *
     * @throws InvariantViolation naming one of {@link #invariants()}, when that breaks it
     */
    Observer<O> sees(ProcessId process, O output);

    /** Whether it heeds what users ask; if not, it need not be told. */
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

    /** One who watches over nothing. */
    static <O> Observer<O> indifferent() {
        return new Indifferent<>();
    }

    /** One who watches over nothing. */
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
