package symposium.service.member;

import symposium.kernel.ProcessId;

/**
 * A warning about a node, for its user.
 *
 * @param process the node's process
 * @param kind what it is about
 * @param line the warning in one line
 * @since 1.0
 */
public record Warning(ProcessId process, Kind kind, String line) {

    /** The kinds of warnings. */
    public enum Kind {
        /** The process of this node takes no part, because the others have started without it. */
        EXCLUDED,
        /** Another process has been removed, which the algorithm does not tolerate. */
        DEPARTURE,
        /**
         * Fewer than a majority of the processes that have started are left, and processes that return stay outside.
         */
        TOO_FEW,
        /**
         * Messages from other nodes were dropped: they cannot be read, or are not for this node. Reported for the 1st,
         * the 10th, the 100th and so on.
         */
        DROPPED,
        /** The process of this node sent a message that does not fit into a frame: the node ends. */
        UNSENDABLE,
        /**
         * Another process has not answered for {@code symposium.silence-timeout}, although the cluster reaches its
         * node.
         */
        SILENCE,
        /** A service of this node has failed, and accepts no more requests. */
        SERVICE_FAILED
    }
}
