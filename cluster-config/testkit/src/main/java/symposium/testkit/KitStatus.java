package symposium.testkit;

import java.util.List;
import java.util.function.Predicate;
import symposium.cluster.LockService;

/**
 * What is held and waited for at all nodes.
 *
 * @param nodes the status of each node, by its number
 */
public record KitStatus(List<LockService.Status> nodes) {

    public KitStatus {
        nodes = List.copyOf(nodes);
    }

    /** The leases of this name, in any mode, node by node. */
    public List<LockService.Entry> holders(String name) {
        return entries(entry -> entry.fence().isPresent() && claims(entry, name));
    }

    /** The requests for this name, in any mode, that wait or whose grant is withheld, node by node. */
    public List<LockService.Entry> waiters(String name) {
        return entries(entry -> entry.fence().isEmpty() && claims(entry, name));
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
