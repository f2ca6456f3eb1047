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
 * Named locks for threads: every method blocks. A thread is an owner, until it ends: what conflicts with what it holds
 * is refused, where it would wait for itself. Not for threads of actors. A lease that a thread has not released when it
 * ends stays held: another thread that refers to it may release it.
 *
 * <p>A thread that is interrupted while it waits gives up its request.
 *
 * @since 1.0
 */
public final class BlockingLocks {

    /** Nothing is left of a thread that has ended, unless a lease of it is still held. */
    private static final Cleaner ENDED_THREADS = Cleaner.create();

    private final ThreadLocal<Locks.Client> clients;

    /** These locks, for threads. */
    public BlockingLocks(Locks locks) {
        Objects.requireNonNull(locks, "locks");
        this.clients = ThreadLocal.withInitial(() -> {
            Locks.Client client = locks.waitingClient();
            ENDED_THREADS.register(Thread.currentThread(), client::retire);
            return client;
        });
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
     * As {@link #acquire(Claims, Duration)}, for one name, exclusive.
     *
     * @param limit the longest time to wait, above zero
     */
    public Lease acquire(String name, Duration limit) throws InterruptedException {
        return acquire(Claims.exclusive(name), limit);
    }

    /**
     * Waits for these claims without a limit.
     *
     * @throws NotGranted when it is refused or the service ends
     */
    public Lease acquire(Claims claims) throws InterruptedException {
        return get(clients.get().acquire(claims), Lease::close);
    }

    /**
     * Waits for these claims.
     *
     * @param limit the longest time to wait, above zero
     * @throws NotGranted when the limit passes, it is refused, or the service ends
     */
    public Lease acquire(Claims claims, Duration limit) throws InterruptedException {
        return get(clients.get().acquire(claims, limit), Lease::close);
    }

    /**
     * These claims if they can be granted without waiting for another owner; nothing when they are not free. That is
     * known at once, or after a message to another node and back; see {@link Locks#tryAcquire(Claims)}.
     *
     * @throws NotGranted when it is not known within {@code symposium.try-timeout}, the service ends, or it is refused:
     *     the thread itself holds or awaits what conflicts, say
     */
    public Optional<Lease> tryAcquire(Claims claims) throws InterruptedException {
        return get(clients.get().tryAcquire(claims), lease -> lease.ifPresent(Lease::close));
    }

    /** As {@link #tryAcquire(Claims)}, for one name, exclusive. */
    public Optional<Lease> tryAcquire(String name) throws InterruptedException {
        return tryAcquire(Claims.exclusive(name));
    }

    /**
     * As {@link #tryAcquire(Claims)}.
     *
     * @param limit the longest time to wait until it is known whether they are free, above zero
     * @throws NotGranted when it is not known within the limit, the service ends, or it is refused
     */
    public Optional<Lease> tryAcquire(Claims claims, Duration limit) throws InterruptedException {
        return get(clients.get().tryAcquire(claims, limit), lease -> lease.ifPresent(Lease::close));
    }

    /** @param giveBack releases what has been granted to a thread that does not return it */
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
            // Also when the thread is interrupted, or an Error ends its waiting: nobody has what is granted then.
            if (!returned && !result.cancel(false) && !result.isCompletedExceptionally()) {
                giveBack.accept(result.join());
            }
        }
    }
}
