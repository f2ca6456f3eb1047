package symposium.service;

import akka.actor.ExtendedActorSystem;
import akka.coordination.lease.LeaseSettings;
import akka.coordination.lease.javadsl.Lease;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import symposium.service.lock.Claims;
import symposium.service.lock.LeaseLost;
import symposium.service.lock.LockService;
import symposium.service.lock.NotGranted;
import symposium.service.member.InvalidSetting;

/**
 * A lease of Akka Coordination that is backed by a named lock. The setting {@code akka.cluster.singleton.use-lease =
 * "symposium.lease"}, or the corresponding setting of sharding, selects it. It acquires the lock with the name that
 * Akka gives the lease. The node that uses the lease must be a cluster member that runs Symposium.
 *
 * <p>An acquisition waits for at most {@code lease-operation-timeout}. The lease sends no messages while it is held,
 * so {@code heartbeat-interval} and {@code heartbeat-timeout} have no effect. If the holder's node crashes, the lease
 * becomes free as soon as the cluster has removed the node.
 *
 * <p>This lease cannot be used with the lease-majority strategy of the split brain resolver. The locks depend on a
 * decided membership, and that strategy needs the lease to decide the membership.
 *
 * @since 1.0
 */
public final class CoordinationLease extends Lease {

    private final LeaseSettings settings;
    private final ExtendedActorSystem system;
    private final Set<Request> requests = ConcurrentHashMap.newKeySet();

    /** A request for the lease, pending or granted. */
    private record Request(CompletableFuture<symposium.service.lock.Lease> lease) {

        boolean isHeld() {
            return lease.isDone()
                    && !lease.isCompletedExceptionally()
                    && lease.join().isHeld();
        }

        /** Cancels a pending request, or releases the lease if it has been granted. */
        CompletionStage<Void> end() {
            return lease.cancel(false) || lease.isCompletedExceptionally() || !isHeld()
                    ? CompletableFuture.completedFuture(null)
                    : lease.join().release();
        }
    }

    /**
     * Creates the lease; called by Akka, for {@code lease-class}.
     *
     * @throws InvalidSetting if the name of the lease is not a valid lock name; without this check, Akka would retry
     *     the acquisition repeatedly
     */
    public CoordinationLease(LeaseSettings settings, ExtendedActorSystem system) {
        Claims.invalidName(settings.leaseName()).ifPresent(why -> {
            throw new InvalidSetting("use-lease: the name of the lease must be that of a lock, of 1 to "
                    + LockService.LONGEST_NAME + " characters, found "
                    + settings.leaseName().length() + " characters: shorten the name of the actor system, or of the"
                    + " singleton or the shard, of which Akka makes it (" + why + ")");
        });
        this.settings = settings;
        this.system = system;
    }

    @Override
    public LeaseSettings getSettings() {
        return settings;
    }

    @Override
    public CompletionStage<Boolean> acquire() {
        return acquire(lost -> {});
    }

    /** @param lost called when the lease is lost */
    @Override
    public CompletionStage<Boolean> acquire(Consumer<Optional<Throwable>> lost) {
        if (checkLease()) {
            return CompletableFuture.completedFuture(true);
        }
        Request request = new Request(Symposium.get(system)
                .locks()
                .labelled(settings.ownerName())
                .acquire(
                        Claims.exclusive(settings.leaseName()),
                        settings.timeoutSettings().getOperationTimeout()));
        requests.add(request);
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        result.whenComplete((any, failure) -> request.lease().cancel(false));
        request.lease().whenComplete((lease, failure) -> {
            if (failure != null) {
                requests.remove(request);
                refuse(failure, result);
            } else if (result.complete(true)) {
                lease.lost().thenAccept(loss -> {
                    requests.remove(request);
                    lost.accept(Optional.empty());
                });
            } else {
                // The result has been completed by other means: no caller knows that the lease is held.
                requests.remove(request);
                lease.close();
            }
        });
        return result;
    }

    private static void refuse(Throwable failure, CompletableFuture<Boolean> result) {
        if (failure instanceof NotGranted refusal && refusal.reason() == NotGranted.Cause.TIMED_OUT
                || failure instanceof CancellationException) {
            result.complete(false);
        } else {
            result.completeExceptionally(failure);
        }
    }

    /** Releases the lease; also cancels an acquisition that is still pending. */
    @Override
    public CompletionStage<Boolean> release() {
        List<Request> all = List.copyOf(requests);
        all.forEach(requests::remove);
        CompletableFuture<?>[] ends =
                all.stream().map(each -> each.end().toCompletableFuture()).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(ends).handle((done, failure) -> {
            if (failure == null || cause(failure) instanceof LeaseLost) {
                return true;
            }
            throw new CompletionException(cause(failure));
        });
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException ? failure.getCause() : failure;
    }

    @Override
    public boolean checkLease() {
        return requests.stream().anyMatch(Request::isHeld);
    }
}
