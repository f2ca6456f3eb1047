package symposium.cluster;

import symposium.kernel.ProcessId;

/**
 * Something about a node that its user should know.
 *
 * @param process the node's process
 * @param kind what it is about
 * @param line the warning in one line
 */
public record Warning(ProcessId process, Kind kind, String line) {

    /** What warnings are about. */
    public enum Kind {
        /** The process of this node takes no part, because the others have begun without it. */
        EXCLUDED,
        /** Another process has departed, and the algorithm does not stand that. */
        DEPARTURE
    }
}
