package symposium.arbitration.binary;

import symposium.kernel.Timer;

/** What a philosopher waits for besides messages. */
public enum BinaryTimer implements Timer {
    /** "A finite delay before the new owner enters its next state" (section 0). */
    GRABBING_DELAY
}
