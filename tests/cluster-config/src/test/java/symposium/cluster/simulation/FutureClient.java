package symposium.cluster.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import symposium.service.lock.Claims;
import symposium.service.lock.Lease;
import symposium.service.lock.Locks;

/** A client with futures of named locks. */
final class FutureClient extends LeaseClient {

    private final Locks locks;

    FutureClient(
            SimulatedNode node,
            ClientHistory.Client client,
            Wishes wishes,
            ClientHistory history,
            Predicate<String> knowsLoss) {
        super(node, "future", client, wishes, history, knowsLoss);
        this.locks = Locks.of(node.service(), node.system()).as(name);
        node.uses(locks);
    }

    @Override
    Claims wanted() {
        return wishes.claims();
    }

    @Override
    CompletableFuture<Optional<Granted>> request(Claims claims, Optional<Duration> limit) {
        if (wishes.oneOf(5)) {
            CompletableFuture<Optional<Lease>> tried =
                    limit.map(it -> locks.tryAcquire(claims, it)).orElseGet(() -> locks.tryAcquire(claims));
            return passingCancels(tried, lease -> lease.map(FutureClient::granted));
        }
        CompletableFuture<Lease> asked =
                limit.map(it -> locks.acquire(claims, it)).orElseGet(() -> locks.acquire(claims));
        return passingCancels(asked, lease -> Optional.of(granted(lease)));
    }

    private static Granted granted(Lease lease) {
        return new Granted(lease.fence(), lease.lost(), lease.leaving(), lease::release);
    }
}
