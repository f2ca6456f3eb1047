package symposium.cluster.simulation;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import symposium.judge.HistoryEvent.Kind;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;

/** A client that is an actor: it acquires, holds for a while, and releases. */
final class ActorClient extends NodeClient {

    /** So long before a node has left, its clients have released. */
    private static final Duration SOON = Duration.ofMillis(200);

    private final ActorRef<LockService.Reply> actor;
    private final ActorRef<LockService.Reply> canceller;
    /** Requests that it has given up while they waited, and those that it had been granted. */
    private final TreeSet<String> givenUp = new TreeSet<>();

    private final TreeSet<String> released = new TreeSet<>();
    /** The request that is not over. */
    private Optional<String> current = Optional.empty();

    ActorClient(
            SimulatedNode node,
            ClientHistory.Client client,
            Wishes wishes,
            ClientHistory history,
            Predicate<String> knowsLoss) {
        super(node, "client", client, wishes, history, knowsLoss);
        this.actor = node.<LockService.Reply>actor(name, this::told);
        this.canceller = node.<LockService.Reply>actor(name + "-cancels", this::cancelled);
    }

    @Override
    void ask(String id) {
        current = Optional.of(id);
        Claims claims = wishes.claims();
        Optional<Duration> limit = wishes.limit();
        long latest = node.awake() + limit.map(Wishes::latest).orElse(Long.MAX_VALUE / 2);
        history.asks(client, id, claims, () -> node.awake() > latest);
        history.happens(
                id + " asks for " + claims + limit.map(it -> " within " + it).orElse(""));
        node.service()
                .tell(
                        wishes.oneOf(5)
                                ? new LockService.TryAcquire(id, claims, limit, actor, actor, actor)
                                : new LockService.Acquire(id, claims, limit, actor, actor, actor));
        if (wishes.oneOf(8)) {
            node.after(wishes.between(1, 1_000), () -> giveUp(id));
        }
    }

    /** Cancels a request, which releases its lease if it has been granted. */
    private void giveUp(String id) {
        if (!history.holds(id) && !history.waiting().containsKey(id)) {
            return;
        }
        history.happens(id + " is given up");
        if (history.holds(id)) {
            history.released(Kind.RELEASED, client, id);
            released.add(id);
        } else {
            givenUp.add(id);
        }
        node.service().tell(new LockService.Cancel(id, actor, canceller));
    }

    private void cancelled(LockService.Reply reply) {
        history.happens(name + " gets " + Wishes.withoutClock(reply) + ", after giving up");
        if (released.remove(reply.id())) {
            over(reply);
        }
    }

    /** Its owner may hear that it has been lost and that it is not held, if these messages cross. */
    private void over(LockService.Reply reply) {
        if (current.equals(Optional.of(reply.id()))) {
            current = Optional.empty();
            again();
        }
    }

    private void told(LockService.Reply reply) {
        history.happens(name + " gets " + Wishes.withoutClock(reply));
        if (reply instanceof LockService.Granted granted) {
            if (givenUp.contains(granted.id())) {
                history.ended(granted.id(), "a grant");
                over(reply);
            } else {
                history.granted(client, granted.id(), granted.claims(), granted.fence(), knowsLoss);
                hold(granted);
            }
        } else if (reply instanceof LockService.Lost lost) {
            history.released(Kind.LOST, client, lost.id());
            over(reply);
        } else if (reply instanceof LockService.Released || reply instanceof LockService.NotHeld) {
            over(reply);
        } else if (reply instanceof LockService.Leaving leaving) {
            node.after(leaving.within().minus(SOON).toMillis(), () -> release(leaving.id(), leaving.fence()));
        } else {
            history.ended(reply.id(), reply.getClass().getSimpleName());
            over(reply);
        }
    }

    private void hold(LockService.Granted granted) {
        node.after(wishes.holding(), () -> release(granted.id(), granted.fence()));
    }

    private void release(String id, Fence fence) {
        if (history.holds(id)) {
            history.released(Kind.RELEASED, client, id);
            history.happens(id + " releases");
            node.service().tell(new LockService.Release(id, fence, actor));
        }
    }
}
