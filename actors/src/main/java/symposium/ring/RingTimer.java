package symposium.ring;

import symposium.kernel.Timer;

/** What a process of the ring waits for. */
public enum RingTimer implements Timer {
    /** Pong's rest at a process: the pace of its rounds. A host lets it be shorter for a while after a departure. */
    PONG_RESTS,
    /** How long pong may stay away before an election is called. */
    SUSPICION
}
