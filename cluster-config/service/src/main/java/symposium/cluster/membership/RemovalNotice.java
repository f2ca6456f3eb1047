package symposium.cluster.membership;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Subscribe;
import java.util.function.Consumer;

/**
 * Tells a node that the others have removed that it is removed. A machine that stood still does not notice by itself:
 * Akka drops in silence what it sends. In a full quarantine Akka answers it, with
 * {@link akka.remote.artery.ThisActorSystemQuarantinedEvent} at that node. A node that has removed this one, too, does
 * not hear the answer, and ends by {@link IslandWatch}.
 */
public final class RemovalNotice {

    private RemovalNotice() {}

    /**
     * Quarantines each member that the cluster removes after it has been downed.
     *
     * @param quarantine ends the connection to such a node permanently
     */
    public static Behavior<ClusterEvent.MemberRemoved> create(Consumer<UniqueAddress> quarantine) {
        return Behaviors.setup(context -> {
            Cluster cluster = Cluster.get(context.getSystem());
            cluster.subscriptions().tell(Subscribe.create(context.getSelf(), ClusterEvent.MemberRemoved.class));
            return Behaviors.receiveMessage(removal -> {
                if (removal.previousStatus().equals(MemberStatus.down())
                        && cluster.selfMember().status().equals(MemberStatus.up())) {
                    quarantine.accept(removal.member().uniqueAddress());
                }
                return Behaviors.same();
            });
        });
    }
}
