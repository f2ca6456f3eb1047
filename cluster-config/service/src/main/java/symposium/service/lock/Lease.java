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
 * A lease: the owner holds all that it claimed, until it releases the lease or loses it. To be used in a
 * try-with-resources statement, or released by hand; safe for use by several threads.
 *
 * <p>Its {@link #fence} is greater than that of every earlier lease that excludes it. The application hands it to what
 * the names protect, which compares it with the fences that it has seen ({@link
 * symposium.arbitration.resources.FenceMarks}): then a lease that was lost without the owner's knowledge does no harm.
 * For a name that is only ever claimed exclusively, the comparison is with the greatest fence seen.
 *
 * <p>A lease that the application has forgotten, because nothing refers to it any more, is released by the garbage
 * collector, with a warning that names its owner ({@code symposium.forgotten-leases}). One that is to be held until the
 * virtual machine ends needs a reference that stays, such as a field. A lease with something that depends on {@link
 * #lost} or {@link #leaving} is not forgotten: its owner is told.
 *
 * @since 1.0
 */
public final class Lease implements AutoCloseable {

    private static final Cleaner FORGOTTEN = Cleaner.create();

    private final LeaseState state;
    private final Executor shown;
    private final Cleaner.Cleanable forgotten;

    /** @param shown runs what depends on the futures of the lease */
    Lease(LeaseState state, Executor shown) {
        this.state = state;
        this.shown = shown;
        this.forgotten = FORGOTTEN.register(this, state::forgotten);
    }

    /** What the owner holds. */
    public Claims claims() {
        return state.claims();
    }

    /** The fence, for what the names protect. */
    public Fence fence() {
        return state.fence();
    }

    /** The generation of the fence: of one generation, no two leases that conflict are held at the same time. */
    public long generation() {
        return fence().generation();
    }

    /** Whether it has been neither released nor lost, as far as this node knows. */
    public boolean isHeld() {
        return state.isHeld();
    }

    /**
     * Completed when the lease is lost: the node was cut off from a majority, or has ended, or the lease was held for
     * longer than {@code symposium.longest-holding} admits. Others may be granted the names then. Never completed for a
     * lease that was released first.
     */
    public CompletionStage<Lost> lost() {
        return shown(state.lost());
    }

    /**
     * Completed when the node that grants the lease is about to leave the cluster in good order: the owner should
     * finish within the stated time, and release the lease, which is lost otherwise.
     */
    public CompletionStage<Leaving> leaving() {
        return shown(state.leaving());
    }

    /**
     * Releases the lease; once is enough.
     *
     * @return completed when the lease is released; by {@link LeaseLost} when it was lost before, or its node became
     *     unreachable before it confirmed, so that what was done under it may have met another holder; by {@link
     *     IllegalStateException} when it was released before
     */
    public CompletionStage<Void> release() {
        if (!giveBack()) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException("the lease of " + claims() + " has been released before"));
        }
        return shown(state.released());
    }

    /** Releases the lease, without waiting until that is done; nothing when it has been released or lost. */
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

    /** What depends on the lease refers to it by this, so that it is not forgotten. */
    private <T> T told(T news) {
        return news;
    }

    @Override
    public String toString() {
        return claims() + " under fence " + fence() + (isHeld() ? "" : ", not held");
    }
}
