package symposium.service.election;

import akka.actor.typed.ActorRef;
import java.util.Objects;

/**
 * The watch of the leaders of named elections, for the actors of one member of the cluster. Followers need not be
 * candidates, and the member need not host a process. A follower receives the {@link LeaderState} immediately and on
 * each change.
 *
 * <p>Each service of named locks reports the leaders that it has granted on its node. The leader with the greatest
 * fencing token leads, unless a greater token is known. In that case, the end of the reported leadership has not been
 * reported yet. The leader is known until it resigns or stops, or its node is removed. While no node that sees a
 * majority is reachable, no leader is known.
 *
 * <p>The news that a follower receives may be stale. The resource that the leader acts upon must therefore compare
 * fencing tokens.
 *
 * <p>An election without followers on this member causes no messages. The watch asks for the leaders of followed
 * elections again every {@code symposium.leader-watch-interval}, because the network may lose reports. The number of
 * followed elections is therefore limited by {@code symposium.leader-watch-limit}. A request that exceeds the limit is
 * answered with {@link LeaderState.Reason#TOO_MANY}. The number of followers of one election is not limited, because
 * each is an actor of this member.
 *
 * @since 1.0
 */
public final class LeaderWatch {

    /** A message to the watch. */
    public interface Command {}

    /**
     * Follows an election: the follower receives the current state and each later one. The subscription ends when the
     * follower stops.
     *
     * @param election the name of the election
     */
    public record Follow(String election, ActorRef<? super LeaderState> replyTo) implements Command {
        public Follow {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** Stops following an election. */
    public record Unfollow(String election, ActorRef<? super LeaderState> replyTo) implements Command {
        public Unfollow {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /**
     * Asks for the state. The watch answers once: when the state is known, or when the nodes have not answered within
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
