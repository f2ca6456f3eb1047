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
 * @param node its address
 * @param process its process
 * @param notReady why it does not serve requests now, in one line; empty if it does
 * @param members the addresses of the nodes that it sees, itself included
 * @param unreachable those of them that it does not reach
 * @param voters the voters that its process knows, if they are dynamic
 * @param services its services
 * @param entries the leases and requests of owners on this node, the oldest first
 * @param heldLeftOut how many leases of this node are not among the entries
 * @param waitingLeftOut how many waiting requests of this node are not among the entries
 * @param lock its lock by the configured algorithm, if it has one
 * @param leader the leader that it follows, if there is one
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

    /** @throws NullPointerException if a part is missing */
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
     * The voters, over which majorities are counted.
     *
     * @param version how many sets of voters there have been, this one included; 0 while none is known
     * @param members the address of each voter's node, or the name of its process if no node of it is up
     * @param majority whether the node reaches a majority of them
     */
    public record Voters(long version, List<String> members, boolean majority) {
        public Voters {
            members = List.copyOf(members);
        }
    }

    /**
     * A service of the node.
     *
     * @param name as {@code symposium.services} spells it
     * @param algorithm the name of its algorithm
     * @param begun whether its process has started
     * @param answers whether it has reported its part of this status in time
     * @param sent how many messages its process has sent since it started, each counted once
     * @param resent how many messages were sent again
     * @param received how many messages have reached its process
     * @param dropped how many messages from other nodes were dropped: unreadable, or not for it
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
     * @param place where the lock is, as the node sees it
     * @param fence the latest fencing token that was granted on the node
     * @param waiting how many applications of the node wait
     */
    public record AlgorithmLock(String algorithm, Lock.Place place, Fence fence, int waiting) {}

    /**
     * The leader that the node knows.
     *
     * @param term in which it leads
     * @param process the leader
     * @param self whether that is the node itself
     */
    public record Leader(long term, ProcessId process, boolean self) {}
}
