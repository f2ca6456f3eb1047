package symposium.service.participant;

import akka.actor.typed.ActorRef;
import java.util.Objects;
import symposium.kernel.ProcessId;
import symposium.service.lock.LockService;
import symposium.service.member.MembershipView;

/**
 * The leader election by the algorithm of a paper, for the applications of one node. Its purpose is to compare
 * algorithms: each change of the membership starts a new election, and may depose a live leader. An application that
 * needs a stable leader, or more than one election, uses a named election: {@link LockService.Campaign}.
 *
 * <p>No application needs to request an election: the nodes elect when the cluster has formed, when a node joins, and
 * when the leader's node has been removed.
 *
 * <p>Every leader leads in a term, and terms increase. A term is a fencing token: the leader passes it to the resource
 * that it acts upon, which rejects a smaller term than it has seen.
 *
 * <p>Guarantees:
 *
 * <ul>
 *   <li>Each term has at most one leader. On every node terms increase.
 *   <li>A node that does not see a majority of the configured processes elects no leader, and follows none.
 *   <li>While no live node is suspected, at most one node has been notified that it leads and not yet that it no
 *       longer does.
 *   <li>A leader that is cut off is notified that it no longer leads when its own failure detector has noticed that it
 *       does not reach a majority. The others elect when the split brain resolver has removed it, {@code stable-after}
 *       later than their own failure detectors have noticed. The leader is therefore notified first if the detectors
 *       differ by less than that. If its JVM or machine is paused, it is not notified, and believes that it leads when
 *       it continues: then the term protects.
 * </ul>
 *
 * <p>Elections need messages that arrive, or are lost only with a removed node; the host sends again what the network
 * loses otherwise. A node that has been without a leader for {@code symposium.election.patience} asks for another
 * election: first it joins the election in progress, the next time it starts a new term.
 *
 * <p>Terms do not decrease when nodes are restarted: they are above the number of seconds from 1970 to the start of
 * the process that starts them, as far as clocks can be trusted.
 *
 * @since 1.0
 */
public final class LeaderElection {

    /** A message to the election. */
    public interface Command {}

    /** Subscribes to the leader, from the current one on. A subscriber that stops is unsubscribed. */
    public record Subscribe(ActorRef<News> replyTo) implements Command {
        public Subscribe {
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** Ends a subscription. */
    public record Unsubscribe(ActorRef<News> replyTo) implements Command {
        public Unsubscribe {
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** Asks for the {@link Status} of this node. */
    public record GetStatus(ActorRef<Status> replyTo) implements Command {
        public GetStatus {
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** A change of the leader, each sent once. */
    public sealed interface News {}

    /**
     * Reports a leader.
     *
     * @param term greater than every term before; a fencing token
     * @param leader the elected process
     * @param self whether that is this node
     */
    public record Leads(long term, ProcessId leader, boolean self) implements News {}

    /**
     * Reports that this node knows no leader; if it led, it no longer does.
     *
     * @param term the latest that had a leader, 0 for none
     * @param why the reason
     */
    public record Leaderless(long term, Why why) implements News {}

    /**
     * Reports that the elections of this node have ended; if it led, it no longer does.
     *
     * @param why the reason, in one line
     */
    public record Unavailable(String why) implements News {}

    /** The reasons why there is no leader. */
    public enum Why {
        /** An election is in progress. */
        ELECTING,
        /** The node is not up yet, or does not see a majority. */
        CUT_OFF
    }

    /**
     * The status of one node.
     *
     * @param news the latest change
     * @param view the membership
     */
    public record Status(News news, MembershipView view) {}

    private LeaderElection() {}
}
