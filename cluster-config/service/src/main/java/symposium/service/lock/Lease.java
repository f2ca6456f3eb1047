package symposium.service.lock;

import java.lang.ref.Cleaner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import symposium.mutex.Fence;
import symposium.service.lock.LockService.Leaving;
import symposium.service.lock.LockService.Lost;
import symposium.service.member.AnswerFuture;

/**
 * A lease on one or several names: the owner holds all its claims until it releases or loses the lease. Use it in a
 * try-with-resources statement, or release it explicitly. A lease is safe for use by multiple threads.
 *
 * <p>The fencing token of a lease, its {@link #fence}, is greater than the token of every earlier lease that excludes
 * it. The application passes the token to the resource that the names protect. The resource compares it with the
 * fencing tokens that it has seen ({@link symposium.arbitration.resources.FenceMarks}). A lease that was lost without
 * the owner's knowledge then does no harm. For a name that is only claimed exclusively, the resource compares the
 * token with the greatest fencing token that it has seen.
 *
 * <p>If the application keeps no reference to a lease, the lease is released after garbage collection, with a warning
 * that names its owner ({@code symposium.forgotten-leases}). To hold a lease until the JVM ends, keep a reference to
 * it, for example in a field. A lease with dependents of {@link #lost} or {@link #leaving} does not count as
 * forgotten, because its owner is notified.
 *
 * @since 1.0
 */
public final class Lease implements AutoCloseable {

    private static final Cleaner FORGOTTEN = Cleaner.create();

    private final LeaseState state;
    private final Executor shown;
    private final Cleaner.Cleanable forgotten;

    /** @param shown runs the dependents of the lease's futures */
    Lease(LeaseState state, Executor shown) {
        this.state = state;
        this.shown = shown;
        Cleaner.Cleanable cleanable = FORGOTTEN.register(this, state::forgotten);
        this.forgotten = cleanable;
        // Otherwise the cleaner keeps a lease that was lost, because of dependents of a departure that never comes.
        state.released().whenComplete((any, failure) -> cleanable.clean());
    }

    /** Returns the claims that the owner holds. */
    public Claims claims() {
        return state.claims();
    }

    /** Returns the fencing token, to pass to the resource that the names protect. */
    public Fence fence() {
        return state.fence();
    }

    /**
     * Returns the generation of the fencing token. Within one generation, no two conflicting leases are held at the
     * same time.
     */
    public long generation() {
        return fence().generation();
    }

    /** Returns whether the lease has been neither released nor lost, as far as this node knows. */
    public boolean isHeld() {
        return state.isHeld();
    }

    /**
     * Returns a stage that completes when the lease is lost. A lease is lost if the node was cut off from a majority
     * or has ended, or if the lease was held for longer than {@code symposium.longest-holding} allows. Other owners
     * may then be granted the names. The stage never completes for a lease that was released first. Each call returns
     * a new stage, which is kept as long as the lease; a program that polls should call {@link #isHeld}.
     */
    public CompletionStage<Lost> lost() {
        return shown(state.lost());
    }

    /**
     * Returns a stage that completes when the node that granted the lease is about to leave the cluster gracefully.
     * The owner should finish its work within the stated time and release the lease. Otherwise the lease is lost.
     */
    public CompletionStage<Leaving> leaving() {
        return shown(state.leaving());
    }

    /**
     * Releases the lease. This method must be called only once.
     *
     * @return completes when the lease is released; fails with {@link IllegalStateException} if it was released
     *     before. Fails with {@link LeaseLost} if the lease was lost before, or its node became unreachable before it
     *     confirmed the release: work done under the lease may then have overlapped with that of another holder
     */
    public CompletionStage<Void> release() {
        if (!giveBack()) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException("the lease of " + claims() + " has been released before"));
        }
        return shown(state.released());
    }

    /** Releases the lease without waiting for confirmation. Does nothing if the lease has been released or lost. */
    @Override
    public void close() {
        giveBack();
    }

    private boolean giveBack() {
        boolean first = state.close();
        forgotten.clean();
        return first;
    }

    private <T> CompletionStage<T> shown(CompletableFuture<T> future) {
        return AnswerFuture.of(future, this::told, late -> {}, () -> {}, shown, shown);
    }

    /** Makes dependents keep a reference to the lease, so it is not forgotten. */
    private <T> T told(T news) {
        return news;
    }

    @Override
    public String toString() {
        return claims() + " under fence " + fence() + (isHeld() ? "" : ", not held");
    }
}
