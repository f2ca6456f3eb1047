package symposium.cluster.leader;

import akka.actor.typed.ActorRef;
import java.util.Objects;
import java.util.Optional;
import symposium.service.election.LeaderState;
import symposium.service.lock.LockService;
import symposium.wire.Wire;

/**
 * What the lock service of a node tells the members that watch an election: at once, and on each change.
 *
 * @param leader the leader, if it has been granted at this node
 * @param cutOff whether the node sees no majority, or has ended
 * @param from the service
 */
public record LeaderReport(String election, Optional<LeaderState.Leader> leader, boolean cutOff, ActorRef<?> from)
        implements Wire {

    public LeaderReport {
        Objects.requireNonNull(election, "election");
        Objects.requireNonNull(leader, "leader");
        Objects.requireNonNull(from, "from");
    }

    /**
     * A member watches an election: it is told who has been granted it at this node, now and on each change.
     *
     * @param watcher is watched
     */
    public record Watch(String election, ActorRef<LeaderReport> watcher) implements LockService.Command, Wire {
        public Watch {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(watcher, "watcher");
        }
    }

    /** A member no longer watches an election. */
    public record Unwatch(String election, ActorRef<LeaderReport> watcher) implements LockService.Command, Wire {
        public Unwatch {
            Objects.requireNonNull(election, "election");
            Objects.requireNonNull(watcher, "watcher");
        }
    }
}
