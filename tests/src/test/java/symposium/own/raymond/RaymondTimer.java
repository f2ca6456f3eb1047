package symposium.own.raymond;

import symposium.kernel.Timer;

/** When a node does something of its own accord. */
public enum RaymondTimer implements Timer {
    /** Runs from the start, at the first holder alone. */
    INITIALIZE
}
