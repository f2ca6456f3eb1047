package symposium.kernel.problem;

import java.util.Locale;

/** A fault, or a change of the membership, that an exploration injects a limited number of times. */
public enum Fault {
    /** A message is lost. */
    LOSS,
    /** A message arrives twice. */
    DUPLICATE,
    /** A process crashes. */
    CRASH,
    /** A link fails. */
    LINK_FAILURE,
    /** A link that has failed recovers. */
    LINK_RECOVERY,
    /** A process joins; the processes with the highest numbers are absent at the start. */
    JOIN,
    /** A process is asked to leave. */
    LEAVE,
    /** A live process is notified that another live process has departed. */
    FALSE_DEPARTURE;

    /** Returns the name in small letters and hyphens. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
