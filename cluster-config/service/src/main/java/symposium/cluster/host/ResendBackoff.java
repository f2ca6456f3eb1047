package symposium.cluster.host;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import symposium.kernel.ProcessId;

/**
 * How long a host waits for an acknowledgement before it sends again, for each other process: RFC 6298, section 5, with
 * the host's reminders as the clock. The first wait is long enough for a virtual machine that has just started, whose
 * first messages take a second. Each resend doubles it, so that a process that does not answer costs few frames; an
 * acknowledgement, or that the process is reached again, makes it short.
 */
final class ResendBackoff {

    /** The first wait, in reminders. The other end acknowledges at intervals like these. */
    static final int FIRST = 5;

    /** The longest wait, in reminders. */
    static final int LONGEST = 20;

    private final Map<ProcessId, Integer> waits = new HashMap<>();

    /** At which reminder a message to this process is sent again that is not acknowledged. */
    int wait(ProcessId other) {
        return waits.getOrDefault(other, FIRST);
    }

    /** Messages to this process have been sent again. */
    void resent(ProcessId other) {
        waits.put(other, Math.min(2 * wait(other), LONGEST));
    }

    /** This process has acknowledged a message. */
    void acknowledged(ProcessId other) {
        waits.remove(other);
    }

    /** These processes are reached. */
    void reached(Collection<ProcessId> others) {
        waits.keySet().removeAll(others);
    }

    /** Nothing is sent to these processes any more, and nothing is kept of them. */
    void departed(Collection<ProcessId> gone) {
        waits.keySet().removeAll(gone);
    }

    /** The processes of which anything is kept. */
    Set<ProcessId> known() {
        return Set.copyOf(waits.keySet());
    }
}
