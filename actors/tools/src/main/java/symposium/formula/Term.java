package symposium.formula;

import java.util.HashMap;
import java.util.Map;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Configuration.LiveProcess;

/** A part of a formula. */
interface Term {

    /**
     * What a formula is evaluated on.
     *
     * @param all the global state
     * @param processes the processes that its variables stand for
     */
    record Scope(Configuration<?, ?, ?> all, Map<String, LiveProcess<?, ?>> processes) {

        Scope with(String variable, LiveProcess<?, ?> process) {
            Map<String, LiveProcess<?, ?>> more = new HashMap<>(processes);
            more.put(variable, process);
            return new Scope(all, more);
        }
    }

    /** Its value: see {@link Values}. */
    Object value(Scope scope);

    /** Whether the global state has what it speaks of; an implication speaks of its premise. */
    default boolean occurs(Scope scope) {
        return true;
    }
}
