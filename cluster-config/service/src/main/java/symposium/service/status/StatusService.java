package symposium.service.status;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import symposium.wire.Wire;

/**
 * The service that reports the status of the whole cluster, for the actors of one member. It asks all nodes, and
 * answers within a bounded time with the reports that it has received, naming the nodes that have not answered.
 *
 * <p>An answer is also bounded in size: by a number of entries, and by the size of a frame of the transport. It counts
 * what it leaves out, and prefers what has waited or been held for the longest time.
 *
 * @since 1.0
 */
public final class StatusService {

    /** The default limit: the most entries of a node in an answer. */
    public static final int USUAL_LIMIT = 1000;

    /** The default patience: the longest time for nodes to answer. */
    public static final Duration USUAL_PATIENCE = Duration.ofSeconds(2);

    /** The greatest patience that a question may set. */
    public static final Duration MOST_PATIENCE = Duration.ofMinutes(1);

    /** A message to the service. */
    public interface Command extends Wire {}

    /**
     * Asks for the {@link ClusterStatus}.
     *
     * @param names the names of interest; none for all
     * @param limit the most entries of each node in the answer, at least 1
     * @param patience the longest time for the nodes to answer, above zero, up to {@link #MOST_PATIENCE}
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

        /** Creates a question about all names, with the usual limit and patience. */
        public GetClusterStatus(ActorRef<ClusterStatus> replyTo) {
            this(Set.of(), USUAL_LIMIT, USUAL_PATIENCE, replyTo);
        }
    }

    /**
     * Asks for the {@link NodeStatus}. A member that is not a node does not answer.
     *
     * @param names the names of interest; none for all
     * @param limit the most entries in the answer, at least 1
     * @param bytes the greatest size of the entries in a message
     * @param patience the longest time for the services of the node to answer, above zero, up to {@link
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
     * Checks the limit and the patience. Another member may send any values; a message with values out of range does
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
