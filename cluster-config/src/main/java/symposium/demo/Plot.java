package symposium.demo;

import java.time.Duration;
import symposium.kernel.Occurrence;

/** The part of a story that happens between the processes. */
interface Plot {

    /** Tells what happened, as far as it is worth a line. */
    void tell(Duration at, Occurrence occurrence);
}
