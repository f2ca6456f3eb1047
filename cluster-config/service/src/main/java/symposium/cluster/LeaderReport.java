package symposium.cluster;

import akka.actor.typed.ActorRef;
import java.util.Objects;
import java.util.Optional;
import symposium.cluster.wire.Wire;

/**
 * What the lock service of a node tells the members that watch an election: at once, and on each change.
 *
 * @param leader the leader, if it has been granted at this node
 * @param cutOff whether the node sees no majority, or has ended
 * @param from the service
 */
record LeaderReport(String election, Optional<LeaderState.Leader> leader, boolean cutOff, ActorRef<?> from)
        implements Wire {

    LeaderReport {
        Objects.requireNonNull(election, "election");
        Objects.requireNonNull(leader, "leader");
        Objects.requireNonNull(from, "from");
    }
}
