package symposium.service.member;

import symposium.kernel.ProcessId;

/**
 * Something about a node that its user should know.
 *
 * @param process the node's process
 * @param kind what it is about
 * @param line the warning in one line
 * @since 1.0
 */
public record Warning(ProcessId process, Kind kind, String line) {

    /** The kinds of warnings. */
    public enum Kind {
        /** The process of this node takes no part, because the others have begun without it. */
        EXCLUDED,
        /** Another process has departed, which the algorithm does not tolerate. */
        DEPARTURE,
        /** Fewer than a majority of the processes that have begun are left, and those that return stay outside. */
        TOO_FEW,
        /**
         * Messages from other nodes have been dropped: they cannot be read, or are not for this node. Told of the 1st,
         * the 10th, the 100th and so on.
         */
        DROPPED,
        /** The process of this node has sent a message that no frame holds: the node ends. */
        UNSENDABLE,
        /** Another process, whose node the cluster reaches, has not answered for {@code symposium.silence-timeout}. */
        SILENCE,
        /** A service of this node has failed, and takes no request any more. */
        SERVICE_FAILED
    }
}
