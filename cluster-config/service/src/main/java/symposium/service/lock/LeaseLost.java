package symposium.service.lock;

import symposium.service.lock.LockService.Lost;

/**
 * Thrown if a lease was lost before its release, or before the release was confirmed. Work done under the lease may
 * have overlapped with that of another holder.
 *
 * @since 1.0
 */
public final class LeaseLost extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Lost lost;

    LeaseLost(Claims claims, Lost lost) {
        super("the lease of " + claims + " under fence " + lost.fence() + " has been lost: " + lost.why());
        this.lost = lost;
    }

    /** Returns the notification of the loss that the owner received. */
    public Lost lost() {
        return lost;
    }
}
