package symposium.service.lock;

import akka.actor.typed.Behavior;

/**
 * What carries out named locks. Applications have no use for it.
 *
 * @since 1.0
 */
public interface LockRuntime {

    /** Named locks of one actor system, without a cluster. */
    Behavior<LockService.Command> alone();
}
