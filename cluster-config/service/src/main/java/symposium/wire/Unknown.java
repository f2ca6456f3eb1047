package symposium.wire;

import java.util.Optional;
import symposium.kernel.ProcessId;

/**
 * Replaces a message of a kind that is not known here, as one of a later version. It is not written to others.
 *
 * @param name its name
 * @param from the process that has sent it, if it is from one
 * @param to the process that it is for, if it is for one
 */
public record Unknown(String name, Optional<ProcessId> from, Optional<ProcessId> to) {}
