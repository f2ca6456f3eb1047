package symposium.service;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import symposium.cluster.Claims;

/**
 * Named locks for threads: every method blocks. A thread is an owner, until it ends: what conflicts with what it holds
 * is refused, where it would wait for itself. Not for threads of actors.
 *
 * <p>A thread that is interrupted while it waits gives up its request.
 */
public final class BlockingLocks {

    private final ThreadLocal<Locks.Client> clients;

    /** These locks, for threads. */
    public BlockingLocks(Locks locks) {
        this.clients = ThreadLocal.withInitial(locks::waitingClient);
    }

    /**
     * Waits for these names, each exclusive, without a limit.
     *
     * @throws NotGranted when it is refused or the service ends
     */
    public Lease acquire(String... names) throws InterruptedException {
        return acquire(Claims.exclusive(names));
    }

    /**
     * Waits for these claims without a limit.
     *
     * @throws NotGranted when it is refused or the service ends
     */
    public Lease acquire(Claims claims) throws InterruptedException {
        return get(clients.get().acquire(claims));
    }

    /**
     * Waits for these claims.
     *
     * @param limit the longest time to wait, above zero
     * @throws NotGranted when the limit passes, it is refused, or the service ends
     */
    public Lease acquire(Claims claims, Duration limit) throws InterruptedException {
        return get(clients.get().acquire(claims, limit));
    }

    /**
     * These claims if they can be had without waiting for another owner; nothing when they are not free.
     *
     * @throws NotGranted when it is refused or the service ends
     */
    public Optional<Lease> tryAcquire(Claims claims) throws InterruptedException {
        return get(clients.get().tryAcquire(claims));
    }

    private static <T> T get(CompletableFuture<T> result) throws InterruptedException {
        try {
            return result.get();
        } catch (InterruptedException interrupted) {
            result.cancel(false);
            throw interrupted;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof NotGranted refusal) {
                throw refusal;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (CancellationException cancelled) {
            throw new IllegalStateException(cancelled);
        }
    }
}
