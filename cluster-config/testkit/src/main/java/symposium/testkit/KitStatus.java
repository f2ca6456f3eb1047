package symposium.testkit;

import java.util.List;
import java.util.function.Predicate;
import symposium.service.lock.LockService;

/**
 * The leases and waiting requests of all nodes of a test kit.
 *
 * @param nodes the status of each node, indexed by its number
 * @since 1.0
 */
public record KitStatus(List<LockService.Status> nodes) {

    public KitStatus {
        nodes = List.copyOf(nodes);
    }

    /** Returns the leases on this name, in any mode, in the order of the nodes. */
    public List<LockService.Entry> holders(String name) {
        return entries(entry -> entry.fence().isPresent() && claims(entry, name));
    }

    /**
     * Returns the requests for this name, in any mode, that wait or have a withheld grant, in the order of the nodes.
     */
    public List<LockService.Entry> waiters(String name) {
        return entries(entry -> entry.fence().isEmpty() && claims(entry, name));
    }

    /**
     * Returns the leaders of this election, each as its own node reports it: one, none, or two if one of them is cut
     * off.
     */
    public List<LockService.Entry> leaders(String election) {
        return entries(entry -> entry.fence().isPresent() && campaigns(entry, election));
    }

    /** Returns the waiting campaigns for this election, in the order of the nodes. */
    public List<LockService.Entry> candidates(String election) {
        return entries(entry -> entry.fence().isEmpty() && campaigns(entry, election));
    }

    private static boolean campaigns(LockService.Entry entry, String election) {
        return entry.claims().election().filter(election::equals).isPresent();
    }

    private List<LockService.Entry> entries(Predicate<LockService.Entry> condition) {
        return nodes.stream()
                .flatMap(node -> node.entries().stream())
                .filter(condition)
                .toList();
    }

    private static boolean claims(LockService.Entry entry, String name) {
        return entry.claims().modes().containsKey(name);
    }
}
