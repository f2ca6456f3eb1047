package symposium.service.participant;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import java.util.concurrent.CompletionStage;
import symposium.kernel.ProcessId;
import symposium.service.member.Termination;

/**
 * The node of an actor system: a member of the cluster that hosts a process for each of its services. This interface
 * provides the services with one user on each node, which serve to compare the algorithms of the catalogue.
 *
 * @since 1.0
 */
public interface Node {

    /** Returns the node's process. */
    ProcessId process();

    /** Returns the node's address. */
    Address address();

    /**
     * Returns the lock for the applications of this node, which uses the algorithm in the settings.
     *
     * @throws IllegalStateException if that algorithm solves a problem other than mutual exclusion, or the settings do
     *     not list the service
     */
    ActorRef<Lock.Command> lock();

    /**
     * Returns whether this node has a {@link #philosopher} and no {@link #lock}, because its algorithm solves
     * arbitration.
     */
    boolean hasPhilosopher();

    /**
     * Returns the philosopher for the applications of this node.
     *
     * @throws IllegalStateException if its algorithm solves a problem other than arbitration, or the settings do not
     *     list the service
     */
    ActorRef<Philosopher.Command> philosopher();

    /**
     * Returns the leader election for the applications of this node, whichever algorithm it runs.
     *
     * @throws IllegalStateException if the settings do not list that service
     */
    ActorRef<LeaderElection.Command> leaderElection();

    /**
     * Returns a stage that completes with the reason when the node has ended. The application's actor system continues
     * to run. Each call returns a new stage, which the node keeps until it ends; a program that polls should keep one
     * stage.
     */
    CompletionStage<Termination> ended();
}
