package symposium.service.lock;

import akka.actor.typed.Behavior;

/**
 * The implementation behind named locks; applications do not use it.
 *
 * @since 1.0
 */
public interface LockRuntime {

    /** Returns the named locks of one actor system, without a cluster. */
    Behavior<LockService.Command> alone();
}
