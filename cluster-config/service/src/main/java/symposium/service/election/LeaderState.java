package symposium.service.election;

import akka.actor.Address;
import java.util.Objects;
import symposium.mutex.Fence;

/**
 * What is known at a member of the leader of a named election.
 *
 * @since 1.0
 */
public sealed interface LeaderState {

    /** The name of the election. */
    String election();

    /** The greatest fence under which a candidate is known to have led, {@link Fence#NONE} for none. */
    Fence fence();

    /**
     * The {@linkplain Fence#number() number} of the fence, which is greater than every one before of the same election.
     */
    default long term() {
        return fence().number();
    }

    /**
     * A candidate leads.
     *
     * @param fence greater than every one before
     * @param value what the candidate tells of itself
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
     * No leader is known.
     *
     * @param why in one line
     */
    record NoLeader(String election, Fence fence, Reason reason, String why) implements LeaderState {

        /** With the reason's own words. */
        public NoLeader(String election, Fence fence, Reason reason) {
            this(election, fence, reason, reason.why);
        }
    }

    /** Why no leader is known. */
    enum Reason {
        /** Nobody leads. */
        VACANT("no candidate leads"),
        /** This member reaches no node that sees a majority. Others may have a leader. */
        CUT_OFF("no node that sees a majority is reachable"),
        /** Not all nodes have answered yet. */
        UNKNOWN("not all nodes have answered yet"),
        /** It cannot be the name of an election: nothing more is told. */
        INVALID("the name is invalid"),
        /**
         * As many elections are followed at this member as {@code symposium.leader-watch-limit} admits: nothing more is
         * told.
         */
        TOO_MANY("this member follows as many elections as symposium.leader-watch-limit allows"),
        /** The watch of this member has ended: nothing more is told. */
        ENDED("the actor system has ended");

        private final String why;

        Reason(String why) {
            this.why = why;
        }
    }
}
