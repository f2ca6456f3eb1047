package symposium.service.lock;

import symposium.service.lock.LockService.Lost;

/**
 * A lease was to be released that had been lost before, or was lost before the release was confirmed: what was done
 * under it may have met another holder.
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

    /** What the owner has been told of the loss. */
    public Lost lost() {
        return lost;
    }
}
