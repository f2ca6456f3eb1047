package symposium.simulation;

import java.util.List;
import symposium.kernel.ProcessId;

/** Something that befalls a process or a link at a tick, and of which others hear some ticks later. */
public sealed interface ScheduledFault {

    /** After how many ticks others hear of it, when they never do. */
    Durations NEVER = Durations.exactly(Long.MAX_VALUE);

    /** The tick, 0 or more. */
    long at();

    /** The process that it befalls, or the two at the ends of the link. */
    List<ProcessId> processes();

    /**
     * A process crashes. What it has sent still arrives, until the recipient hears of the crash.
     *
     * @param at the tick
     * @param process which
     * @param heard after how many ticks each of the others hears of it; drawn for each anew
     */
    record Crash(long at, ProcessId process, Durations heard) implements ScheduledFault {
        @Override
        public List<ProcessId> processes() {
            return List.of(process);
        }
    }

    /**
     * A process is asked to leave. When it says that it has, it takes no step any more; the others hear of it some ticks after all that it
     * has sent has arrived.
     *
     * @param at the tick
     * @param process which
     * @param heard after how many ticks each of the others hears of it; drawn for each anew
     */
    record Leaving(long at, ProcessId process, Durations heard) implements ScheduledFault {
        @Override
        public List<ProcessId> processes() {
            return List.of(process);
        }
    }

    /**
     * A link fails. What is under way over it, and what is sent over it until it recovers, comes back to its sender at the tick at which it
     * would have arrived.
     *
     * @param at the tick
     * @param one the process at one end
     * @param other the process at the other end
     * @param heard after how many ticks each end hears of it; drawn for each anew
     */
    record LinkFailure(long at, ProcessId one, ProcessId other, Durations heard) implements ScheduledFault {
        @Override
        public List<ProcessId> processes() {
            return List.of(one, other);
        }
    }

    /**
     * A link that has failed works again.
     *
     * @param at the tick
     * @param one the process at one end
     * @param other the process at the other end
     * @param heard after how many ticks each end hears of it; drawn for each anew
     */
    record LinkRecovery(long at, ProcessId one, ProcessId other, Durations heard) implements ScheduledFault {
        @Override
        public List<ProcessId> processes() {
            return List.of(one, other);
        }
    }
}
