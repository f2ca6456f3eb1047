package symposium.cluster.execution;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Watches an actor as long as anything in this one needs to know that it stops.
 *
 * @param <C> the commands of this actor
 */
public final class DeathWatch<C> {

    private final ActorContext<C> context;
    private final Function<ActorRef<?>, C> stopped;
    private final Map<ActorRef<?>, Integer> watched = new HashMap<>();

    /** @param stopped what this actor is told when the other has stopped, or its node is gone */
    public DeathWatch(ActorContext<C> context, Function<ActorRef<?>, C> stopped) {
        this.context = context;
        this.stopped = stopped;
    }

    /** One thing more needs to know of the actor. */
    public void watch(ActorRef<?> actor) {
        if (watched.merge(actor, 1, Integer::sum) == 1) {
            context.watchWith(actor, stopped.apply(actor));
        }
    }

    /** One thing less needs to know of it. */
    public void unwatch(ActorRef<?> actor) {
        if (watched.computeIfPresent(actor, (any, count) -> count == 1 ? null : count - 1) == null) {
            context.unwatch(actor);
        }
    }

    /** The actor has stopped, and is no longer watched. */
    public void stopped(ActorRef<?> actor) {
        watched.remove(actor);
    }
}
