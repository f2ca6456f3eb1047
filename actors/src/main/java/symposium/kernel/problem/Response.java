package symposium.kernel.problem;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import symposium.kernel.ProcessId;

/**
 * A statement about the runs of any algorithm, such as a user asks: certain states are followed by certain others.
 *
 * @param name the name under which reports have it
 * @param demands what must happen: all of these
 */
public record Response(String name, List<Demand> demands) {

    /**
     * States of one kind are followed by states of another kind.
     *
     * @param process the process of which it speaks, if it speaks of one
     * @param when the first states; empty for the initial state alone
     * @param meanwhile if present, what must be true until the end, which need not come; otherwise the end must come
     *     in each fair run
     * @param end the other states; if one of them is a first state, nothing more is demanded
     */
    public record Demand(
            Optional<ProcessId> process,
            Optional<Predicate<Configuration<?, ?, ?>>> when,
            Optional<Predicate<Configuration<?, ?, ?>>> meanwhile,
            Predicate<Configuration<?, ?, ?>> end) {}

    public Response {
        demands = List.copyOf(demands);
    }

    /** Returns whether something must happen in the end. */
    public boolean isProgress() {
        return demands.stream().anyMatch(demand -> demand.meanwhile().isEmpty());
    }
}
