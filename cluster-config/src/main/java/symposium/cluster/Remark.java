package symposium.cluster;

import symposium.kernel.ProcessId;

/**
 * Something about a node that its user should know.
 *
 * @param process the node's process
 * @param kind what it is about
 * @param line the remark in one line
 */
public record Remark(ProcessId process, Kind kind, String line) {

    /** What remarks are about. */
    public enum Kind {
        /** The process of this node takes no part, because the others have begun without it. */
        OUTSIDE,
        /** The process of this node has been cut off from a majority, and takes no part any more, even should its node see one again. */
        CUT_OFF,
        /** Another process has departed, and the algorithm does not stand that. */
        BEREAVED
    }
}
