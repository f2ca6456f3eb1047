package symposium.checker;

import java.util.List;
import symposium.kernel.TraceEvent;

/**
 * What was found of one property.
 *
 * @param name the law's name
 * @param verdict whether it holds
 * @param tested whether the situation of which it speaks occurred at all
 * @param trace a shortest way to a violation, from the initial state; empty unless violated
 * @param cycle for starvation, what then goes on forever after the trace; empty otherwise
 */
public record Property(String name, Verdict verdict, boolean tested, List<TraceEvent> trace, List<TraceEvent> cycle) {

    public Property {
        trace = List.copyOf(trace);
        cycle = List.copyOf(cycle);
    }

    @Override
    public String toString() {
        return name + ": " + verdict + (tested ? "" : " (never put to the test)");
    }
}
