package symposium.kernel.network;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.topology.Topology;

/**
 * The state of a network: which processes are present, which links are down, and what each process has been notified
 * of. Faults happen immediately. Each process is notified separately and later. A process that joins knows all earlier
 * events.
 *
 * <p>{@code symposium.checker.model.FaultBudget} defines the meaning of each fault. The users of this class are
 * responsible for messages, time and threads. They treat a message as {@link #way} specifies, both when it is sent and
 * when it arrives.
 *
 * <p>This class is not safe for use by multiple threads.
 */
public final class NetworkState {

    /** The treatment of messages by a link, in one direction. */
    public enum Way {
        /** The link delivers them. */
        CARRIES,
        /** The link returns them to their sender. */
        RETURNS,
        /** The link drops them. */
        VANISHES
    }

    /**
     * The notifications that a process has received.
     *
     * @param departed the processes that it knows to have departed
     * @param unknown the processes that have joined but that it does not know
     * @param lost the processes to which it knows its link to be down
     */
    private record Knowledge(SortedSet<ProcessId> departed, SortedSet<ProcessId> unknown, SortedSet<ProcessId> lost) {
        Knowledge(Collection<ProcessId> departed, Collection<ProcessId> unknown) {
            this(new TreeSet<>(departed), new TreeSet<>(unknown), new TreeSet<>());
        }
    }

    private final Topology topology;
    private final int quorum;
    /** All processes that were ever present. */
    private final SortedSet<ProcessId> joined;
    /** The processes among them that were not present at the start. */
    private final SortedSet<ProcessId> late = new TreeSet<>();

    private final SortedSet<ProcessId> live;
    private final SortedSet<ProcessId> gone = new TreeSet<>();
    private final Set<ProcessId> left = new HashSet<>();
    private final Set<Pair> down = new HashSet<>();
    private final Map<ProcessId, Knowledge> knowledge = new HashMap<>();

    /**
     * A network in which all links are up, each process knows all others, and none needs a quorum.
     *
     * @param topology the links
     * @param present the processes that are present at the start
     */
    public NetworkState(Topology topology, Collection<ProcessId> present) {
        this(topology, present, 0);
    }

    /**
     * A network in which all links are up, and each process knows all others.
     *
     * @param topology the links
     * @param present the processes that are present at the start
     * @param quorum the quorum, or 0 for none: a process that knows of a departure and of fewer live processes than
     *     this, including itself, has no neighbours
     */
    public NetworkState(Topology topology, Collection<ProcessId> present, int quorum) {
        this.topology = topology;
        this.quorum = quorum;
        this.joined = new TreeSet<>(present);
        this.live = new TreeSet<>(present);
    }

    // --- what happens

    /**
     * Adds a process, or admits one after a start without neighbours. The process knows which processes are live, and
     * considers all links up.
     */
    public void join(ProcessId process) {
        if (joined.add(process)) {
            late.add(process);
            knowledge.values().forEach(other -> other.unknown().add(process));
        }
        live.add(process);
        knowledge.put(process, new Knowledge(gone, List.of()));
    }

    /** Crashes a process. */
    public void crash(ProcessId process) {
        live.remove(process);
        gone.add(process);
    }

    /** Records that a process that was asked to leave has left. */
    public void leave(ProcessId process) {
        crash(process);
        left.add(process);
    }

    /** Fails the link between two {@linkplain #isLinked neighbours}. Returns whether it was up. */
    public boolean fail(Pair ends) {
        return down.add(ends);
    }

    /** Recovers the link between two processes. Returns whether it was down. */
    public boolean recover(Pair ends) {
        return down.remove(ends);
    }

    // --- what there is

    /** Returns the processes that were ever present. */
    public SortedSet<ProcessId> joined() {
        return new TreeSet<>(joined);
    }

    /** Returns the processes that have left gracefully. */
    public Set<ProcessId> left() {
        return Set.copyOf(left);
    }

    /** Returns the processes that have crashed or left. */
    public SortedSet<ProcessId> gone() {
        return new TreeSet<>(gone);
    }

    /** Returns whether a process was ever present. */
    public boolean hasJoined(ProcessId process) {
        return joined.contains(process);
    }

    /** Returns whether a process has joined, and has neither crashed nor left. */
    public boolean isLive(ProcessId process) {
        return live.contains(process);
    }

    /** Returns whether a process has crashed or left. */
    public boolean isGone(ProcessId process) {
        return gone.contains(process);
    }

    /** Returns whether a process has left gracefully. */
    public boolean hasLeft(ProcessId process) {
        return left.contains(process);
    }

    /** Returns the processes that are live, in the order of their names: a view. */
    public SortedSet<ProcessId> live() {
        return live;
    }

    /** Returns whether two live processes are neighbours, whether their link is up or down. */
    public boolean isLinked(Pair ends) {
        return live.containsAll(ends.ends())
                && Sorted.ids(topology.neighbours(ends.one(), live)).contains(ends.other());
    }

    /** Returns whether the link between two processes is down. */
    public boolean isDown(Pair ends) {
        return down.contains(ends);
    }

    /**
     * Returns whether a message of a process is put into transit. It is not if the sender knows that the recipient has
     * departed.
     */
    public boolean sends(ProcessId from, ProcessId to) {
        return !knowsDeparted(from, to);
    }

    /** Returns the treatment of a message that arrives now on the link from one process to another. */
    public Way way(ProcessId from, ProcessId to) {
        if (left.contains(to) || isDown(Pair.of(from, to))) {
            return gone.contains(from) ? Way.VANISHES : Way.RETURNS;
        }
        return gone.contains(to) || knowsDeparted(to, from) ? Way.VANISHES : Way.CARRIES;
    }

    // --- what processes have been notified of

    private Knowledge known(ProcessId self) {
        return knowledge.computeIfAbsent(self, first -> new Knowledge(List.of(), late));
    }

    /** Returns whether a process knows another, which is not itself, as a member. */
    public boolean knows(ProcessId self, ProcessId other) {
        return joined.contains(other) && !isNewTo(self, other) && !knowsDeparted(self, other);
    }

    /** Returns whether a process has joined, and another has not been notified of it. */
    public boolean isNewTo(ProcessId self, ProcessId other) {
        return known(self).unknown().contains(other);
    }

    /** Returns whether a process has been notified that another has departed. */
    public boolean knowsDeparted(ProcessId self, ProcessId other) {
        return known(self).departed().contains(other);
    }

    /** Returns whether a process has been notified that its link to another is down. */
    public boolean knowsDown(ProcessId self, ProcessId other) {
        return known(self).lost().contains(other);
    }

    /**
     * Returns whether a link is down and both ends know that. Such a link may recover once no message is in transit
     * over it.
     */
    public boolean isKnownDown(Pair ends) {
        return isDown(ends) && knowsDown(ends.one(), ends.other()) && knowsDown(ends.other(), ends.one());
    }

    /** Notifies a process that another has joined. Returns whether this is news. */
    public boolean notifyJoined(ProcessId self, ProcessId other) {
        return joined.contains(other)
                && !knowsDeparted(self, other)
                && known(self).unknown().remove(other);
    }

    /** Notifies a process that another has departed, truly or falsely. Returns whether this is news. */
    public boolean notifyDeparted(ProcessId self, ProcessId other) {
        known(self).lost().remove(other);
        return known(self).departed().add(other);
    }

    /** Notifies a process that its link to another has failed. Returns whether this is news, and still so. */
    public boolean notifyFailed(ProcessId self, ProcessId other) {
        return isDown(Pair.of(self, other))
                && !knowsDeparted(self, other)
                && known(self).lost().add(other);
    }

    /** Notifies a process that its link to another works again. Returns whether this is news, and still so. */
    public boolean notifyRecovered(ProcessId self, ProcessId other) {
        return !isDown(Pair.of(self, other)) && known(self).lost().remove(other);
    }

    /** Returns the neighbours of a process, as far as it has been notified. */
    public Neighbours neighbours(ProcessId self) {
        Knowledge knows = known(self);
        SortedSet<ProcessId> members = new TreeSet<>(joined);
        members.removeAll(knows.unknown());
        members.removeAll(knows.departed());
        if (!knows.departed().isEmpty() && members.size() < quorum) {
            return Neighbours.none();
        }
        return topology.neighbours(self, members).without(knows.lost());
    }

    /** Returns the notification of a process: its neighbours, and the processes that it knows to have departed. */
    public <M, I> Event.NeighboursChanged<M, I> notification(ProcessId self) {
        return new Event.NeighboursChanged<>(neighbours(self), departed(self));
    }

    /** Returns the processes that a process knows to have departed. */
    public SortedSet<ProcessId> departed(ProcessId self) {
        return Sorted.set(known(self).departed());
    }

    /** Returns the other ends of the links that a process knows to be down. */
    public SortedSet<ProcessId> lost(ProcessId self) {
        return Sorted.set(known(self).lost());
    }
}
