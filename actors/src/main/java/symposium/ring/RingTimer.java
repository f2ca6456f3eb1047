package symposium.ring;

import symposium.kernel.Timer;

/** What a process of the ring waits for. */
public enum RingTimer implements Timer {
    /** Pong's rest at a process in quiet times: the pace of its rounds. */
    PONG_RESTS,
    /** Pong's rest after a departure, until it has met the token. */
    PONG_HURRIES,
    /** How long pong may stay away before an election is called. */
    SUSPICION
}
