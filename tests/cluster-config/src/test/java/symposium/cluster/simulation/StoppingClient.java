package symposium.cluster.simulation;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import symposium.judge.HistoryEvent.Kind;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;

/**
 * A client that makes each request for another owner, and never releases anything: the owner stops, while the request
 * waits or while it holds the lease.
 */
final class StoppingClient extends NodeClient {

    /** So long before a node has left, the owners of its clients have stopped. */
    private static final Duration SOON = Duration.ofMillis(200);

    private final ActorRef<LockService.Reply> actor;
    private final Map<String, Runnable> stops = new HashMap<>();
    /** Requests that waited when their owner stopped. */
    private final TreeSet<String> stopped = new TreeSet<>();

    StoppingClient(
            SimulatedNode node,
            ClientHistory.Client client,
            Wishes wishes,
            ClientHistory history,
            Predicate<String> knowsLoss) {
        super(node, "owners", client, wishes, history, knowsLoss);
        this.actor = node.<LockService.Reply>actor(name, this::told);
    }

    @Override
    void ask(String id) {
        Claims claims = wishes.claims();
        Optional<Duration> limit = wishes.limit();
        long latest = node.awake() + limit.map(Wishes::latest).orElse(Long.MAX_VALUE / 2);
        history.asks(client, id, claims, () -> node.awake() > latest);
        history.happens(
                id + " asks for " + claims + limit.map(it -> " within " + it).orElse(""));
        SimulatedNode.Owner owner = node.owner(id);
        stops.put(id, owner.stop());
        node.service().tell(new LockService.Acquire(id, claims, limit, owner.actor(), actor, actor));
        node.after(wishes.between(1, 3_000), () -> stop(id));
    }

    private void stop(String id) {
        Runnable stop = stops.remove(id);
        if (stop == null) {
            return;
        }
        history.happens("the owner of " + id + " stops");
        if (history.holds(id)) {
            history.released(Kind.RELEASED, client, id);
            again();
        } else {
            stopped.add(id);
        }
        stop.run();
    }

    /** The request is over, and its owner is of no use. */
    private void over(String id) {
        Optional.ofNullable(stops.remove(id)).ifPresent(Runnable::run);
        again();
    }

    private void told(LockService.Reply reply) {
        history.happens(name + " gets " + Wishes.withoutClock(reply));
        if (reply instanceof LockService.Granted granted) {
            if (stopped.remove(granted.id())) {
                history.ended(granted.id(), "a grant");
                again();
            } else {
                history.granted(client, granted.id(), granted.claims(), granted.fence(), knowsLoss);
            }
        } else if (reply instanceof LockService.Lost lost) {
            // A loss that its owner did not live to see is none.
            if (history.holds(lost.id())) {
                history.released(Kind.LOST, client, lost.id());
                over(lost.id());
            }
        } else if (reply instanceof LockService.Leaving leaving) {
            node.after(leaving.within().minus(SOON).toMillis(), () -> stop(leaving.id()));
        } else {
            stopped.remove(reply.id());
            history.ended(reply.id(), reply.getClass().getSimpleName());
            over(reply.id());
        }
    }
}
