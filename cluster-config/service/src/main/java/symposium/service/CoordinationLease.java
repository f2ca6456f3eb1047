package symposium.service;

import akka.actor.ExtendedActorSystem;
import akka.coordination.lease.LeaseSettings;
import akka.coordination.lease.javadsl.Lease;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import symposium.cluster.Claims;

/**
 * Akka's lease, by a named lock: {@code akka.cluster.singleton.use-lease = "symposium.lease"}, or that of sharding,
 * takes the lock whose name is Akka's name of the lease. The node that runs it is one of Symposium's.
 *
 * <p>An acquisition waits for at most {@code lease-operation-timeout}. Nothing is sent while the lease is held:
 * {@code heartbeat-interval} and {@code heartbeat-timeout} do not count. When the node of the holder crashes, the lease
 * is free as soon as the cluster has removed the node.
 *
 * <p>Not for the lease-majority strategy of the split brain resolver: the locks need a membership that is decided, and
 * that strategy needs the lease in order to decide it.
 */
public final class CoordinationLease extends Lease {

    private final LeaseSettings settings;
    private final ExtendedActorSystem system;
    private final AtomicReference<Optional<symposium.service.Lease>> held = new AtomicReference<>(Optional.empty());

    /** By Akka, for {@code lease-class}. */
    public CoordinationLease(LeaseSettings settings, ExtendedActorSystem system) {
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

    /** @param lost is called when the lease is lost */
    @Override
    public CompletionStage<Boolean> acquire(Consumer<Optional<Throwable>> lost) {
        if (checkLease()) {
            return CompletableFuture.completedFuture(true);
        }
        return Symposium.get(system)
                .locks()
                .acquire(
                        Claims.exclusive(settings.leaseName()),
                        settings.timeoutSettings().getOperationTimeout())
                .handle((lease, failure) -> {
                    if (failure == null) {
                        held.set(Optional.of(lease));
                        lease.lost().thenAccept(loss -> lost.accept(Optional.empty()));
                        return true;
                    }
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    if (cause instanceof NotGranted refusal && refusal.reason() == NotGranted.Cause.TIMED_OUT) {
                        return false;
                    }
                    throw new CompletionException(cause);
                });
    }

    @Override
    public CompletionStage<Boolean> release() {
        return held.getAndSet(Optional.empty())
                .filter(symposium.service.Lease::isHeld)
                .map(lease -> lease.release().thenApply(done -> true))
                .orElse(CompletableFuture.completedFuture(true));
    }

    @Override
    public boolean checkLease() {
        return held.get().filter(symposium.service.Lease::isHeld).isPresent();
    }
}
