package symposium.service.participant;

import akka.actor.typed.ActorRef;
import java.util.Objects;
import symposium.kernel.ProcessId;
import symposium.service.lock.LockService;
import symposium.service.member.MembershipView;

/**
 * The leader election by the algorithm of a paper, for the applications of one node. Its purpose is to compare
 * algorithms: each change of the membership starts a new election, and may depose a live leader. An application that
 * needs a stable leader, or more than one election, should use a named election: {@link LockService.Campaign}.
 *
 * <p>Applications need not request an election. The nodes elect a leader when the cluster has formed, when a node
 * joins, and when the leader's node has been removed.
 *
 * <p>Every leader leads in a term, and terms increase. A term is a fencing token. The leader passes it to the resource
 * that it acts upon, and the resource rejects any term that is smaller than the greatest term it has seen.
 *
 * <p>Guarantees:
 *
 * <ul>
 *   <li>Each term has at most one leader. On every node, terms increase.
 *   <li>A node that does not see a majority of the configured processes neither elects nor follows a leader.
 *   <li>While no live node is suspected, at most one node considers itself the leader: it has been notified that it
 *       leads, and not yet that it no longer leads.
 *   <li>A leader that is cut off is notified that it no longer leads when its own failure detector has detected that
 *       it does not reach a majority. The other nodes elect a leader when the split brain resolver has removed the old
 *       leader's node, {@code stable-after} later than the detection by their own failure detectors. The old leader is
 *       therefore notified first if the detectors differ by less than that time. If its JVM or machine is paused, it
 *       is not notified, and still believes that it leads when it resumes. In that case, only the term protects the
 *       resource.
 * </ul>
 *
 * <p>Elections require that messages are lost only with a removed node. The host resends messages that the network
 * loses otherwise. A node that has had no leader for {@code symposium.election.patience} asks for another election:
 * the first time, it joins the election in progress; the next time, it starts a new term.
 *
 * <p>Terms do not decrease when nodes are restarted. As far as clocks can be trusted, a term is greater than the
 * number of seconds from 1970 to the start of the process that started the term.
 *
 * @since 1.0
 */
public final class LeaderElection {

    /** A message to the election. */
    public interface Command {}

    /** Subscribes to the current leader and all later ones. A subscriber that stops is unsubscribed. */
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
     * @param term the term, greater than every earlier term; a fencing token
     * @param leader the elected process
     * @param self whether that is this node
     */
    public record Leads(long term, ProcessId leader, boolean self) implements News {}

    /**
     * Reports that this node knows no leader. If the node led, it no longer leads.
     *
     * @param term the latest term that had a leader, or 0 if there was none
     * @param why the reason
     */
    public record Leaderless(long term, Why why) implements News {}

    /**
     * Reports that the elections of this node have ended. If the node led, it no longer leads.
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
