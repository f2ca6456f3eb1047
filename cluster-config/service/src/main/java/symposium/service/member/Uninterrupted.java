package symposium.service.member;

import akka.actor.typed.ActorRef;
import java.util.function.Supplier;

/**
 * Sends messages to actors from application threads, which may be interrupted; applications do not use this class.
 * Without it, sending to an actor that is being created would throw an undeclared {@link InterruptedException}. The
 * thread's interrupted status is restored afterwards.
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

    /**
     * Returns the result of a supplier, which runs while the thread's interrupted status is cleared. If the thread is
     * interrupted meanwhile and the supplier ends with an {@link InterruptedException} for that reason, it runs again.
     */
    public static <T> T get(Supplier<T> made) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return made.get();
                } catch (Exception failure) {
                    if (!isInterruption(failure)) {
                        throw failure;
                    }
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Scala declares no exceptions. */
    private static boolean isInterruption(Exception failure) {
        return failure instanceof InterruptedException;
    }
}
