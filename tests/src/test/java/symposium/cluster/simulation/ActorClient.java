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

/** A client that is an actor of a node: it asks, holds for a while, releases, and asks again. */
final class ActorClient {

    /** So long before a node has left, its clients have released. */
    private static final Duration SOON = Duration.ofMillis(200);

    private final SimulatedNode node;
    private final ClientHistory.Client client;
    private final String name;
    private final Wishes wishes;
    private final ClientHistory history;
    private final Predicate<String> knowsLoss;
    private final ActorRef<LockService.Reply> actor;
    private final ActorRef<LockService.Reply> canceller;
    /** Requests that it has given up while they waited, and those that it had been granted. */
    private final TreeSet<String> givenUp = new TreeSet<>();

    private final TreeSet<String> released = new TreeSet<>();
    private int asked;

    ActorClient(
            SimulatedNode node,
            ClientHistory.Client client,
            Wishes wishes,
            ClientHistory history,
            Predicate<String> knowsLoss) {
        this.node = node;
        this.client = client;
        this.name = node.name() + "-client-" + client.number();
        this.wishes = wishes;
        this.history = history;
        this.knowsLoss = knowsLoss;
        this.actor = node.<LockService.Reply>actor(name, this::told);
        this.canceller = node.<LockService.Reply>actor(name + "-cancels", this::cancelled);
        again();
    }

    private void again() {
        node.after(wishes.between(1, 3_000), this::ask);
    }

    private void ask() {
        if (!wishes.areMade()) {
            return;
        }
        String id = name + "-" + asked++;
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

    /** What it has got already is released by that. */
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
        history.happens(name + " gets " + Wishes.withoutClock(reply) + ", for what it has given up");
        if (released.remove(reply.id())) {
            again();
        }
    }

    private void told(LockService.Reply reply) {
        history.happens(name + " gets " + Wishes.withoutClock(reply));
        if (reply instanceof LockService.Granted granted) {
            if (givenUp.contains(granted.id())) {
                history.ended(granted.id(), "a grant");
                again();
            } else {
                history.granted(client, granted.id(), granted.claims(), granted.fence(), knowsLoss);
                hold(granted);
            }
        } else if (reply instanceof LockService.Lost lost) {
            history.released(Kind.LOST, client, lost.id());
            again();
        } else if (reply instanceof LockService.Released || reply instanceof LockService.NotHeld) {
            again();
        } else if (reply instanceof LockService.Leaving leaving) {
            node.after(leaving.within().minus(SOON).toMillis(), () -> release(leaving.id(), leaving.fence()));
        } else {
            history.ended(reply.id(), reply.getClass().getSimpleName());
            again();
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
