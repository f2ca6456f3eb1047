package symposium.eventlog;

import java.util.Optional;
import java.util.OptionalLong;
import symposium.clock.Stamp;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;

/** A line of an event log after the head. */
public sealed interface LogLine {

    /** The process that the line is about. */
    ProcessId process();

    /** When it was written, by the clock of the writer, if that has one: as {@code java.time.Instant} is printed. */
    Optional<String> at();

    /**
     * A process begins.
     *
     * @param start what its protocol is made for
     * @param floor the generation above which it counts, where the membership may change
     * @param neighbours its neighbours at first
     * @param state its first state, as {@link Json}, if the line has it
     */
    record Began(
            ProcessId process,
            Optional<String> at,
            Start start,
            OptionalLong floor,
            Neighbours neighbours,
            Optional<Object> state)
            implements LogLine {

        /**
         * Whether the process is there from the start, wherever this line stands among those of others: an algorithm
         * without joins begins in one global state of all its processes.
         */
        public boolean initially() {
            return floor.isEmpty();
        }
    }

    /**
     * A process has taken a step, or something has happened to it.
     *
     * @param step the number of the step among those of the process since it began, from 1; 0 for anything else
     * @param state the state after the step, as {@link Json}, if the line has it
     * @param stamp the time by the clocks of the algorithm's processes, if the log has been merged
     */
    record Happened(TraceEvent event, Optional<String> at, long step, Optional<Object> state, Optional<Stamp> stamp)
            implements LogLine {
        @Override
        public ProcessId process() {
            return event.process();
        }
    }
}
