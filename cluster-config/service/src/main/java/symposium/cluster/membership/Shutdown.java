package symposium.cluster.membership;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import java.util.Optional;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;

/** The end of a node whose actor system, or membership of the cluster, Akka shuts down. */
public final class Shutdown {

    private Shutdown() {}

    /** Returns whether the actor system shuts down because the node has been removed from the cluster. */
    public static boolean isRemoval(ActorSystem<?> system) {
        return reason(system)
                .filter(CoordinatedShutdown.clusterDowningReason()::equals)
                .isPresent();
    }

    /**
     * Returns why the actor system shuts down.
     *
     * @param last the membership that the node has seen last
     */
    public static Termination of(ActorSystem<?> system, MembershipView last) {
        CoordinatedShutdown.Reason reason = reason(system).orElseGet(CoordinatedShutdown::unknownReason);
        String process = "process " + last.self();
        if (isRemoval(system)) {
            return Removal.of(last);
        }
        if (reason.equals(CoordinatedShutdown.incompatibleConfigurationDetectedReason())) {
            return new Termination(
                    Termination.Cause.REFUSED,
                    process
                            + " is refused: its settings of Akka differ from those of a seed node, which logs them as a warning"
                            + " (akka.cluster.configuration-compatibility-check)");
        }
        if (reason.equals(CoordinatedShutdown.clusterJoinUnsuccessfulReason())) {
            return new Termination(
                    Termination.Cause.NOT_FORMED,
                    process + " has not joined the cluster in time"
                            + " (akka.cluster.shutdown-after-unsuccessful-join-seed-nodes)");
        }
        return new Termination(Termination.Cause.LEFT, process + " has left");
    }

    /**
     * Returns why Akka shuts down the node's membership of the cluster. Of a node that has been removed, Akka ends the
     * actor system only afterwards.
     *
     * @param last the membership that the node has seen last
     */
    static Termination ofMembership(ActorSystem<?> system, MembershipView last) {
        boolean byAkka = Cluster.get(system).isTerminated();
        return byAkka && reason(system).isEmpty() ? Removal.of(last) : of(system, last);
    }

    private static Optional<CoordinatedShutdown.Reason> reason(ActorSystem<?> system) {
        return CoordinatedShutdown.get(system).getShutdownReason();
    }
}
