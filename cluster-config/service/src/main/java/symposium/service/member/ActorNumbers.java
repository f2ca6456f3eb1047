package symposium.service.member;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Extension;
import akka.actor.typed.ExtensionId;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers that are unique in an actor system, for the names of actors; applications do not use this class.
 *
 * @since 1.0
 */
public final class ActorNumbers implements Extension {

    private static final ExtensionId<ActorNumbers> ID = new ExtensionId<>() {
        @Override
        public ActorNumbers createExtension(ActorSystem<?> system) {
            return new ActorNumbers();
        }

        @Override
        public ExtensionId<ActorNumbers> id() {
            return this;
        }
    };

    private final AtomicLong last = new AtomicLong();

    private ActorNumbers() {}

    /** Returns the numbers of the actor system. */
    public static ActorNumbers of(ActorSystem<?> system) {
        return system.registerExtension(ID);
    }

    /** Returns the next number, starting from 1. */
    public long next() {
        return last.incrementAndGet();
    }
}
