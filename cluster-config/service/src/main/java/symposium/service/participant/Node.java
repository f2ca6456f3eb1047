package symposium.service.participant;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import java.util.concurrent.CompletionStage;
import symposium.kernel.ProcessId;
import symposium.service.member.Termination;

/**
 * The node that an actor system is: a member of the cluster that hosts a process for each of its services. Here are
 * those that have one user at each node, for comparing the algorithms of the catalogue.
 *
 * @since 1.0
 */
public interface Node {

    /** Its process. */
    ProcessId process();

    /** Its address. */
    Address address();

    /**
     * The lock for the applications of this node, by the algorithm that the settings name.
     *
     * @throws IllegalStateException when that algorithm solves another problem than mutual exclusion, or the settings
     *     do not name the service
     */
    ActorRef<Lock.Command> lock();

    /** Whether this node has a {@link #philosopher}, and no {@link #lock}: its algorithm solves arbitration. */
    boolean hasPhilosopher();

    /**
     * The philosopher for the applications of this node.
     *
     * @throws IllegalStateException when its algorithm solves another problem than arbitration, or the settings do not
     *     name the service
     */
    ActorRef<Philosopher.Command> philosopher();

    /**
     * The leader election for the applications of this node, whichever algorithm it runs.
     *
     * @throws IllegalStateException when the settings do not name that service
     */
    ActorRef<LeaderElection.Command> leaderElection();

    /** Completed when the node has ended, with the reason. The actor system of an application goes on. */
    CompletionStage<Termination> ended();
}
