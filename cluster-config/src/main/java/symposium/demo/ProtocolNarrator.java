package symposium.demo;

import java.time.Duration;
import symposium.kernel.TraceEvent;

/** The part of a story that happens between the processes. */
interface ProtocolNarrator {

    /** Tells what happened, as far as it is worth a line. */
    void tell(Duration at, TraceEvent occurrence);
}
