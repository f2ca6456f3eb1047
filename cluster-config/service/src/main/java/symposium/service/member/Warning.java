package symposium.service.member;

import symposium.kernel.ProcessId;

/**
 * A warning about a node, for its user.
 *
 * @param process the node's process
 * @param kind the subject of the warning
 * @param line the warning in one line
 * @since 1.0
 */
public record Warning(ProcessId process, Kind kind, String line) {

    /** The kinds of warnings. */
    public enum Kind {
        /** The process of this node does not take part, because the other processes have started without it. */
        EXCLUDED,
        /** Another process has been removed, and the algorithm does not tolerate removals. */
        DEPARTURE,
        /**
         * Fewer than a majority of the processes that started are left, and returning processes cannot rejoin.
         */
        TOO_FEW,
        /**
         * Messages from other nodes were dropped, because they cannot be read or are not for this node. The warning is
         * issued for the 1st message, the 10th, the 100th and so on.
         */
        DROPPED,
        /** The process of this node sent a message that does not fit into a frame. The node ends. */
        UNSENDABLE,
        /**
         * Another process has not answered for {@code symposium.silence-timeout}, although the cluster reaches its
         * node.
         */
        SILENCE,
        /** A service of this node has failed and no longer accepts requests. */
        SERVICE_FAILED
    }
}
