package symposium.service.participant;

import akka.actor.typed.ActorRef;
import java.util.Objects;
import symposium.kernel.ProcessId;
import symposium.service.lock.LockService;
import symposium.service.member.MembershipView;

/**
 * The leader by the algorithm of a paper, for the applications of one node. It is there to compare the algorithms: each
 * change of the membership elects again, and may depose a leader that lives. An application that wants a leader which
 * stays, or more than one election, takes an election by name: {@link LockService.Campaign}.
 *
 * <p>No application needs to ask for an election: the nodes elect when the
 * cluster has formed, when a node joins, and when the leader's node has been removed.
 *
 * <p>Every leader leads in a term, and terms grow. A term is a fence: the leader hands it to what it acts upon, which
 * refuses a smaller one than it has seen.
 *
 * <p>What is promised:
 *
 * <ul>
 *   <li>Of one term there is at most one leader. At every node terms grow.
 *   <li>A node that does not see a majority of the configured processes elects no leader, and follows none.
 *   <li>While no live node is suspected, at most one node has been told that it leads and not yet that it does so no
 *       more.
 *   <li>A leader that is cut off is told that it does not lead when its own failure detector has noticed that it does
 *       not reach a majority. The others elect when the split brain resolver has removed it, {@code stable-after} later
 *       than their own failure detectors have noticed. So the leader is told first as long as the detectors differ by
 *       less than that. If its JVM or machine is suspended, it is told nothing, and believes that it leads when it goes
 *       on: then the term protects.
 * </ul>
 *
 * <p>Elections need messages that arrive, or are lost only with a removed node; the host sends again what the network
 * loses otherwise. A node that has been without a leader for {@code symposium.election.patience} asks for another
 * election: first it joins the election in progress, the next time it begins a new term.
 *
 * <p>Terms do not go back when nodes are restarted: they are above the seconds from 1970 to the start of the process
 * that begins them, as far as clocks can be trusted.
 *
 * @since 1.0
 */
public final class LeaderElection {

    /** What can be sent to the election. */
    public interface Command {}

    /** Subscribes to the leader, from the current one on. An application that stops is unsubscribed. */
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

    /** Asks for the {@link Status} at this node. */
    public record GetStatus(ActorRef<Status> replyTo) implements Command {
        public GetStatus {
            Objects.requireNonNull(replyTo, "replyTo");
        }
    }

    /** Changes of the leader, each told once. */
    public sealed interface News {}

    /**
     * A leader.
     *
     * @param term greater than every one before; a fence
     * @param leader the elected process
     * @param self whether that is this node
     */
    public record Leads(long term, ProcessId leader, boolean self) implements News {}

    /**
     * This node knows no leader; if it has led, it no longer does.
     *
     * @param term the latest that had a leader, 0 for none
     * @param why the reason
     */
    public record Leaderless(long term, Why why) implements News {}

    /**
     * The elections of this node have ended; if it has led, it no longer does.
     *
     * @param why in one line
     */
    public record Unavailable(String why) implements News {}

    /** Why there is no leader. */
    public enum Why {
        /** There is an election. */
        ELECTING,
        /** The node is not up yet, or does not see a majority. */
        CUT_OFF
    }

    /**
     * The status at one node.
     *
     * @param news the latest change
     * @param view the membership
     */
    public record Status(News news, MembershipView view) {}

    private LeaderElection() {}
}
