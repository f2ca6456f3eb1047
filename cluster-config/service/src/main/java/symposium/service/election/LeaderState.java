package symposium.service.election;

import akka.actor.Address;
import java.util.Objects;
import symposium.mutex.Fence;

/**
 * The state of a named election, as one member knows it.
 *
 * @since 1.0
 */
public sealed interface LeaderState {

    /** Returns the name of the election. */
    String election();

    /**
     * Returns the greatest fencing token under which a candidate is known to have led, or {@link Fence#NONE} if there
     * is none.
     */
    Fence fence();

    /**
     * Returns the {@linkplain Fence#number() number} of the fencing token, which is greater than every earlier number
     * of the same election.
     */
    default long term() {
        return fence().number();
    }

    /**
     * Reports that a candidate leads.
     *
     * @param fence the fencing token, greater than every earlier one
     * @param value the text that the candidate publishes
     * @param node the address of its actor system
     */
    record Leader(String election, Fence fence, String value, Address node) implements LeaderState {
        public Leader {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(fence, "fence");
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(node, "node");
        }
    }

    /**
     * Reports that no leader is known.
     *
     * @param why the reason, in one line
     */
    record NoLeader(String election, Fence fence, Reason reason, String why) implements LeaderState {

        /** Creates the state with the default text of the reason. */
        public NoLeader(String election, Fence fence, Reason reason) {
            this(election, fence, reason, reason.why);
        }
    }

    /** The reasons why no leader is known. */
    enum Reason {
        /** No candidate leads. */
        VACANT("no candidate leads"),
        /** This member reaches no node that sees a majority. Other members may know a leader. */
        CUT_OFF("no node that sees a majority is reachable"),
        /** Not all nodes have answered yet. */
        UNKNOWN("not all nodes have answered yet"),
        /** The name is not a valid name of an election. No further news follows. */
        INVALID("the name is invalid"),
        /**
         * The number of elections that are followed on this member has reached {@code symposium.leader-watch-limit}.
         * No further news follows.
         */
        TOO_MANY("this member follows as many elections as symposium.leader-watch-limit allows"),
        /** The watch of this member has ended. No further news follows. */
        ENDED("the actor system has ended");

        private final String why;

        Reason(String why) {
            this.why = why;
        }
    }
}
