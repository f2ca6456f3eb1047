package symposium.service.member;

import akka.actor.Address;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Topology;
import symposium.membership.VoterAgreement.Voters;

/**
 * The membership as one node sees it.
 *
 * @param self the node's own process
 * @param topology how the processes are linked
 * @param members the processes that are up, in the order of the ring, each with the address of its node
 * @param unreachable the members that do not answer; if links can fail individually, the members that do not answer
 *     this node
 * @param departed every process known to have been removed
 * @param cutOff whether the node itself is not up, or does not reach a majority
 * @param voting the voters that the node's process knows; empty while the node is not up, or if majorities are counted
 *     over the configured processes
 * @param unformed why the node has waited longer than {@code symposium.formation-timeout} for a majority, in one line;
 *     empty before that, and once the node has seen a majority
 * @since 1.0
 */
public record MembershipView(
        ProcessId self,
        Topology topology,
        SortedMap<ProcessId, Address> members,
        SortedSet<ProcessId> unreachable,
        SortedSet<ProcessId> departed,
        boolean cutOff,
        Optional<Voting> voting,
        Optional<String> unformed) {

    /**
     * The voters as a process knows them.
     *
     * @param voters the latest voters, with version 0 while the process knows none
     * @param quorate whether the process reaches a majority of these voters, and of the voters that may succeed them
     */
    public record Voting(Voters voters, boolean quorate) {

        /** The knowledge of a process that has not started. */
        public static final Voting NONE = new Voting(Voters.UNKNOWN, false);
    }

    /** Creates a view in which majorities are counted over the configured processes. */
    public MembershipView(
            ProcessId self,
            Topology topology,
            SortedMap<ProcessId, Address> members,
            SortedSet<ProcessId> unreachable,
            SortedSet<ProcessId> departed,
            boolean cutOff) {
        this(self, topology, members, unreachable, departed, cutOff, Optional.empty(), Optional.empty());
    }

    public MembershipView {
        members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
        unreachable = Collections.unmodifiableSortedSet(new TreeSet<>(unreachable));
        departed = Collections.unmodifiableSortedSet(new TreeSet<>(departed));
    }

    /** Returns the view of a node that knows no member yet. */
    public static MembershipView alone(ProcessId self, Topology topology) {
        return new MembershipView(self, topology, new TreeMap<>(Map.of()), new TreeSet<>(), new TreeSet<>(), true);
    }

    /** Returns the same view on another topology. */
    public MembershipView over(Topology other) {
        return new MembershipView(self, other, members, unreachable, departed, cutOff, voting, unformed);
    }

    /** Returns the members, in the order of the ring. */
    public SortedSet<ProcessId> ring() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(members.keySet()));
    }

    /**
     * Returns the process's neighbours among the members. A process that is cut off has none, unless {@link #voting}
     * is present.
     */
    public Neighbours neighbours() {
        return neighbours(ring());
    }

    /** Returns the process's neighbours if only these members are linked. A process that is cut off has none. */
    public Neighbours neighbours(SortedSet<ProcessId> present) {
        return cutOff && voting.isEmpty() ? Neighbours.none() : topology.neighbours(self, present);
    }
}
