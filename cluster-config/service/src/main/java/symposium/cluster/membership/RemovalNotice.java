package symposium.cluster.membership;

import akka.actor.Address;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Subscribe;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import symposium.kernel.ProcessId;
import symposium.service.member.MembershipView;

/**
 * Tells a node that the others have removed that it is removed. A machine that stood still does not notice by itself:
 * Akka drops in silence what it sends. In a full quarantine Akka answers it, with
 * {@link akka.remote.artery.ThisActorSystemQuarantinedEvent} at that node, which then ends. A node that has removed
 * this one, too, does not hear the answer, and ends by {@link IslandWatch}.
 *
 * <p>A node that has lost a majority gives no such notice, since it would end the nodes that continue without it. They
 * remove it, and it ends by {@link IslandWatch}, too.
 */
public final class RemovalNotice {

    private final Cluster cluster;
    private final int processes;
    private final Consumer<UniqueAddress> quarantine;
    private final Set<Address> removed = new TreeSet<>(Member.addressOrdering());
    private MembershipView view;

    private RemovalNotice(Cluster cluster, MembershipView view, int processes, Consumer<UniqueAddress> quarantine) {
        this.cluster = cluster;
        this.view = view;
        this.processes = processes;
        this.quarantine = quarantine;
    }

    /**
     * Takes every {@link MembershipView} of this node, and quarantines each member that the cluster removes after it
     * has been downed.
     *
     * @param processes how many processes are configured, of which majorities are counted unless the voters are known
     * @param quarantine ends the connection to such a node permanently
     */
    public static Behavior<Object> create(MembershipView view, int processes, Consumer<UniqueAddress> quarantine) {
        return Behaviors.setup(context -> {
            Cluster cluster = Cluster.get(context.getSystem());
            cluster.subscriptions().tell(Subscribe.create(context.getSelf().narrow(), ClusterEvent.MemberEvent.class));
            RemovalNotice notice = new RemovalNotice(cluster, view, processes, quarantine);
            return Behaviors.receiveMessage(notice::onAny);
        });
    }

    private Behavior<Object> onAny(Object any) {
        if (any instanceof MembershipView now) {
            view = now;
            removed.retainAll(now.members().values());
        } else if (any instanceof ClusterEvent.MemberUp up) {
            removed.remove(up.member().address());
        } else if (any instanceof ClusterEvent.MemberRemoved removal) {
            removed.add(removal.member().address());
            if (removal.previousStatus().equals(MemberStatus.down())
                    && cluster.selfMember().status().equals(MemberStatus.up())
                    && !hasLostMajority()) {
                quarantine.accept(removal.member().uniqueAddress());
            }
        }
        return Behaviors.same();
    }

    /** Whether this node does not reach a majority of the voters. They may continue without it. */
    private boolean hasLostMajority() {
        Set<ProcessId> voters =
                view.voting().map(voting -> voting.voters().members()).orElseGet(TreeSet::new);
        int all = voters.isEmpty() ? processes : voters.size();
        long reached = view.members().keySet().stream()
                .filter(process -> voters.isEmpty() || voters.contains(process))
                .filter(this::reaches)
                .count();
        return all - reached > all / 2;
    }

    /** A view may be older than the latest removals. */
    private boolean reaches(ProcessId process) {
        return !view.unreachable().contains(process)
                && !removed.contains(view.members().get(process));
    }
}
