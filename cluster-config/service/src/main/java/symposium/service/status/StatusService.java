package symposium.service.status;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import symposium.wire.Wire;

/**
 * The service that reports the status of the whole cluster, for the actors of one member. It queries all nodes, and
 * answers within a bounded time with the reports that it has received. The answer lists the nodes that have not
 * responded.
 *
 * <p>The size of an answer is also bounded, both by a number of entries and by the frame size of the transport. The
 * answer states how many entries it omits. It prefers the entries that have been waiting or held for the longest time.
 *
 * @since 1.0
 */
public final class StatusService {

    /** The default limit: the maximum number of entries of each node in an answer. */
    public static final int USUAL_LIMIT = 1000;

    /** The default patience: the maximum time for nodes to answer. */
    public static final Duration USUAL_PATIENCE = Duration.ofSeconds(2);

    /** The greatest patience that a question may set. */
    public static final Duration MOST_PATIENCE = Duration.ofMinutes(1);

    /** A message to the service. */
    public interface Command extends Wire {}

    /**
     * Asks for the {@link ClusterStatus}.
     *
     * @param names the names of interest; an empty set selects all names
     * @param limit the maximum number of entries of each node in the answer, at least 1
     * @param patience the maximum time for the nodes to answer, greater than zero and at most {@link #MOST_PATIENCE}
     * @param replyTo receives the answer
     */
    public record GetClusterStatus(Set<String> names, int limit, Duration patience, ActorRef<ClusterStatus> replyTo)
            implements Command {

        /** @throws IllegalArgumentException if the limit or the patience is out of range */
        public GetClusterStatus {
            names = Set.copyOf(names);
            Objects.requireNonNull(replyTo, "replyTo");
            require(limit, patience);
        }

        /** Creates a question about all names, with the default limit and patience. */
        public GetClusterStatus(ActorRef<ClusterStatus> replyTo) {
            this(Set.of(), USUAL_LIMIT, USUAL_PATIENCE, replyTo);
        }
    }

    /**
     * Asks for the {@link NodeStatus}. A member that is not a node does not answer.
     *
     * @param names the names of interest; an empty set selects all names
     * @param limit the maximum number of entries in the answer, at least 1
     * @param bytes the maximum size of the entries in a message
     * @param patience the maximum time for the services of the node to answer, greater than zero and at most {@link
     *     #MOST_PATIENCE}
     * @param replyTo receives the answer
     */
    public record GetNodeStatus(
            Set<String> names, int limit, long bytes, Duration patience, ActorRef<NodeStatus> replyTo)
            implements Command {

        /** @throws IllegalArgumentException if the limit or the patience is out of range */
        public GetNodeStatus {
            names = Set.copyOf(names);
            Objects.requireNonNull(replyTo, "replyTo");
            require(limit, patience);
        }
    }

    /**
     * Checks the limit and the patience. Another member may send any values. A message with values out of range does
     * not reach this actor.
     */
    private static void require(int limit, Duration patience) {
        if (limit < 1 || patience.isNegative() || patience.isZero() || patience.compareTo(MOST_PATIENCE) > 0) {
            throw new IllegalArgumentException("the limit is " + limit + " and the patience " + patience
                    + "; both are above zero, and the patience is at most " + MOST_PATIENCE);
        }
    }

    private StatusService() {}
}
