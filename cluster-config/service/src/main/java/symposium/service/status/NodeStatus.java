package symposium.service.status;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.service.lock.LockService;
import symposium.service.participant.Lock;
import symposium.wire.Wire;

/**
 * The status of one node, as the node reports it.
 *
 * @param node the address of the node
 * @param process the process of the node
 * @param notReady why the node does not serve requests now, in one line; empty if it does
 * @param members the addresses of the nodes that the node sees, including itself
 * @param unreachable the addresses of those members that the node does not reach
 * @param voters the voters that the node's process knows, if the voters are dynamic
 * @param services the services of the node
 * @param entries the leases and requests of owners on this node, oldest first
 * @param heldLeftOut the number of leases of this node that are not among the entries
 * @param waitingLeftOut the number of waiting requests of this node that are not among the entries
 * @param lock the node's lock by the configured algorithm, if it has one
 * @param leader the leader that the node follows, if there is one
 * @since 1.0
 */
public record NodeStatus(
        String node,
        ProcessId process,
        Optional<String> notReady,
        List<String> members,
        List<String> unreachable,
        Optional<Voters> voters,
        List<Service> services,
        List<LockService.Entry> entries,
        int heldLeftOut,
        int waitingLeftOut,
        Optional<AlgorithmLock> lock,
        Optional<Leader> leader)
        implements Wire {

    /** @throws NullPointerException if a component is null */
    public NodeStatus {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(process, "process");
        Objects.requireNonNull(notReady, "notReady");
        members = List.copyOf(members);
        unreachable = List.copyOf(unreachable);
        Objects.requireNonNull(voters, "voters");
        services = List.copyOf(services);
        entries = List.copyOf(entries);
        Objects.requireNonNull(lock, "lock");
        Objects.requireNonNull(leader, "leader");
    }

    /**
     * The voters over which majorities are counted.
     *
     * @param version the number of sets of voters so far, including this one; 0 while none is known
     * @param members the address of each voter's node, or the name of the voter's process if that node is not up
     * @param majority whether the node reaches a majority of the voters
     */
    public record Voters(long version, List<String> members, boolean majority) {
        public Voters {
            members = List.copyOf(members);
        }
    }

    /**
     * A service of the node.
     *
     * @param name the name, as {@code symposium.services} spells it
     * @param algorithm the name of the service's algorithm
     * @param begun whether the service's process has started
     * @param answers whether the service has reported its part of this status in time
     * @param sent the number of messages that the process has sent since its start, each counted once
     * @param resent the number of messages that were resent
     * @param received the number of messages that have reached the process
     * @param dropped the number of messages from other nodes that were dropped: unreadable, or addressed to another
     *     recipient
     * @param silent the processes that have not answered for {@code symposium.silence-timeout} although the cluster
     *     reaches their nodes
     */
    public record Service(
            String name,
            String algorithm,
            boolean begun,
            boolean answers,
            long sent,
            long resent,
            long received,
            long dropped,
            List<String> silent) {

        /** The name of the service of named locks. */
        public static final String LOCKS = "resources";

        public Service {
            silent = List.copyOf(silent);
        }
    }

    /**
     * The lock by the configured algorithm, on the node.
     *
     * @param algorithm the name of the algorithm
     * @param place the location of the lock, as the node sees it
     * @param fence the latest fencing token that was granted on the node
     * @param waiting the number of waiting applications of the node
     */
    public record AlgorithmLock(String algorithm, Lock.Place place, Fence fence, int waiting) {}

    /**
     * The leader that the node knows.
     *
     * @param term the term in which it leads
     * @param process the leader
     * @param self whether the leader is the node itself
     */
    public record Leader(long term, ProcessId process, boolean self) {}
}
