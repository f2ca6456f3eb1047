package symposium.service.lock;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import symposium.mutex.Fence;
import symposium.service.lock.LockService.Leaving;
import symposium.service.lock.LockService.Lost;

/**
 * The state that a {@link Lease} shares with its owner. It holds no reference to the lease, so the garbage collector
 * can detect a lease that the application has forgotten.
 */
final class LeaseState {

    private final String id;
    private final Claims claims;
    private final Fence fence;
    private final Consumer<LeaseState> giveBack;
    private final BiPredicate<Claims, Fence> releasesForgotten;
    private final CompletableFuture<Lost> lost = new CompletableFuture<>();
    private final CompletableFuture<Leaving> leaving = new CompletableFuture<>();
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private boolean closed;
    private boolean gone;

    /**
     * Creates the state of a lease that has been granted.
     *
     * @param giveBack releases the lease; then {@link #released()}, {@link #lose} or {@link #given} follows
     * @param releasesForgotten is notified of a lease without references, and returns whether to release it
     */
    LeaseState(
            String id,
            Claims claims,
            Fence fence,
            Consumer<LeaseState> giveBack,
            BiPredicate<Claims, Fence> releasesForgotten) {
        this.id = id;
        this.claims = claims;
        this.fence = fence;
        this.giveBack = giveBack;
        this.releasesForgotten = releasesForgotten;
    }

    String id() {
        return id;
    }

    Claims claims() {
        return claims;
    }

    Fence fence() {
        return fence;
    }

    CompletableFuture<Lost> lost() {
        return lost;
    }

    CompletableFuture<Leaving> leaving() {
        return leaving;
    }

    /**
     * Returns a future that completes when the lease has been released, or fails with {@link LeaseLost} if it was lost
     * before.
     */
    CompletableFuture<Void> released() {
        return released;
    }

    synchronized boolean isHeld() {
        return !closed && !gone;
    }

    /**
     * Releases the lease, unless it has been lost.
     *
     * @return false if the caller has released it before
     */
    boolean close() {
        boolean held;
        synchronized (this) {
            if (closed) {
                return false;
            }
            held = isHeld();
            closed = true;
        }
        if (held) {
            giveBack.accept(this);
        }
        return true;
    }

    /** Called when no reference to the lease is left. */
    void forgotten() {
        if (isHeld() && releasesForgotten.test(claims, fence)) {
            close();
        }
    }

    void leave(Leaving told) {
        leaving.complete(told);
    }

    void lose(Lost told) {
        boolean held;
        synchronized (this) {
            held = isHeld();
            gone = true;
        }
        if (held) {
            lost.complete(told);
        }
        released.completeExceptionally(new LeaseLost(claims, told));
    }

    /** Marks the lease as released, either separately or together with all other leases of its owner. */
    void given() {
        synchronized (this) {
            closed = true;
        }
        released.complete(null);
    }
}
