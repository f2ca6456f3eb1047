package symposium.arbitration.resources;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import symposium.arbitration.resources.ResourceMessage.Tabled;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.mutex.Fence;

/**
 * A process with the sessions of its user.
 *
 * @param self its name
 * @param generation in which it numbers its T0's: greater than those of all processes that it knows to have
 *     departed
 * @param latest the greatest fence that it knows
 * @param clock the greatest bid that it knows
 * @param peers all other processes that are there, as far as it knows
 * @param departed all processes that it knows to have departed
 * @param settled those of them of which its messages say nothing, because each other process knows
 * @param waiting the sessions before T0, by their tickets
 * @param trying those among them that are not to wait for others
 * @param wanted their tickets, by the part of the names that they take, and their bids
 * @param tabled the sessions after T0, by their fences
 * @param tickets the fences of all sessions by their tickets, {@link Fence#NONE} before T0
 * @param kept the sessions that another process is to take over when this one departs, by their tickets
 * @param queues the sessions that are tabled, here or elsewhere, as far as known: by each resource that they take.
 *     They tell where arrows lead
 */
@RecordBuilder
public record ResourceState(
        ProcessId self,
        long generation,
        Fence latest,
        long clock,
        SortedMap<ProcessId, PeerState> peers,
        SortedSet<ProcessId> departed,
        SortedSet<ProcessId> settled,
        SortedMap<Long, Waiting> waiting,
        SortedMap<Long, Take> trying,
        SortedMap<Integer, SortedMap<Long, Long>> wanted,
        SortedMap<Fence, PendingRequest> tabled,
        SortedMap<Long, Fence> tickets,
        SortedMap<Long, Keeping> kept,
        SortedMap<String, ResourceQueue> queues)
        implements ResourceStateBuilder.With {

    /** The greatest bid of a session that is taken over: all others bid more. */
    static final long GREATEST_TAKEOVER = 0;

    /** The number of processes within reach, this one among them; 0 for a process that is excluded. */
    int reach() {
        return excluded()
                ? 0
                : 1 + (int) peers.values().stream().filter(PeerState::linked).count();
    }

    /** Whether another process takes this one for departed, and has said so. */
    boolean excluded() {
        return departed.contains(self);
    }

    /** The processes that messages say to have departed. */
    SortedSet<ProcessId> unsettled() {
        return settled.isEmpty() ? departed : Sorted.without(departed, settled);
    }

    /** These are no longer settled. */
    ResourceState unsettle(SortedSet<ProcessId> some) {
        return some.stream().anyMatch(settled::contains) ? withSettled(Sorted.without(settled, some)) : this;
    }

    boolean linked(ProcessId other) {
        return peers.getOrDefault(other, PeerState.UNLINKED).linked();
    }

    /** Whether all forks of a part lie here. */
    boolean has(int part) {
        for (PeerState peer : peers.values()) {
            if (!peer.has(part)) {
                return false;
            }
        }
        return true;
    }

    /** The least bid of the sessions that want a part, if any does. */
    OptionalLong bid(int part) {
        SortedMap<Long, Long> bids = wanted.get(part);
        return bids == null ? OptionalLong.empty() : OptionalLong.of(bids.firstKey());
    }

    /** The fence of the session with this ticket, if there is one after T0. */
    Optional<Fence> tabled(long ticket) {
        return Optional.ofNullable(tickets.get(ticket)).filter(fence -> !fence.equals(Fence.NONE));
    }

    boolean waiting(long ticket) {
        return Fence.NONE.equals(tickets.get(ticket));
    }

    /** One more session is before T0. Its bid is greater than all that are known. */
    ResourceState wait(Take take, SortedSet<Integer> parts) {
        return wait(take, clock + 1, parts).withClock(clock + 1);
    }

    /** One more session is before T0, by this bid. */
    ResourceState wait(Take take, long bid, SortedSet<Integer> parts) {
        SortedMap<Integer, SortedMap<Long, Long>> more = wanted;
        for (int part : parts) {
            more = Sorted.with(more, part, Sorted.with(more.getOrDefault(part, Sorted.map()), bid, take.ticket()));
        }
        SortedMap<Integer, SortedMap<Long, Long>> wants = more;
        return with(next -> next.waiting(Sorted.with(waiting, take.ticket(), new Waiting(take, bid)))
                .trying(take.waits() ? trying : Sorted.with(trying, take.ticket(), take))
                .wanted(wants)
                .tickets(Sorted.with(tickets, take.ticket(), Fence.NONE)));
    }

    /** A session is no longer before T0. */
    ResourceState waitNoMore(long ticket, SortedSet<Integer> parts) {
        long bid = waiting.get(ticket).bid();
        SortedMap<Integer, SortedMap<Long, Long>> fewer = wanted;
        for (int part : parts) {
            SortedMap<Long, Long> left = Sorted.without(fewer.get(part), bid);
            fewer = left.isEmpty() ? Sorted.without(fewer, part) : Sorted.with(fewer, part, left);
        }
        SortedMap<Integer, SortedMap<Long, Long>> wants = fewer;
        return with(next -> next.waiting(Sorted.without(waiting, ticket))
                .trying(Sorted.without(trying, ticket))
                .wanted(wants)
                .tickets(Sorted.without(tickets, ticket)));
    }

    /** The session is tabled, under this fence. */
    ResourceState table(PendingRequest session, Fence fence) {
        return queued(self, fence, session.modes()).with(next -> next.latest(fence)
                .tabled(Sorted.with(tabled, fence, session))
                .tickets(Sorted.with(tickets, session.ticket(), fence)));
    }

    /** The session is no longer tabled, and the processes that know it to be are to be told. */
    ResourceState untable(Fence fence) {
        PendingRequest session = tabled.get(fence);
        SortedMap<Fence, PendingRequest> left = Sorted.without(tabled, fence);
        SortedMap<ProcessId, PeerState> knowing = new TreeMap<>(peers);
        knowing.replaceAll((other, peer) -> peer.ends(fence, session.modes())
                .withTold(peer.told().equals(fence) ? Sorted.before(left, fence).orElse(Fence.NONE) : peer.told()));
        return unqueued(fence, session.modes()).with(next -> next.tabled(left)
                .tickets(Sorted.without(tickets, session.ticket()))
                .peers(Sorted.map(knowing)));
    }

    /** A session of this process is in the queues of its resources. */
    ResourceState queued(ProcessId process, Fence fence, SortedMap<String, Mode> modes) {
        SortedMap<String, ResourceQueue> more = queues;
        for (Map.Entry<String, Mode> each : modes.entrySet()) {
            ResourceQueue.Queued session = new ResourceQueue.Queued(process, each.getValue());
            more = Sorted.with(more, each.getKey(), queue(each.getKey()).with(fence, session));
        }
        return withQueues(more);
    }

    /** A session is no longer in the queues. */
    ResourceState unqueued(Fence fence, SortedMap<String, Mode> modes) {
        SortedMap<String, ResourceQueue> fewer = queues;
        for (String resource : modes.keySet()) {
            ResourceQueue left = queue(resource).without(fence);
            fewer = left.isEmpty() ? Sorted.without(fewer, resource) : Sorted.with(fewer, resource, left);
        }
        return withQueues(fewer);
    }

    /** The known sessions that take a resource. */
    ResourceQueue queue(String resource) {
        return queues.getOrDefault(resource, ResourceQueue.EMPTY);
    }

    /** Whether each of these resources has room for one more session. */
    boolean hasRoom(SortedMap<String, Mode> modes) {
        return modes.entrySet().stream().allMatch(each -> queue(each.getKey()).hasRoom(each.getValue()));
    }

    /** Whether each of these resources has room for this session of its queue. */
    boolean admits(Fence fence, SortedMap<String, Mode> modes) {
        return modes.keySet().stream().allMatch(resource -> queue(resource).admits(fence));
    }

    /** Whether an arrow leads from this session to one of another process. */
    boolean awaits(ProcessId other, Fence fence, SortedMap<String, Mode> modes) {
        return modes.entrySet().stream().anyMatch(each -> queue(each.getKey()).arrowTo(other, fence, each.getValue()));
    }

    /** Another process knows all sessions that are tabled, or can know none any more. */
    ResourceState told(ProcessId other, boolean knows) {
        Fence told = knows && !tabled.isEmpty() ? tabled.lastKey() : Fence.NONE;
        return peers.containsKey(other) ? withPeer(other, peer -> peer.withTold(told)) : this;
    }

    /** The tabled sessions of which another process has not been told, as it hears of them. */
    List<Tabled> untold(ProcessId other) {
        return tabled.tailMap(peers.get(other).told().next()).entrySet().stream()
                .map(each -> new Tabled(each.getKey(), each.getValue().modes()))
                .toList();
    }

    /** The fence of the next T0: greater than all that are known. */
    Fence next() {
        return (generation > latest.generation() ? Fence.start(generation) : latest).next();
    }

    ResourceState withPeer(ProcessId other, UnaryOperator<PeerState> change) {
        return withPeers(Sorted.with(peers, other, change.apply(peers.getOrDefault(other, PeerState.UNLINKED))));
    }

    /**
     * Whether another process may hear later that the session is no longer tabled. With all forks of its parts here,
     * no arrow leads to the session from there unless this process knows of it, and the next fork tells. With one
     * of them asked for, or many of any parts, one message tells at once, and the others wait for a fork.
     */
    boolean defers(ProcessId other, Fence fence, SortedMap<String, Mode> modes, SortedSet<Integer> parts, int many) {
        PeerState peer = peers.get(other);
        return parts.stream().allMatch(peer::has)
                ? modes.entrySet().stream()
                        .noneMatch(each -> queue(each.getKey()).arrowFrom(other, fence, each.getValue()))
                : parts.stream().anyMatch(peer.asked()::spoken)
                        || peer.spoken() && peer.asked().parts().size() >= many;
    }

    /** Whether this process keeps a session that its user no longer has, until its backup knows of that. */
    boolean ending(long ticket) {
        Keeping keeping = kept.get(ticket);
        return keeping != null && keeping.stage().ends();
    }

    /** Whether a session is tabled here that its user waits for or has. */
    public boolean claims() {
        return tabled.values().stream().anyMatch(session -> !ending(session.ticket()));
    }

    /** The tickets of the sessions that this process is taking over and that are before T0. They are below zero. */
    SortedSet<Long> takeovers() {
        SortedMap<Long, Take> below = trying.isEmpty() ? trying : trying.headMap(0L);
        return below.isEmpty()
                ? Sorted.set()
                : Sorted.only(Sorted.set(below.keySet()), ticket -> waiting.get(ticket)
                        .takesOver());
    }

    /** A ticket that no user has given: less than zero, and than all such. */
    long unused() {
        return Math.min(tickets.isEmpty() ? 0 : tickets.firstKey(), kept.isEmpty() ? 0 : Math.min(0, kept.firstKey()))
                - 1;
    }

    /** A bid that is less than all bids here, and than those of all sessions that are not taken over. */
    long leastBid() {
        return takeovers().stream()
                        .mapToLong(ticket -> waiting.get(ticket).bid())
                        .min()
                        .orElse(GREATEST_TAKEOVER + 1)
                - 1;
    }

    ResourceState keep(long ticket, Keeping keeping) {
        return withKept(Sorted.with(kept, ticket, keeping));
    }

    ResourceState keepNoMore(long ticket) {
        return kept.containsKey(ticket) ? withKept(Sorted.without(kept, ticket)) : this;
    }

    /**
     * A session that another process is to take over when this one departs.
     *
     * @param key what its user calls it
     * @param known the fence under which its user knows it, if a departed process had it before; otherwise its own
     * @param backup the process that takes it over; empty before one has been asked
     */
    @RecordBuilder
    public record Keeping(String key, Optional<Fence> known, Optional<ProcessId> backup, Stage stage)
            implements ResourceStateKeepingBuilder.With {

        /** A session without a backup yet. */
        static Keeping wanted(String key, Optional<Fence> known) {
            return new Keeping(key, known, Optional.empty(), Stage.WANTED);
        }

        /** What becomes of it. */
        public enum Stage {
            /** No process has said that it is the backup. */
            WANTED,
            /** The backup has it. */
            BACKED,
            /** The user has given it back, and the backup is to know first. */
            RELEASED,
            /** The user has withdrawn, and the backup is to know first. */
            WITHDRAWN,
            /** It is lost, and the backup is to know first. */
            LOST;

            /** Whether the user no longer has it. */
            boolean ends() {
                return compareTo(BACKED) > 0;
            }
        }
    }

    /**
     * A session after T0.
     *
     * @param ticket the user's name for it
     * @param modes what it takes, and how
     * @param taken whether its resources are taken; until then they are waited for. They are taken when each of them
     *     has room for this session beside all to which arrows lead, whether these have taken theirs or wait
     */
    @RecordBuilder
    public record PendingRequest(long ticket, SortedMap<String, Mode> modes, boolean taken)
            implements ResourceStatePendingRequestBuilder.With {

        Grant granted(Fence fence) {
            return new Grant.Taken(ticket, modes, fence);
        }
    }

    /**
     * A session before T0.
     *
     * @param take what the user asks for
     * @param bid for the forks that it needs; greater than those of the sessions that have waited before
     */
    public record Waiting(Take take, long bid) {

        /** Whether it is taken over from a process that has departed. */
        boolean takesOver() {
            return bid <= GREATEST_TAKEOVER;
        }
    }
}
