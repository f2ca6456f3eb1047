package symposium.regeneration.misra;

import symposium.kernel.Timer;

/** How long a token stays with a process before it is sent on. */
public enum MisraTimer implements Timer {
    /** Ping stays: where it carries a privilege, as long as that is used. */
    PING_RESTS,
    /** Pong stays. */
    PONG_RESTS
}
