package symposium.service.election;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import symposium.service.lock.LockService;

/**
 * The implementation that finds the leaders of elections; applications do not use it.
 *
 * @since 1.0
 */
public interface ElectionRuntime {

    /** Returns the watch of the elections of a cluster. */
    Behavior<LeaderWatch.Command> leaders();

    /** Returns the watch of the elections of one service that is not found through a cluster. */
    Behavior<LeaderWatch.Command> leaders(ActorRef<LockService.Command> service);
}
