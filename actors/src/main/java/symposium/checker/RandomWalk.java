package symposium.checker;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import symposium.kernel.TraceEvent;

/**
 * What came of one random walk.
 *
 * @param seed from which it can be walked again
 * @param broken the law, or the property of progress, that it breaks; empty when it breaks none
 * @param trace all that happened, in order; the last is what breaks the law where a step does
 * @param rules how often each rule fired, every rule named
 * @param served how often a waiting user was served
 * @param quiet whether it ended in a state in which nothing has to happen any more
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
