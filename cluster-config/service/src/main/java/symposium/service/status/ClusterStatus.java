package symposium.service.status;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import symposium.arbitration.resources.Mode;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;
import symposium.wire.Wire;

/**
 * The status of all nodes of a cluster. The nodes are queried at about the same time, but continue to work meanwhile.
 * A lease that moves at that time may therefore be listed twice, or not at all.
 *
 * @param askedAt the address of the member that asked the nodes
 * @param at the time at which that member combined the answers, by its clock
 * @param nodes the answers, in the order of the addresses
 * @param silent the nodes that have not answered
 * @since 1.0
 */
public record ClusterStatus(String askedAt, Instant at, List<NodeStatus> nodes, List<Silent> silent) implements Wire {

    /** @throws NullPointerException if a component is null */
    public ClusterStatus {
        Objects.requireNonNull(askedAt, "askedAt");
        Objects.requireNonNull(at, "at");
        nodes = List.copyOf(nodes);
        silent = List.copyOf(silent);
    }

    /**
     * A node that has not answered.
     *
     * @param node the address of the node
     * @param why the reason in one line, as far as it is known
     */
    public record Silent(String node, String why) {}

    /**
     * A named lock.
     *
     * @param name the name; for an election, the word "election" followed by its name
     * @param algorithm the name of the algorithm that grants it
     * @param holders the leases on the name
     * @param waiters the requests that wait for the name, in the order of their arrival by the clocks of their nodes
     */
    public record NamedLock(String name, String algorithm, List<Claim> holders, List<Claim> waiters) {}

    /**
     * A request for a name, or a lease on it.
     *
     * @param node the address of the node on which it was made
     * @param owner the path of the owner
     * @param id the id of the request
     * @param mode the mode in which the name is claimed
     * @param names the number of names that the request claims, including this one
     * @param fence the fencing token of the lease; empty while the request waits
     * @param since when the lease was granted, or the request arrived, by the clock of the node
     */
    public record Claim(
            String node, String owner, String id, Mode mode, int names, Optional<Fence> fence, Instant since) {}

    private static final Comparator<NamedLock> MOST_AWAITED = Comparator.<NamedLock>comparingInt(
                    lock -> lock.waiters().size())
            .thenComparingInt(lock -> lock.holders().size())
            .reversed()
            .thenComparing(NamedLock::name);

    /**
     * Returns the named locks that are held or awaited, sorted by the number of waiting requests, then by the number
     * of holders, both in descending order.
     */
    public List<NamedLock> locks() {
        Map<String, NamedLock> locks = new TreeMap<>();
        for (NodeStatus status : nodes) {
            String algorithm = status.services().stream()
                    .filter(each -> each.name().equals(NodeStatus.Service.LOCKS))
                    .map(NodeStatus.Service::algorithm)
                    .findFirst()
                    .orElse("");
            for (LockService.Entry entry : status.entries()) {
                entry.claims().modes().forEach((name, mode) -> {
                    String shown = Claims.shownName(name);
                    NamedLock lock = locks.computeIfAbsent(
                            shown, fresh -> new NamedLock(shown, algorithm, new ArrayList<>(), new ArrayList<>()));
                    (entry.fence().isPresent() ? lock.holders() : lock.waiters())
                            .add(new Claim(
                                    status.node(),
                                    entry.owner(),
                                    entry.id(),
                                    mode,
                                    entry.claims().modes().size(),
                                    entry.fence(),
                                    entry.since()));
                });
            }
        }
        locks.values().forEach(lock -> lock.waiters().sort(Comparator.comparing(Claim::since)));
        return locks.values().stream().sorted(MOST_AWAITED).toList();
    }

    /** Returns the number of leases that are known to be held but are not listed. */
    public int heldLeftOut() {
        return nodes.stream().mapToInt(NodeStatus::heldLeftOut).sum();
    }

    /** Returns the number of requests that are known to wait but are not listed. */
    public int waitingLeftOut() {
        return nodes.stream().mapToInt(NodeStatus::waitingLeftOut).sum();
    }
}
