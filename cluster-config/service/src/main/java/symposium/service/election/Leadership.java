package symposium.service.election;

import java.util.concurrent.CompletionStage;
import symposium.mutex.Fence;
import symposium.service.lock.Lease;
import symposium.service.lock.LeaseLost;
import symposium.service.lock.LockService;

/**
 * The leadership of a named election: the owner leads until it resigns or loses it, whoever joins or leaves. To be used
 * in a try-with-resources statement, or ended by hand; safe for use by several threads.
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

    /** The name of the election. */
    public String name() {
        return name;
    }

    /**
     * The term, which is greater than that of every earlier leader of this election. The leader hands it to what it
     * acts upon, which refuses a smaller one than it has seen: then a leader that does not know yet that it leads no
     * more does no harm.
     *
     * @throws ArithmeticException where the {@link #fence} does not fit into one number
     */
    public long term() {
        return fence().number();
    }

    /** The term as a fence. */
    public Fence fence() {
        return lease.fence();
    }

    /** Whether it has been neither resigned nor lost, as far as this member knows. */
    public boolean isLeader() {
        return lease.isHeld();
    }

    /**
     * Completed when the leadership is lost: the node was cut off from a majority, or has ended. Another may lead then.
     * Never completed for a leader that has resigned first.
     */
    public CompletionStage<LockService.Lost> lost() {
        return lease.lost();
    }

    /** Completed when the node is about to leave the cluster in good order: the leader should finish, and resign. */
    public CompletionStage<LockService.Leaving> leaving() {
        return lease.leaving();
    }

    /**
     * Resigns; once is enough.
     *
     * @return completed when another may lead; by {@link LeaseLost} when the leadership was lost before; by {@link
     *     IllegalStateException} when it was resigned before
     */
    public CompletionStage<Void> resign() {
        return lease.release();
    }

    /** Resigns, without waiting until that is done; nothing when it has been resigned or lost. */
    @Override
    public void close() {
        lease.close();
    }

    @Override
    public String toString() {
        return lease.toString();
    }
}
