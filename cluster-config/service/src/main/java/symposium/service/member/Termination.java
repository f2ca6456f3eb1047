package symposium.service.member;

/**
 * The end of a node.
 *
 * @param cause the kind of end
 * @param why the reason in one line
 * @since 1.0
 */
public record Termination(Cause cause, String why) {

    /** The kinds of ends. */
    public enum Cause {
        /** The node was asked to leave, and left. */
        LEFT(0),
        /** The node was killed, and the other nodes were not notified. */
        KILLED(0),
        /** The node's process violated an invariant. */
        VIOLATED(1),
        /** One of the node's actors failed, or sent a message that does not fit into a frame. */
        FAILED(70),
        /** The node did not see a majority in time. */
        NOT_FORMED(2),
        /** The other nodes removed the node, or it removed itself because it was cut off. */
        REMOVED(2),
        /**
         * The node sees no majority and never will. Either it has found another cluster that the other nodes have
         * formed, or they and this node have removed each other, or a majority of the voters has been removed. If the
         * node is started again, it joins the other nodes, or starts with them.
         */
        ISLAND(2),
        /** The node's number is taken, or its configuration differs from the cluster's. */
        REFUSED(64);

        private final int exitCode;

        Cause(int exitCode) {
            this.exitCode = exitCode;
        }

        /** Returns the exit code of a program that runs this node. */
        public int exitCode() {
            return exitCode;
        }
    }
}
