package symposium.service.election;

import akka.actor.typed.ActorRef;
import java.util.Objects;

/**
 * The leaders of named elections, for those at one member of the cluster that follow them: candidates or not, with a
 * process at this member or not. A follower is told the {@link LeaderState} at once and on each change.
 *
 * <p>Each service of named locks tells which leaders have been granted at its node. The one with the greatest fence
 * leads, unless a greater one has been heard of: then it has not been heard yet that it no longer leads. The leader is
 * known until it resigns or stops, or its node is removed; while no node that sees a majority is reachable, no leader
 * is known.
 *
 * <p>What a follower is told is news, and may be old: what the leader acts upon compares fences.
 *
 * <p>Nothing is sent for an election that nobody follows at this member. What is followed is asked for again every
 * {@code symposium.leader-watch-interval}, because the network may lose what is told. So the elections that are
 * followed are bounded by {@code symposium.leader-watch-limit}; what comes beyond is answered {@link
 * LeaderState.Reason#TOO_MANY}. The followers of one election are not: each is an actor of this member.
 *
 * @since 1.0
 */
public final class LeaderWatch {

    /** What can be sent to the watch. */
    public interface Command {}

    /**
     * Follows an election: is told the state now, and each that comes. A follower that stops no longer follows.
     *
     * @param election its name
     */
    public record Follow(String election, ActorRef<? super LeaderState> replyTo) implements Command {
        public Follow {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** No longer follows an election. */
    public record Unfollow(String election, ActorRef<? super LeaderState> replyTo) implements Command {
        public Unfollow {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /**
     * Asks for the state, which is answered once: when it is known, and when the nodes have not answered for
     * {@code symposium.leader-watch-interval}.
     */
    public record GetLeader(String election, ActorRef<? super LeaderState> replyTo) implements Command {
        public GetLeader {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    private LeaderWatch() {}
}
