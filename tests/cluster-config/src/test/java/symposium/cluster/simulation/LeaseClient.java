package symposium.cluster.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import symposium.judge.HistoryEvent.Kind;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;

/** A client with futures: it is granted a lease, holds it for a while, and gives it back. */
abstract class LeaseClient extends NodeClient {

    /**
     * What a request was granted.
     *
     * @param giveBack releases it
     */
    record Granted(
            Fence fence,
            CompletionStage<LockService.Lost> lost,
            CompletionStage<LockService.Leaving> leaving,
            Runnable giveBack) {}

    LeaseClient(
            SimulatedNode node,
            String kind,
            ClientHistory.Client client,
            Wishes wishes,
            ClientHistory history,
            Predicate<String> knowsLoss) {
        super(node, kind, client, wishes, history, knowsLoss);
    }

    /** What its next request is for. */
    abstract Claims wanted();

    /** Requests a lease. The future is empty if it is not free. */
    abstract CompletableFuture<Optional<Granted>> request(Claims claims, Optional<Duration> limit);

    /** A dependent future whose cancellation is that of the request, or gives back what this has been granted. */
    static <T> CompletableFuture<Optional<Granted>> passingCancels(
            CompletableFuture<T> request, Function<T, Optional<Granted>> made) {
        CompletableFuture<Optional<Granted>> result = request.thenApply(made);
        result.whenComplete((any, failure) -> {
            if (result.isCancelled() && !request.cancel(false)) {
                request.thenApply(made)
                        .thenAccept(granted ->
                                granted.ifPresent(lease -> lease.giveBack().run()));
            }
        });
        return result;
    }

    @Override
    final void ask(String id) {
        Claims claims = wanted();
        Optional<Duration> limit = wishes.limit();
        long latest = node.awake() + limit.map(Wishes::latest).orElse(Long.MAX_VALUE / 2);
        history.asks(client, id, claims, () -> node.awake() > latest);
        history.happens(
                id + " asks for " + claims + limit.map(it -> " within " + it).orElse(""));
        CompletableFuture<Optional<Granted>> request = request(claims, limit);
        request.whenComplete((granted, failure) -> {
            if (failure == null && granted.isPresent()) {
                holds(id, claims, granted.get());
            } else {
                history.happens(id + " fails: " + (failure == null ? "it is not free" : Wishes.withoutClock(failure)));
                history.ended(id, "a failure");
                again();
            }
        });
        if (wishes.oneOf(8)) {
            node.after(wishes.between(1, 1_000), () -> request.cancel(false));
        }
    }

    private void holds(String id, Claims claims, Granted granted) {
        history.happens(id + " holds it under " + granted.fence());
        history.granted(client, id, claims, granted.fence(), knowsLoss);
        node.holds(granted.giveBack());
        granted.lost().thenAccept(lost -> {
            history.happens(id + " has lost it: " + lost.why());
            node.holdsNoMore(granted.giveBack());
            over(Kind.LOST, id);
        });
        granted.leaving().thenAccept(leaving -> giveBack(id, granted));
        node.after(wishes.holding(), () -> giveBack(id, granted));
    }

    private void giveBack(String id, Granted granted) {
        if (history.holds(id)) {
            history.happens(id + " gives it back");
            over(Kind.RELEASED, id);
            node.holdsNoMore(granted.giveBack());
            granted.giveBack().run();
        }
    }

    private void over(Kind kind, String id) {
        if (history.holds(id)) {
            history.released(kind, client, id);
            again();
        }
    }
}
