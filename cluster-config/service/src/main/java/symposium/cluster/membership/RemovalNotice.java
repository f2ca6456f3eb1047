package symposium.cluster.membership;

import akka.actor.ExtendedActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Subscribe;
import akka.remote.RemoteActorRefProvider;
import scala.Option;

/**
 * Tells a node that the others have removed that it is removed. A machine that stood still does not notice by itself:
 * Akka drops in silence what it sends. In a full quarantine Akka answers it, with
 * {@link akka.remote.artery.ThisActorSystemQuarantinedEvent} at that node.
 */
public final class RemovalNotice {

    private RemovalNotice() {}

    /** Quarantines each member that the cluster removes after it has been downed. */
    public static Behavior<ClusterEvent.MemberRemoved> create() {
        return Behaviors.setup(context -> {
            Cluster cluster = Cluster.get(context.getSystem());
            cluster.subscriptions().tell(Subscribe.create(context.getSelf(), ClusterEvent.MemberRemoved.class));
            ExtendedActorSystem system = (ExtendedActorSystem) Adapter.toClassic(context.getSystem());
            RemoteActorRefProvider remote = (RemoteActorRefProvider) system.provider();
            return Behaviors.receiveMessage(removal -> {
                UniqueAddress removed = removal.member().uniqueAddress();
                if (removal.previousStatus().equals(MemberStatus.down())
                        && cluster.selfMember().status().equals(MemberStatus.up())) {
                    remote.quarantine(removed.address(), Option.apply(removed.longUid()), "the cluster has removed it");
                }
                return Behaviors.same();
            });
        });
    }
}
