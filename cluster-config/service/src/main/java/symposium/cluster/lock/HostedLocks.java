package symposium.cluster.lock;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import java.util.Set;
import java.util.function.Consumer;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.leader.LeaderWatchActor;
import symposium.service.election.LeaderWatch;
import symposium.service.lock.LockService;
import symposium.service.member.MembershipView;

/**
 * The {@link LockService} for a host of processes other than that of a cluster's node: the test kit. Applications have
 * no use for it.
 */
public final class HostedLocks {

    private HostedLocks() {}

    /**
     * The service of a node, which no other member finds.
     *
     * @param view the membership at the start
     * @param process takes what the service asks of the process of the node; called on the thread of the service
     */
    public static Behavior<LockService.Command> service(MembershipView view, Consumer<Request> process) {
        return LockServiceActor.create(view, process);
    }

    /** Tells the service an output of its process. */
    public static LockService.Command told(Grant output) {
        return new LockServiceActor.FromHost(new HostEvent.Told<>(output));
    }

    /** Tells the service a change of the membership. */
    public static LockService.Command seen(MembershipView view) {
        return new LockServiceActor.FromHost(new HostEvent.Seen<>(view));
    }

    /**
     * Tells the service that its node has ended.
     *
     * @param why in one line
     * @param replyTo is answered when every owner has been told
     */
    public static LockService.Command closed(String why, ActorRef<Done> replyTo) {
        return new LockServiceActor.FromHost(new HostEvent.Closed<>(why, replyTo));
    }

    /** The watch of a node, which is told of the services by {@link #found}. */
    public static Behavior<LeaderWatch.Command> leaders() {
        return LeaderWatchActor.create(context -> {});
    }

    /**
     * Tells the watch of a node which services there are.
     *
     * @param reachable those of them that the node reaches
     */
    public static LeaderWatch.Command found(
            Set<ActorRef<LockService.Command>> all, Set<ActorRef<LockService.Command>> reachable) {
        return new LeaderWatchActor.Found(all, reachable);
    }
}
