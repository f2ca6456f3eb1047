package symposium.clock;

import java.util.Optional;
import symposium.kernel.TraceEvent;

/**
 * A trace event with its times.
 *
 * @param event the trace event
 * @param stamp its times by both clocks; empty for an event of a link, such as the loss of a message
 */
public record Stamped(TraceEvent event, Optional<Stamp> stamp) {

    /** Whether both are events of processes, and this one happened before that one. */
    public boolean happenedBefore(Stamped that) {
        return stamp.isPresent() && that.stamp.isPresent() && stamp.get().happenedBefore(that.stamp.get());
    }
}
