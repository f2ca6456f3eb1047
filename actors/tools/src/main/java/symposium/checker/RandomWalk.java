package symposium.checker;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import symposium.kernel.TraceEvent;

/**
 * The result of one random walk.
 *
 * @param seed the seed that reproduces the walk
 * @param broken the violated invariant or progress property; empty if none
 * @param trace all trace events in order; if a step violates an invariant, it is the last
 * @param rules by rule, how often it fired; every rule has an entry
 * @param served how often a waiting user was served
 * @param quiet whether the walk ended in a state without owed steps
 */
public record RandomWalk(
        long seed,
        Optional<String> broken,
        List<TraceEvent> trace,
        Map<String, Long> rules,
        long served,
        boolean quiet) {

    public RandomWalk {
        trace = List.copyOf(trace);
    }
}
