package symposium.service.member;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Extension;
import akka.actor.typed.ExtensionId;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers that are unique in an actor system, for the names of actors. Applications have no use for this class.
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

    /** Those of an actor system. */
    public static ActorNumbers of(ActorSystem<?> system) {
        return system.registerExtension(ID);
    }

    /** The next number, from 1. */
    public long next() {
        return last.incrementAndGet();
    }
}
