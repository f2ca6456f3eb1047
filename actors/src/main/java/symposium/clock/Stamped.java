package symposium.clock;

import java.util.Optional;
import symposium.kernel.TraceEvent;

/**
 * Something that happened, and when.
 *
 * @param occurrence what
 * @param stamp when, by both clocks; empty for what happened to a link and not at a process, such as the loss of a message
 */
public record Stamped(TraceEvent occurrence, Optional<Stamp> stamp) {

    /** Whether both happened at processes, and this before that. */
    public boolean happenedBefore(Stamped that) {
        return stamp.isPresent() && that.stamp.isPresent() && stamp.get().happenedBefore(that.stamp.get());
    }
}
