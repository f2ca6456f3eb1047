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
     * @param variables what its variables stand for: live processes, and elements of collections
     */
    record Scope(Configuration<?, ?, ?> all, Map<String, ?> variables) {

        Scope with(String variable, Object value) {
            Map<String, Object> more = new HashMap<>(variables);
            more.put(variable, value);
            return new Scope(all, more);
        }

        LiveProcess<?, ?> process(String variable) {
            return (LiveProcess<?, ?>) variables.get(variable);
        }
    }

    /** Its value: see {@link Values}. */
    Object value(Scope scope);

    /** Whether the global state has what it speaks of; an implication speaks of its premise. */
    default boolean occurs(Scope scope) {
        return true;
    }
}
