package symposium.service.election;

import akka.actor.typed.ActorRef;
import java.util.Objects;

/**
 * The watch of the leaders of named elections, for the actors of one member of the cluster: candidates or not, with a
 * process on this member or not. A follower receives the {@link LeaderState} at once and on each change.
 *
 * <p>Each service of named locks reports the leaders that have been granted on its node. The one with the greatest
 * fencing token leads, unless a greater token is known: then the end of that leadership has not been reported yet. The
 * leader is known until it resigns or stops, or its node is removed; while no node that sees a majority is reachable,
 * no leader is known.
 *
 * <p>A follower's news may be old. The resource that the leader acts upon must therefore compare fencing tokens.
 *
 * <p>Nothing is sent for an election that has no follower on this member. The leaders of followed elections are asked
 * for again every {@code symposium.leader-watch-interval}, because the network may lose reports. The number of
 * followed elections is therefore limited by {@code symposium.leader-watch-limit}; a request beyond it is answered
 * with {@link LeaderState.Reason#TOO_MANY}. The number of followers of one election is not limited: each is an actor
 * of this member.
 *
 * @since 1.0
 */
public final class LeaderWatch {

    /** A message to the watch. */
    public interface Command {}

    /**
     * Follows an election: the follower receives the state now, and each later one. A follower that stops no longer
     * follows.
     *
     * @param election its name
     */
    public record Follow(String election, ActorRef<? super LeaderState> replyTo) implements Command {
        public Follow {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** Ends following an election. */
    public record Unfollow(String election, ActorRef<? super LeaderState> replyTo) implements Command {
        public Unfollow {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /**
     * Asks for the state. It is answered once: when the state is known, or when the nodes have not answered for {@code
     * symposium.leader-watch-interval}.
     */
    public record GetLeader(String election, ActorRef<? super LeaderState> replyTo) implements Command {
        public GetLeader {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    private LeaderWatch() {}
}
