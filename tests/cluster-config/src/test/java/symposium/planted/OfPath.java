package symposium.planted;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;

/** Makes a reference of a path, which a test of the house has to find. */
public final class OfPath {

    private OfPath() {}

    static ActorRef<Object> of(String path, ActorSystem<?> system) {
        return ActorRefResolver.get(system).resolveActorRef(path);
    }
}
