package symposium.checker.model;

import java.util.List;
import symposium.kernel.TraceEvent;

/**
 * The result for one property.
 *
 * @param name the name of the invariant or property
 * @param verdict whether it holds
 * @param tested whether the situation to which it applies occurred at all
 * @param trace a shortest path from the initial state to a violation; empty unless violated
 * @param cycle for starvation, the steps that repeat forever after the trace; otherwise empty
 */
public record Property(String name, Verdict verdict, boolean tested, List<TraceEvent> trace, List<TraceEvent> cycle) {

    public Property {
        trace = List.copyOf(trace);
        cycle = List.copyOf(cycle);
    }

    /** The result for a property of which no violation was found. */
    public static Property unviolated(String name, Verdict verdict, boolean tested) {
        return new Property(name, verdict, tested, List.of(), List.of());
    }

    @Override
    public String toString() {
        return name + ": " + verdict + (tested ? "" : " (never tested)");
    }
}
