package symposium.kernel;

import java.util.Optional;

/** An event contradicts an invariant. */
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

    /** @param process the process whose code has found it */
    public InvariantViolation(String invariant, String what, ProcessId process) {
        this(invariant, what, Optional.of(process));
    }

    private InvariantViolation(String invariant, String what, Optional<ProcessId> process) {
        super("refuted: \"" + invariant + "\"; " + what);
        this.invariant = invariant;
        this.process = process;
    }

    /** The process in whose code an exception was thrown, if it is known apart from the text. */
    public Optional<ProcessId> process() {
        return process;
    }

    /** The name of the violated invariant. */
    public String invariant() {
        return invariant;
    }
}
