package symposium.service;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import symposium.cluster.Claims;
import symposium.cluster.LockService.Leaving;
import symposium.cluster.LockService.Lost;
import symposium.mutex.Fence;

/**
 * A lease: the owner holds all that it claimed, until it releases the lease or loses it. To be used in a
 * try-with-resources statement, or released by hand; safe for use by several threads.
 *
 * <p>Its {@link #fence} is greater than that of every earlier lease of the same names. The application hands it to what
 * the names protect, which refuses a fence smaller than it has seen: then a lease that was lost without the owner's
 * knowledge does no harm.
 */
public final class Lease implements AutoCloseable {

    private final String id;
    private final Claims claims;
    private final Fence fence;
    private final BiConsumer<Lease, CompletableFuture<Void>> giveBack;
    private final Executor shown;
    private final CompletableFuture<Lost> lost = new CompletableFuture<>();
    private final CompletableFuture<Leaving> leaving = new CompletableFuture<>();
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private boolean closed;

    /** @param shown runs what depends on the futures of the lease */
    Lease(String id, Claims claims, Fence fence, BiConsumer<Lease, CompletableFuture<Void>> giveBack, Executor shown) {
        this.id = id;
        this.claims = claims;
        this.fence = fence;
        this.giveBack = giveBack;
        this.shown = shown;
    }

    String id() {
        return id;
    }

    /** What the owner holds. */
    public Claims claims() {
        return claims;
    }

    /** The fence, for what the names protect. */
    public Fence fence() {
        return fence;
    }

    /** The generation of the fence: of one generation, no two leases that conflict are held at the same time. */
    public long generation() {
        return fence.generation();
    }

    /** Whether it has been neither released nor lost, as far as this node knows. */
    public synchronized boolean isHeld() {
        return !closed && !lost.isDone();
    }

    /**
     * Completed when the lease is lost: the node was cut off from a majority, or has ended. Others may be granted the
     * names then. Never completed for a lease that was released first.
     */
    public CompletionStage<Lost> lost() {
        return shown(lost);
    }

    /**
     * Completed when the node that grants the lease is about to leave the cluster in good order: the owner should
     * finish within the stated time, and release the lease, which is lost otherwise.
     */
    public CompletionStage<Leaving> leaving() {
        return shown(leaving);
    }

    /**
     * Releases the lease; once is enough.
     *
     * @return completed when the lease is released, or was lost before; by {@link IllegalStateException} when it was
     *     released before
     */
    public CompletionStage<Void> release() {
        synchronized (this) {
            if (closed) {
                return CompletableFuture.failedFuture(
                        new IllegalStateException("the lease of " + claims + " has been released before"));
            }
            closed = true;
        }
        giveBack.accept(this, released);
        return shown(released);
    }

    /** Releases the lease, without waiting until that is done; nothing when it has been released or lost. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        giveBack.accept(this, released);
    }

    private <T> CompletionStage<T> shown(CompletableFuture<T> future) {
        return future.isDone()
                ? future.minimalCompletionStage()
                : future.thenApplyAsync(Function.identity(), shown).minimalCompletionStage();
    }

    void leave(Leaving told) {
        leaving.complete(told);
    }

    void lose(Lost told) {
        lost.complete(told);
        released.complete(null);
    }

    /** Its owner has given back all that it held. */
    void given() {
        synchronized (this) {
            closed = true;
        }
        released.complete(null);
    }

    @Override
    public String toString() {
        return claims + " under fence " + fence + (isHeld() ? "" : ", not held");
    }
}
