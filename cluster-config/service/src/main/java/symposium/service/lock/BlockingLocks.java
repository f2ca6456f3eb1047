package symposium.service.lock;

import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * Named locks for threads. Every method blocks. A thread is an owner until it ends. A request that conflicts with a
 * lease of the same thread is rejected, because the thread would wait for itself. Threads that run actors must not use
 * this class. If a thread ends without releasing a lease, the lease remains held. Another thread with a reference to
 * the lease can release it.
 *
 * <p>If a thread is interrupted while it waits, its request is cancelled.
 *
 * @since 1.0
 */
public final class BlockingLocks {

    /** Removes the state of a thread that has ended, unless one of its leases is still held. */
    private static final Cleaner ENDED_THREADS = Cleaner.create();

    private final ThreadLocal<Locks.Client> clients;

    /** Creates a view of these locks for threads. */
    public BlockingLocks(Locks locks) {
        Objects.requireNonNull(locks, "locks");
        this.clients = ThreadLocal.withInitial(() -> {
            Locks.Client client = locks.waitingClient();
            ENDED_THREADS.register(Thread.currentThread(), client::retire);
            return client;
        });
    }

    /**
     * Acquires these names, each exclusive, waiting without a limit.
     *
     * @throws NotGranted if the request is rejected or the service ends
     */
    public Lease acquire(String... names) throws InterruptedException {
        return acquire(Claims.exclusive(names));
    }

    /**
     * Acquires one name, exclusive, as {@link #acquire(Claims, Duration)} does.
     *
     * @param limit the maximum time to wait, greater than zero
     */
    public Lease acquire(String name, Duration limit) throws InterruptedException {
        return acquire(Claims.exclusive(name), limit);
    }

    /**
     * Acquires these claims, waiting without a limit.
     *
     * @throws NotGranted if the request is rejected or the service ends
     */
    public Lease acquire(Claims claims) throws InterruptedException {
        return get(clients.get().acquire(claims), Lease::close);
    }

    /**
     * Acquires these claims.
     *
     * @param limit the maximum time to wait, greater than zero
     * @throws NotGranted if the limit passes, the request is rejected, or the service ends
     */
    public Lease acquire(Claims claims, Duration limit) throws InterruptedException {
        return get(clients.get().acquire(claims, limit), Lease::close);
    }

    /**
     * Acquires these claims if they can be granted without waiting for another owner. Returns an empty result if they
     * are not free. The result is known immediately, or after one message round trip to another node: see {@link
     * Locks#tryAcquire(Claims)}.
     *
     * @throws NotGranted if it is not known within {@code symposium.try-timeout} whether the claims are free, the
     *     service ends, or the request is rejected, for example because the thread itself holds or awaits a
     *     conflicting claim
     */
    public Optional<Lease> tryAcquire(Claims claims) throws InterruptedException {
        return get(clients.get().tryAcquire(claims), lease -> lease.ifPresent(Lease::close));
    }

    /** Acquires one name, exclusive, if it is free, as {@link #tryAcquire(Claims)} does. */
    public Optional<Lease> tryAcquire(String name) throws InterruptedException {
        return tryAcquire(Claims.exclusive(name));
    }

    /**
     * Acquires these claims if they are free, as {@link #tryAcquire(Claims)} does.
     *
     * @param limit the maximum time to wait until it is known whether the claims are free, greater than zero
     * @throws NotGranted if it is not known within the limit whether the claims are free, the service ends, or the
     *     request is rejected
     */
    public Optional<Lease> tryAcquire(Claims claims, Duration limit) throws InterruptedException {
        return get(clients.get().tryAcquire(claims, limit), lease -> lease.ifPresent(Lease::close));
    }

    /** @param giveBack releases a lease that was granted to the thread but is not returned to the caller */
    private static <T> T get(CompletableFuture<T> result, Consumer<T> giveBack) throws InterruptedException {
        boolean returned = false;
        try {
            T granted = result.get();
            returned = true;
            return granted;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof NotGranted refusal) {
                throw refusal;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (CancellationException cancelled) {
            throw new IllegalStateException(cancelled);
        } finally {
            // Also if the thread is interrupted, or an Error ends its wait: the caller then receives no lease.
            if (!returned && !result.cancel(false) && !result.isCompletedExceptionally()) {
                giveBack.accept(result.join());
            }
        }
    }
}
