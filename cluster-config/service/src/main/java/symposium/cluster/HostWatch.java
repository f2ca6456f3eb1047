package symposium.cluster;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.receptionist.Receptionist;
import java.util.Optional;
import symposium.cluster.lock.LockServiceActor;
import symposium.cluster.status.Readiness;

/** Finds whether a member of the cluster that is no node reaches a node that hosts named locks. */
public final class HostWatch {

    private static final String NO_HOST = "no node that hosts the service is reachable";

    private HostWatch() {}

    /** Ready as soon as there is a node to be reached. */
    public static Readiness readiness() {
        return new Readiness(NO_HOST);
    }

    /** Keeps this readiness up to date. */
    public static Behavior<Receptionist.Listing> create(Readiness readiness) {
        return Behaviors.setup(context -> {
            context.getSystem().receptionist().tell(Receptionist.subscribe(LockServiceActor.KEY, context.getSelf()));
            return Behaviors.receiveMessage(listing -> {
                readiness.is(
                        listing.getServiceInstances(LockServiceActor.KEY).isEmpty()
                                ? Optional.of(NO_HOST)
                                : Optional.empty());
                return Behaviors.same();
            });
        });
    }
}
