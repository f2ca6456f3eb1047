package symposium.service.election;

import java.util.concurrent.CompletionStage;
import symposium.mutex.Fence;
import symposium.service.lock.Lease;
import symposium.service.lock.LeaseLost;
import symposium.service.lock.LockService;

/**
 * The leadership of a named election: the owner leads until it resigns or loses it, even if nodes join or leave. Use
 * it in a try-with-resources statement, or resign explicitly. A leadership is safe for use by multiple threads.
 *
 * @since 1.0
 */
public final class Leadership implements AutoCloseable {

    private final String name;
    private final Lease lease;

    Leadership(String name, Lease lease) {
        this.name = name;
        this.lease = lease;
    }

    /** Returns the name of the election. */
    public String name() {
        return name;
    }

    /**
     * Returns the term, which is greater than that of every earlier leader of this election. The leader passes the
     * term to the resource that it acts upon. The resource rejects any term that is smaller than the greatest term it
     * has seen. A deposed leader that does not yet know that it no longer leads then does no harm.
     *
     * @throws ArithmeticException if the {@link #fence} does not fit into one {@code long}
     */
    public long term() {
        return fence().number();
    }

    /** Returns the term as a fencing token. */
    public Fence fence() {
        return lease.fence();
    }

    /** Returns whether the leadership has been neither resigned nor lost, as far as this member knows. */
    public boolean isLeader() {
        return lease.isHeld();
    }

    /**
     * Returns a stage that completes when the leadership is lost: the node was cut off from a majority, or has ended.
     * Another candidate may lead then. The stage never completes for a leader that resigned first.
     */
    public CompletionStage<LockService.Lost> lost() {
        return lease.lost();
    }

    /**
     * Returns a stage that completes when the node is about to leave the cluster gracefully. The leader should finish
     * its work and resign.
     */
    public CompletionStage<LockService.Leaving> leaving() {
        return lease.leaving();
    }

    /**
     * Resigns the leadership. This method must be called only once.
     *
     * @return completes when another candidate may lead; fails with {@link LeaseLost} if the leadership was lost
     *     before, or with {@link IllegalStateException} if it was resigned before
     */
    public CompletionStage<Void> resign() {
        return lease.release();
    }

    /** Resigns without waiting for the confirmation. Does nothing if the leadership has been resigned or lost. */
    @Override
    public void close() {
        lease.close();
    }

    @Override
    public String toString() {
        return lease.toString();
    }
}
