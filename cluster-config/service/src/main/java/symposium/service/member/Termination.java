package symposium.service.member;

/**
 * The end of a node.
 *
 * @param cause the kind of end
 * @param why the end in one line
 * @since 1.0
 */
public record Termination(Cause cause, String why) {

    /** The kinds of end. */
    public enum Cause {
        /** It was asked to leave, and did. */
        LEFT(0),
        /** It was killed, and the others were not told. */
        KILLED(0),
        /** Its process has violated an invariant. */
        VIOLATED(1),
        /** One of its actors has failed, or has sent a message that no frame holds. */
        FAILED(70),
        /** It did not see a majority in time. */
        NOT_FORMED(2),
        /** The others have removed it, or it has removed itself because it was cut off. */
        REMOVED(2),
        /**
         * It sees no majority, and never will: it has found another cluster, of the others; or they and this node have
         * removed each other; or a majority of the voters has departed. Started again, it joins the others, or begins
         * with them.
         */
        ISLAND(2),
        /** Its number is taken, or its configuration is not the cluster's. */
        REFUSED(64);

        private final int exitCode;

        Cause(int exitCode) {
            this.exitCode = exitCode;
        }

        /** The exit code of a program that is this node. */
        public int exitCode() {
            return exitCode;
        }
    }
}
