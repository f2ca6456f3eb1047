package symposium.service.election;

import java.util.concurrent.CompletionStage;
import symposium.mutex.Fence;
import symposium.service.lock.Lease;
import symposium.service.lock.LeaseLost;
import symposium.service.lock.LockService;

/**
 * The leadership of a named election: the owner leads until it resigns or loses it, even if nodes join or leave. Use it
 * in a try-with-resources statement, or resign explicitly. It is safe for use by several threads.
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
     * Returns the term, which is greater than that of every earlier leader of this election. The leader passes it to
     * the resource that it acts upon, which rejects a smaller term than it has seen. A leader that does not know yet
     * that it no longer leads then does no harm.
     *
     * @throws ArithmeticException if the {@link #fence} does not fit into one number
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
     * Another may lead then. The stage never completes for a leader that resigned first.
     */
    public CompletionStage<LockService.Lost> lost() {
        return lease.lost();
    }

    /**
     * Returns a stage that completes when the node is about to leave the cluster gracefully: the leader should finish,
     * and resign.
     */
    public CompletionStage<LockService.Leaving> leaving() {
        return lease.leaving();
    }

    /**
     * Resigns; to be called once.
     *
     * @return completed when another may lead; by {@link LeaseLost} if the leadership was lost before; by {@link
     *     IllegalStateException} if it was resigned before
     */
    public CompletionStage<Void> resign() {
        return lease.release();
    }

    /** Resigns without waiting for the confirmation; does nothing if the leadership has been resigned or lost. */
    @Override
    public void close() {
        lease.close();
    }

    @Override
    public String toString() {
        return lease.toString();
    }
}
