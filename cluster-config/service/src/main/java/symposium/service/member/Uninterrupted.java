package symposium.service.member;

import akka.actor.typed.ActorRef;
import java.util.function.Supplier;

/**
 * Sends to actors from threads of the application, which may be interrupted: sending to an actor that is just being
 * created would throw an {@link InterruptedException}, though nothing declares it. The thread is interrupted afterwards
 * as before. Applications have no use for it.
 *
 * @since 1.0
 */
public final class Uninterrupted {

    private Uninterrupted() {}

    /** Sends a message. */
    public static <T> void tell(ActorRef<T> actor, T message) {
        get(() -> {
            actor.tell(message);
            return actor;
        });
    }

    /** Gets what is made while the thread is not interrupted. */
    public static <T> T get(Supplier<T> made) {
        boolean interrupted = Thread.interrupted();
        try {
            return made.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
