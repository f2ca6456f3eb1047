package symposium.cluster.membership;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts how often in succession a node was found to run without an answer to what it is asked.
 *
 * @param <A> the addresses of nodes
 */
final class SilentPeers<A> {

    private final int enough;
    private final Map<A, Integer> times = new HashMap<>();

    /** @param enough after how many times a node counts as silent, from 1 */
    SilentPeers(int enough) {
        this.enough = enough;
    }

    /**
     * Counts that a node has been asked, and has been found to run or not.
     *
     * @return whether it is silent
     */
    boolean isSilent(A address, boolean runs) {
        if (!runs) {
            times.remove(address);
            return false;
        }
        return times.merge(address, 1, Integer::sum) >= enough;
    }

    /** Forgets all nodes but these. */
    void keepOnly(Collection<A> addresses) {
        times.keySet().retainAll(addresses);
    }

    /** Begins again: an answer has come, or none is expected. */
    void forgetAll() {
        times.clear();
    }
}
