package symposium.cluster;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.receptionist.Receptionist;
import java.util.Optional;
import symposium.cluster.lock.LockServiceActor;
import symposium.cluster.status.Readiness;

/** Finds whether a member of the cluster that is no node reaches a node that hosts named locks. */
public final class HostWatch {

    private HostWatch() {}

    /**
     * Keeps this readiness up to date.
     *
     * @param noHost why it is not ready while there is no node to be reached
     */
    public static Behavior<Receptionist.Listing> create(Readiness readiness, String noHost) {
        return Behaviors.setup(context -> {
            context.getSystem().receptionist().tell(Receptionist.subscribe(LockServiceActor.KEY, context.getSelf()));
            return Behaviors.receiveMessage(listing -> {
                readiness.is(
                        listing.getServiceInstances(LockServiceActor.KEY).isEmpty()
                                ? Optional.of(noHost)
                                : Optional.empty());
                return Behaviors.same();
            });
        });
    }
}
