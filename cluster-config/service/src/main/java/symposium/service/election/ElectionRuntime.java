package symposium.service.election;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import symposium.service.lock.LockService;

/**
 * What finds the leaders of elections. Applications have no use for it.
 *
 * @since 1.0
 */
public interface ElectionRuntime {

    /** The leaders of the elections of a cluster. */
    Behavior<LeaderWatch.Command> leaders();

    /** The leaders of the elections of one service, which no cluster finds. */
    Behavior<LeaderWatch.Command> leaders(ActorRef<LockService.Command> service);
}
