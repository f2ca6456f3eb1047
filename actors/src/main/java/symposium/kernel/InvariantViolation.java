package symposium.kernel;

import java.util.Optional;

/** Thrown when an event contradicts an invariant. */
public final class InvariantViolation extends RuntimeException {

    private final String invariant;
    private final transient Optional<ProcessId> process;

    /**
     * @param invariant the name of the violated invariant
     * @param what the event that violates it
     */
    public InvariantViolation(String invariant, String what) {
        this(invariant, what, Optional.empty());
    }

    /** @param process the process in which the violation was found */
    public InvariantViolation(String invariant, String what, ProcessId process) {
        this(invariant, what, Optional.of(process));
    }

    private InvariantViolation(String invariant, String what, Optional<ProcessId> process) {
        super("refuted: \"" + invariant + "\"; " + what);
        this.invariant = invariant;
        this.process = process;
    }

    /** Returns the process in which an exception was thrown, if it is known separately from the text. */
    public Optional<ProcessId> process() {
        return process;
    }

    /** Returns the name of the violated invariant. */
    public String invariant() {
        return invariant;
    }
}
