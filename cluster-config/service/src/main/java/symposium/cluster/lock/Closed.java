package symposium.cluster.lock;

import symposium.service.lock.LockService.Unavailable;
import symposium.service.lock.LockService.UnavailableCause;

/**
 * Why a service takes no requests.
 *
 * @param why in one line
 */
record Closed(UnavailableCause cause, String why) {

    /** That of a node that leaves in good order. */
    static final Closed LEAVING = new Closed(UnavailableCause.LEAVING, "this node is leaving");

    Unavailable answer(String id) {
        return new Unavailable(id, cause, why);
    }
}
