package symposium.arbitration.resources;

import static symposium.arbitration.resources.ResourceAllocation.Rule.BLOCK;
import static symposium.arbitration.resources.ResourceAllocation.Rule.CHANGED;
import static symposium.arbitration.resources.ResourceAllocation.Rule.GREETED;
import static symposium.arbitration.resources.ResourceAllocation.Rule.LATE;
import static symposium.arbitration.resources.ResourceAllocation.Rule.LOST;
import static symposium.arbitration.resources.ResourceAllocation.Rule.NEWS;
import static symposium.arbitration.resources.ResourceAllocation.Rule.OWN;
import static symposium.arbitration.resources.ResourceAllocation.Rule.RELEASE_LOST;
import static symposium.arbitration.resources.ResourceAllocation.Rule.RETURNED;
import static symposium.arbitration.resources.ResourceAllocation.Rule.T0;
import static symposium.arbitration.resources.ResourceAllocation.Rule.T0_NOT;
import static symposium.arbitration.resources.ResourceAllocation.Rule.T0_T1;
import static symposium.arbitration.resources.ResourceAllocation.Rule.T1;
import static symposium.arbitration.resources.ResourceAllocation.Rule.T2;
import static symposium.arbitration.resources.ResourceAllocation.Rule.T2_T1;
import static symposium.arbitration.resources.ResourceAllocation.Rule.TOLD;
import static symposium.arbitration.resources.ResourceAllocation.Rule.UNDIRECTED;
import static symposium.arbitration.resources.ResourceAllocation.Rule.WANT;
import static symposium.arbitration.resources.ResourceAllocation.Rule.WITHDRAW;
import static symposium.arbitration.resources.ResourceAllocation.Rule.YIELD;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import symposium.arbitration.resources.ResourceSharing.Choice;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.arbitration.resources.ResourceSharing.Request.Withdraw;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Event;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Shape;
import symposium.kernel.Sorted;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Transition;
import symposium.kernel.Variants;
import symposium.mutex.Fence;

/**
 * A process whose user takes sets of resources. Each set is a session: a philosopher of section 5. All sessions of a
 * process share its forks of the first stage, and do T0 together.
 */
public class ResourceAllocation
        implements Protocol<
                ResourceAllocation.State, ResourceAllocation.Message, ResourceSharing.Request, ResourceSharing.Grant> {

    /** What goes over the link between two processes. */
    public sealed interface Message extends Printable {}

    /**
     * A tabled session.
     *
     * @param fence its fence, which is its name
     * @param modes what it takes, and how
     */
    public record Tabled(Fence fence, SortedMap<String, Mode> modes) {
        @Override
        public String toString() {
            return fence + " " + Mode.print(modes);
        }
    }

    /**
     * The first message over a link, each time that it comes up.
     *
     * @param generation that of the sender
     * @param there all processes that the sender knows to be there
     * @param departed all processes that the sender knows to have departed
     * @param latest the greatest fence that the sender knows
     * @param tabled the sender's tabled sessions, in the order of their fences, but for those that {@link Sessions}
     *     have told before
     */
    public record Hello(
            long generation,
            SortedSet<ProcessId> there,
            SortedSet<ProcessId> departed,
            Fence latest,
            List<Tabled> tabled)
            implements Message {
        @Override
        public String print() {
            return "hello " + generation + " there " + there + unlessEmpty("departed", departed)
                    + unlessEmpty("tabled", tabled);
        }
    }

    /** The sender is in a new generation, because it knows that these have departed, or because others are in it. */
    public record News(long generation, SortedSet<ProcessId> departed) implements Message {}

    /**
     * The sender wants the fork of a part of the names.
     *
     * @param bid the lesser goes first
     */
    public record Ask(int part, long bid) {
        @Override
        public String toString() {
            return part + " for " + bid;
        }
    }

    /**
     * The sender is ready to grab forks of the first stage.
     *
     * @param asks for which parts, in their order
     */
    public record Request(List<Ask> asks) implements Message {
        @Override
        public String print() {
            return "request " + some(asks);
        }
    }

    /**
     * Tabled sessions of the sender, where one message may not carry all: those of a {@link Hello} or {@link Fork} that
     * follows.
     *
     * @param tabled in the order of their fences
     */
    public record Sessions(List<Tabled> tabled) implements Message {}

    /**
     * Forks of the first stage go to the recipient, which is ready to grab them.
     *
     * @param parts for which there is one each, in their order
     * @param latest the greatest fence that the sender knows
     * @param tabled the sender's tabled sessions that the recipient has not been told of, in the order of their fences
     * @param ended the sender's sessions that are tabled no more, as in {@link Undirected}
     * @param asks as in a {@link Request}, for forks that the sender wants back, or wants besides
     */
    public record Fork(List<Integer> parts, Fence latest, List<Tabled> tabled, List<Fence> ended, List<Ask> asks)
            implements Message {
        @Override
        public String print() {
            return "fork " + some(parts) + (latest.equals(Fence.NONE) ? "" : " " + latest)
                    + unlessEmpty("tabled", tabled)
                    + unlessEmpty("ended", ended)
                    + (asks.isEmpty() ? "" : " back " + some(asks));
        }
    }

    /**
     * Sessions of the sender are tabled no more: every arrow that leads to one of them disappears.
     *
     * @param fences theirs, in ascending order
     */
    public record Undirected(List<Fence> fences) implements Message {
        @Override
        public String print() {
            return "undirected " + fences.stream().map(Fence::toString).collect(Collectors.joining(", "));
        }
    }

    private static String some(List<?> some) {
        return some.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static String unlessEmpty(String name, Collection<?> some) {
        return some.isEmpty() ? "" : " " + name + " " + some;
    }

    /**
     * The forks that have been asked for at another process, and have not come.
     *
     * @param parts by their parts, the bids, and whether the other process has been told since of ended sessions that
     *     take names of the part
     * @param bids how many have been asked for by each bid
     * @param answered whether a fork has come since the last request
     */
    public record Asked(SortedMap<Integer, Asking> parts, SortedMap<Long, Integer> bids, boolean answered) {

        static final Asked NOTHING = new Asked(Sorted.map(), Sorted.map(), false);

        Asked with(Ask one) {
            return new Asked(Sorted.with(parts, one.part(), new Asking(one.bid(), false)), count(one.bid(), 1), false);
        }

        Asked without(int part) {
            SortedMap<Integer, Asking> left = Sorted.without(parts, part);
            return left.isEmpty()
                    ? NOTHING
                    : new Asked(left, count(parts.get(part).bid(), -1), true);
        }

        private SortedMap<Long, Integer> count(long bid, int more) {
            int count = bids.getOrDefault(bid, 0) + more;
            return count == 0 ? Sorted.without(bids, bid) : Sorted.with(bids, bid, count);
        }

        /** Ended sessions of this part are told. */
        Asked speak(int part) {
            Asking asking = parts.get(part);
            return asking == null || asking.spoken()
                    ? this
                    : new Asked(Sorted.with(parts, part, new Asking(asking.bid(), true)), bids, answered);
        }

        boolean spoken(int part) {
            return parts.containsKey(part) && parts.get(part).spoken();
        }

        /**
         * Whether a request by this bid waits for the next fork: that number has been asked for, one of them by
         * a lesser bid, and no fork has come since.
         */
        boolean holds(long bid, int many) {
            return parts.size() >= many && !answered && bids.firstKey() < bid;
        }
    }

    /** A fork has been asked for by this bid. */
    public record Asking(long bid, boolean spoken) {}

    /**
     * Another process, as far as this one knows it.
     *
     * @param linked whether there is a link to it
     * @param greeted whether it has said hello since the link came up: then every part has a fork
     * @param home whether a fork lies here that has not been moved
     * @param moved the parts whose forks lie at the end that is not their home
     * @param asked the parts whose forks have been asked for
     * @param held the parts whose forks will be asked for in the next message
     * @param blocked the parts whose forks the other process has asked for, and not got, and its bids
     * @param generation the greatest in which the other process is known to be
     * @param told the greatest fence of a session here of which the other process knows that it is tabled; it knows of
     *     all with lesser fences
     * @param tabled what the sessions take that are tabled there, as far as known, by their fences
     * @param coming what sessions take of which the other process has told before its hello
     * @param ended what sessions here took that are tabled no more, for the other process to be told, by their fences
     * @param spoken whether the other process has been told of ended sessions since a fork has come from there
     */
    @RecordBuilder
    public record PeerState(
            boolean linked,
            boolean greeted,
            boolean home,
            Parts.PartSet moved,
            Asked asked,
            Parts.PartSet held,
            SortedMap<Integer, Long> blocked,
            long generation,
            Fence told,
            SortedMap<Fence, SortedMap<String, Mode>> tabled,
            SortedMap<Fence, SortedMap<String, Mode>> coming,
            SortedMap<Fence, SortedMap<String, Mode>> ended,
            boolean spoken)
            implements ResourceAllocationPeerStateBuilder.With {

        static final PeerState UNLINKED = new PeerState(
                false,
                false,
                false,
                Parts.PartSet.EMPTY,
                Asked.NOTHING,
                Parts.PartSet.EMPTY,
                Sorted.map(),
                0,
                Fence.NONE,
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                false);

        PeerState unlink() {
            return UNLINKED.withTabled(tabled);
        }

        /** @param lower whether this process is the lower of the two: there all forks lie at first */
        PeerState greet(boolean lower, long in, SortedMap<Fence, SortedMap<String, Mode>> there) {
            return new PeerState(
                    true,
                    true,
                    lower,
                    Parts.PartSet.EMPTY,
                    Asked.NOTHING,
                    Parts.PartSet.EMPTY,
                    Sorted.map(),
                    in,
                    told,
                    there,
                    Sorted.map(),
                    Sorted.map(),
                    false);
        }

        /** Whether the fork of a part lies here. */
        boolean has(int part) {
            return greeted && home != moved.contains(part);
        }

        /** Whether a fork that is not here has not been asked for, and can be. */
        boolean lacks(int part) {
            return greeted && !has(part) && !asked.parts().containsKey(part);
        }

        /** The fork of a part comes. */
        PeerState come(int part) {
            return with(next -> next.moved(moved.toggled(part)).asked(asked.without(part)));
        }

        /** The fork of a part goes. */
        PeerState go(int part) {
            return with(next -> next.moved(moved.toggled(part)).blocked(Sorted.without(blocked, part)));
        }

        boolean knows(Fence fence) {
            return fence.compareTo(told) <= 0;
        }

        PeerState ends(Fence fence, SortedMap<String, Mode> modes) {
            return knows(fence) ? withEnded(Sorted.with(ended, fence, modes)) : this;
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
            implements ResourceAllocationPendingRequestBuilder.With {

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
    public record Waiting(Take take, long bid) {}

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
     * @param waiting the sessions before T0, by their tickets
     * @param wanted their tickets, by the part of the names that they take, and their bids
     * @param tabled the sessions after T0, by their fences
     * @param tickets the fences of all sessions by their tickets, {@link Fence#NONE} before T0
     * @param queues the sessions that are tabled, here or elsewhere, as far as known: by each resource that they take.
     *     They tell where arrows lead
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            long generation,
            Fence latest,
            long clock,
            SortedMap<ProcessId, PeerState> peers,
            SortedSet<ProcessId> departed,
            SortedMap<Long, Waiting> waiting,
            SortedMap<Integer, SortedMap<Long, Long>> wanted,
            SortedMap<Fence, PendingRequest> tabled,
            SortedMap<Long, Fence> tickets,
            SortedMap<String, ResourceQueue> queues)
            implements ResourceAllocationStateBuilder.With {

        /** The number of processes within reach, this one among them; 0 for a process that is excluded. */
        int reach() {
            return excluded()
                    ? 0
                    : 1
                            + (int) peers.values().stream()
                                    .filter(PeerState::linked)
                                    .count();
        }

        /** Whether another process takes this one for departed, and has said so. */
        boolean excluded() {
            return departed.contains(self);
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
        State wait(Take take, SortedSet<Integer> parts) {
            long bid = clock + 1;
            SortedMap<Integer, SortedMap<Long, Long>> more = wanted;
            for (int part : parts) {
                more = Sorted.with(more, part, Sorted.with(more.getOrDefault(part, Sorted.map()), bid, take.ticket()));
            }
            SortedMap<Integer, SortedMap<Long, Long>> wants = more;
            return with(next -> next.clock(bid)
                    .waiting(Sorted.with(waiting, take.ticket(), new Waiting(take, bid)))
                    .wanted(wants)
                    .tickets(Sorted.with(tickets, take.ticket(), Fence.NONE)));
        }

        /** A session is before T0 no more. */
        State waitNoMore(long ticket, SortedSet<Integer> parts) {
            long bid = waiting.get(ticket).bid();
            SortedMap<Integer, SortedMap<Long, Long>> fewer = wanted;
            for (int part : parts) {
                SortedMap<Long, Long> left = Sorted.without(fewer.get(part), bid);
                fewer = left.isEmpty() ? Sorted.without(fewer, part) : Sorted.with(fewer, part, left);
            }
            SortedMap<Integer, SortedMap<Long, Long>> wants = fewer;
            return with(next -> next.waiting(Sorted.without(waiting, ticket))
                    .wanted(wants)
                    .tickets(Sorted.without(tickets, ticket)));
        }

        /** The session is tabled, under this fence. */
        State table(PendingRequest session, Fence fence) {
            return queued(self, fence, session.modes()).with(next -> next.latest(fence)
                    .tabled(Sorted.with(tabled, fence, session))
                    .tickets(Sorted.with(tickets, session.ticket(), fence)));
        }

        /** The session is tabled no more, and the processes that know it to be are to be told. */
        State untable(Fence fence) {
            PendingRequest session = tabled.get(fence);
            SortedMap<Fence, PendingRequest> left = Sorted.without(tabled, fence);
            SortedMap<ProcessId, PeerState> knowing = new TreeMap<>(peers);
            knowing.replaceAll((other, peer) -> peer.ends(fence, session.modes())
                    .withTold(
                            peer.told().equals(fence)
                                    ? Sorted.before(left, fence).orElse(Fence.NONE)
                                    : peer.told()));
            return unqueued(fence, session.modes()).with(next -> next.tabled(left)
                    .tickets(Sorted.without(tickets, session.ticket()))
                    .peers(Sorted.map(knowing)));
        }

        /** A session of this process is in the queues of its resources. */
        State queued(ProcessId process, Fence fence, SortedMap<String, Mode> modes) {
            SortedMap<String, ResourceQueue> more = queues;
            for (Map.Entry<String, Mode> each : modes.entrySet()) {
                ResourceQueue.Queued session = new ResourceQueue.Queued(process, each.getValue());
                more = Sorted.with(more, each.getKey(), queue(each.getKey()).with(fence, session));
            }
            return withQueues(more);
        }

        /** A session is in the queues no more. */
        State unqueued(Fence fence, SortedMap<String, Mode> modes) {
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
            return modes.entrySet().stream()
                    .allMatch(each -> queue(each.getKey()).hasRoom(each.getValue()));
        }

        /** Whether each of these resources has room for this session of its queue. */
        boolean admits(Fence fence, SortedMap<String, Mode> modes) {
            return modes.keySet().stream().allMatch(resource -> queue(resource).admits(fence));
        }

        /** Whether an arrow leads from this session to one of another process. */
        boolean awaits(ProcessId other, Fence fence, SortedMap<String, Mode> modes) {
            return modes.entrySet().stream()
                    .anyMatch(each -> queue(each.getKey()).arrowTo(other, fence, each.getValue()));
        }

        /** Another process knows all sessions that are tabled, or can know none any more. */
        State told(ProcessId other, boolean knows) {
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

        State withPeer(ProcessId other, UnaryOperator<PeerState> change) {
            return withPeers(Sorted.with(peers, other, change.apply(peers.getOrDefault(other, PeerState.UNLINKED))));
        }

        /**
         * Whether another process may hear later that the session is tabled no more. With all forks of its parts here,
         * no arrow leads to the session from there unless this process knows of it, and the next fork tells. With one
         * of them asked for, or many of any parts, one message tells at once, and the others wait for a fork.
         */
        boolean defers(
                ProcessId other, Fence fence, SortedMap<String, Mode> modes, SortedSet<Integer> parts, int many) {
            PeerState peer = peers.get(other);
            return parts.stream().allMatch(peer::has)
                    ? modes.entrySet().stream()
                            .noneMatch(each -> queue(each.getKey()).arrowFrom(other, fence, each.getValue()))
                    : parts.stream().anyMatch(peer.asked()::spoken)
                            || peer.spoken() && peer.asked().parts().size() >= many;
        }
    }

    /** T0, T1 and T2 of section 5 for sessions, and what it takes to make the T0's exclude each other. */
    public enum Rule implements symposium.kernel.Rule {
        /** A session wants to be tabled: the forks of its parts are asked for, or have been. */
        WANT("w.ask"),
        /** Forks come; others are missing, or no session waits for these any more. */
        OWN("w.own"),
        /** Forks are asked for, and those of them handed over that are not wanted here, or by a greater bid. */
        YIELD("w.yield"),
        /** Forks are asked for that are all wanted here by lesser bids. */
        BLOCK("w.block"),
        /** All forks of their parts are owned: T0 for sessions that wait, and arrows keep some of them from T1. */
        T0("T0"),
        /** The same, and no arrow keeps any of them from T1: T0 and T1. */
        T0_T1("T0 T1"),
        /** A session elsewhere is tabled no more, and no session here does T1 by that. */
        UNDIRECTED("u.one"),
        /** The last arrow that kept a session from it has disappeared: T1. */
        T1("T1"),
        /** A session gives back what it has taken, or waits no more: T2. */
        T2("T2"),
        /** The same, and a session here does T1 by that. */
        T2_T1("T2 T1"),
        /** T0 tables no session that waits: a session that is not to wait would have to, and is not tabled. */
        T0_NOT("T0 not"),
        /** A session waits no more before it has been tabled. */
        WITHDRAW("w.withdraw"),
        /** The membership or a link has changed. */
        CHANGED("m.changed"),
        /** Too few processes are within reach: all that is taken is lost. */
        LOST("m.lost"),
        /** A session that has been lost is given back. */
        RELEASE_LOST("m.release"),
        /** The other end of a link says hello. */
        GREETED("m.greeted"),
        /** Another process is in a new generation. */
        NEWS("m.news"),
        /** Sessions are told that are tabled at another process, before its hello or its fork. */
        TOLD("m.told"),
        /** A message comes over a link that is there no more. */
        LATE("m.late"),
        /** A message comes back. */
        RETURNED("m.returned");

        private final String label;

        Rule(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /** The name in the catalogue. */
    public static final String NAME = "resources";

    /** The name of the invariant that T0 takes one round trip, where no other process wants the forks. */
    public static final String ALL_ASKED =
            "with a majority within reach, a session before T0 has asked for all forks that it needs and that are not here";

    private static final int MOST_BYTES = 8192;
    private static final int BYTES_OF_FENCE = 40;
    private static final int BYTES_BESIDE_NAME = 20;
    private static final int BYTES_BESIDE_SET = 64;
    private static final int BYTES_OF_PART = 16;

    /** With this number of forks asked for at another process, later requests and ends are told together. */
    private static final int MANY = 16;

    private final int quorum;
    private final long first;
    private final Parts parts;
    private final int most;
    private final int many;

    /**
     * The protocol of every process of a run, with as many parts as there can be.
     *
     * @param quorum with fewer processes within reach nothing is taken
     * @param first the generation in which each starts
     */
    public ResourceAllocation(int quorum, long first) {
        this(quorum, first, Parts.MOST, MOST_BYTES, MANY);
    }

    /**
     * The protocol of every process of a run.
     *
     * @param parts of the names, a power of 2
     */
    public ResourceAllocation(int quorum, long first, int parts) {
        this(quorum, first, parts, MOST_BYTES, MANY);
    }

    /**
     * The protocol of every process of a run.
     *
     * @param most so many bytes of sessions go into one message, or one session if it is greater than that; and as many
     *     of fences and of forks
     * @param many from this number of forks asked for at another process on, later requests are held; 1 or more
     */
    ResourceAllocation(int quorum, long first, int parts, int most, int many) {
        this.quorum = quorum;
        this.first = first;
        this.parts = new Parts(parts);
        this.most = most;
        this.many = many;
    }

    /** The parts of the names that a session takes. */
    final SortedSet<Integer> parts(SortedMap<String, Mode> modes) {
        return parts.of(modes);
    }

    /** The neighbours at the start have nothing tabled, and the forks shared with each lie at the lower of the two. */
    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        SortedMap<ProcessId, PeerState> peers = new TreeMap<>();
        for (ProcessId other : Sorted.ids(neighbours)) {
            peers.put(other, PeerState.UNLINKED.greet(self.compareTo(other) < 0, first, Sorted.map()));
        }
        return new State(
                self,
                first,
                Fence.NONE,
                0,
                Sorted.map(peers),
                Sorted.set(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map());
    }

    /** A step ends with what follows from the handler's part of it. */
    @Override
    public Step<State, Message, Grant> step(State before, Event<Message, ResourceSharing.Request> event) {
        Transition<State, Message, Grant> step = transition(before, event);
        if (step.state().reach() < quorum) {
            lose(step);
        }
        if (step.state().excluded()) {
            exclude(before, step);
        }
        if (exhausted(step.state())) {
            step.next(step.state().withGeneration(after(step.state().generation())));
        }
        greet(before, step);
        SortedSet<Integer> touched = touched(before, event, step.state());
        List<Take> ready = ready(event, touched, step.state());
        t0(ready, step);
        touched.addAll(free(ready));
        moveForks(touched, step);
        if (event instanceof Event.Received<Message, ?> received && received.message() instanceof Fork fork) {
            tellEnded(before, received.from().id(), fork, step);
        }
        if (event instanceof Event.Received<Message, ?> received && received.message() instanceof Request request) {
            yielded(received.from().id(), request, step);
        }
        return step.step();
    }

    /** The parts whose forks these sessions have kept here until their T0. */
    SortedSet<Integer> free(List<Take> done) {
        SortedSet<Integer> free = new TreeSet<>();
        done.forEach(take -> free.addAll(parts(take.modes())));
        return free;
    }

    /** The parts of which forks or sessions before T0 may have changed in this step: mostly those of the event. */
    private SortedSet<Integer> touched(State before, Event<Message, ResourceSharing.Request> event, State p) {
        SortedSet<Integer> touched = new TreeSet<>();
        if (event instanceof Event.Input<Message, ResourceSharing.Request> asked) {
            Optional.ofNullable(before.waiting().get(asked.input().ticket()))
                    .or(() -> Optional.ofNullable(p.waiting().get(asked.input().ticket())))
                    .ifPresent(waiting -> touched.addAll(parts(waiting.take().modes())));
            return touched;
        }
        if (event instanceof Event.Received<Message, ?> received) {
            if (received.message() instanceof Request request) {
                request.asks().forEach(ask -> touched.add(ask.part()));
                return touched;
            }
            if (received.message() instanceof Fork fork) {
                touched.addAll(fork.parts());
                fork.asks().forEach(ask -> touched.add(ask.part()));
                return touched;
            }
            if (received.message() instanceof Sessions || received.message() instanceof Undirected) {
                return touched;
            }
        }
        touched.addAll(p.wanted().keySet());
        p.peers().values().forEach(peer -> touched.addAll(peer.blocked().keySet()));
        return touched;
    }

    /** The sessions whose T0 this step makes possible, in the order of their bids. */
    private List<Take> ready(Event<Message, ResourceSharing.Request> event, SortedSet<Integer> touched, State p) {
        if (!wants(p) || !inGeneration(p)) {
            return List.of();
        }
        SortedMap<Long, Take> ready = new TreeMap<>();
        if (event instanceof Event.Input<Message, ResourceSharing.Request> asked) {
            // It does not make T0 possible for those that have waited before.
            Optional.ofNullable(p.waiting().get(asked.input().ticket()))
                    .filter(waiting -> touched.stream().allMatch(p::has))
                    .ifPresent(waiting -> ready.put(waiting.bid(), waiting.take()));
        } else {
            for (int part : touched) {
                if (p.wanted().containsKey(part) && p.has(part)) {
                    p.wanted().get(part).forEach((bid, ticket) -> {
                        Take take = p.waiting().get(ticket).take();
                        if (parts(take.modes()).stream().allMatch(p::has)) {
                            ready.put(bid, take);
                        }
                    });
                }
            }
        }
        return List.copyOf(ready.values());
    }

    /** Whether T0 needs a new generation, because the fences of this one would not be numbers any more. */
    private boolean exhausted(State p) {
        long next = p.next().grant();
        return wants(p) && next > 1 && next + p.waiting().size() - 1 > mostGrants();
    }

    /** The most fences of one generation. */
    long mostGrants() {
        return Fence.MOST_GRANTS;
    }

    // --- what the user asks

    @Override
    public Transition<State, Message, Grant> onInput(
            ResourceSharing.Request request, State p, Transition<State, Message, Grant> step) {
        if (request instanceof Take take) {
            return onTake(take, p, step);
        }
        return request instanceof Withdraw
                ? onWithdraw(request.ticket(), p, step)
                : onRelease(request.ticket(), p, step);
    }

    private Transition<State, Message, Grant> onTake(Take take, State p, Transition<State, Message, Grant> step) {
        step.require(
                !take.modes().isEmpty() && take.modes().keySet().stream().noneMatch(String::isBlank),
                "what is taken is at least one resource, each with a name");
        step.require(
                p.tabled(take.ticket()).isEmpty() && !p.waiting(take.ticket()), "each take has a ticket of its own");
        return step.by(WANT, p.wait(take, parts(take.modes())));
    }

    private Transition<State, Message, Grant> onRelease(long ticket, State p, Transition<State, Message, Grant> step) {
        Optional<Fence> fence = p.tabled(ticket);
        step.require(
                !p.waiting(ticket)
                        && fence.map(p.tabled()::get).map(PendingRequest::taken).orElse(true),
                "what is given back has been taken");
        if (fence.isEmpty()) {
            return step.by(RELEASE_LOST);
        }
        t2(fence.get(), step.by(T2));
        return step;
    }

    /** A session gives up, or gives back, whatever has become of it. */
    private Transition<State, Message, Grant> onWithdraw(long ticket, State p, Transition<State, Message, Grant> step) {
        step.tell(new Grant.Withdrawn(ticket));
        if (p.waiting(ticket)) {
            return step.by(
                    WITHDRAW,
                    p.waitNoMore(ticket, parts(p.waiting().get(ticket).take().modes())));
        }
        step.by(RELEASE_LOST);
        p.tabled(ticket).ifPresent(fence -> withdraw(fence, step.by(T2)));
        return step;
    }

    /** A tabled session gives up, or gives back. */
    void withdraw(Fence fence, Transition<State, Message, Grant> step) {
        t2(fence, step);
    }

    // --- sessions

    /** T0 for these sessions; one that is not to wait is tabled only if T1 can follow at once. */
    private void t0(List<Take> ready, Transition<State, Message, Grant> step) {
        if (!ready.isEmpty()) {
            step.by(T0_T1);
        }
        for (Take take : ready) {
            State p = directing(take.modes(), step.state().waitNoMore(take.ticket(), parts(take.modes())));
            PendingRequest session = new PendingRequest(take.ticket(), take.modes(), p.hasRoom(take.modes()));
            if (tables(take, session)) {
                Fence fence = fence(take.modes(), p);
                step.next(p.table(session, fence));
                if (session.taken()) {
                    step.tell(session.granted(fence));
                } else {
                    step.by(T0);
                }
            } else {
                step.next(p).by(step.rule() == T0 ? T0 : T0_NOT).tell(new Grant.NotFree(take.ticket()));
            }
        }
    }

    /** The fence of a session that does T0 now: greater than all that are known, whatever they take. */
    Fence fence(SortedMap<String, Mode> modes, State p) {
        return p.next();
    }

    /** Whether T0 tables this session. */
    boolean tables(Take take, PendingRequest session) {
        return session.taken() || take.waits();
    }

    /** The state in whose queues T0 of a session that takes these finds all sessions to which it directs an arrow. */
    State directing(SortedMap<String, Mode> modes, State p) {
        return p;
    }

    /** Whether two sessions may conflict at a resource. */
    static boolean mayConflict(SortedMap<String, Mode> some, SortedMap<String, Mode> others) {
        return some.entrySet().stream().anyMatch(each -> {
            Mode other = others.get(each.getKey());
            return other != null && each.getValue().mayConflict(other);
        });
    }

    /** T2: the session is tabled no more, and the processes that know that it was are told. */
    private void t2(Fence fence, Transition<State, Message, Grant> step) {
        State p = step.state();
        SortedMap<String, Mode> modes = p.tabled().get(fence).modes();
        step.next(p.untable(fence));
        for (ProcessId other : p.peers().keySet()) {
            if (!step.state().defers(other, fence, modes, parts(modes), many)) {
                tellEnded(other, step);
            }
        }
        disappear(p, modes, step);
    }

    /** Tells another process of all sessions that are tabled no more, and of which it has not been told. */
    private void tellEnded(ProcessId other, Transition<State, Message, Grant> step) {
        PeerState peer = step.state().peers().get(other);
        if (!peer.ended().isEmpty()) {
            Asked asked = peer.asked();
            if (!asked.parts().isEmpty()) {
                for (SortedMap<String, Mode> modes : peer.ended().values()) {
                    for (int part : parts(modes)) {
                        asked = asked.speak(part);
                    }
                }
            }
            Asked spoken = asked;
            step.next(step.state()
                            .withPeer(
                                    other,
                                    it -> it.with(next -> next.ended(Sorted.map())
                                            .asked(spoken)
                                            .spoken(!spoken.parts().isEmpty()))))
                    .send(other, new Undirected(lastEnded(other, peer, step)));
        }
    }

    /** Tells a process whose forks have come of ends that have waited for that. */
    private void tellEnded(State before, ProcessId other, Fork fork, Transition<State, Message, Grant> step) {
        PeerState peer = before.peers().get(other);
        if (step.state().linked(other)
                && peer != null
                && (peer.spoken() || fork.parts().stream().anyMatch(peer.asked()::spoken))) {
            tellEnded(other, step);
        }
    }

    /**
     * No arrow leads any more to a session that was in the queues of these resources. T1 for each session that has room
     * for its resources by that.
     */
    private void disappear(State before, SortedMap<String, Mode> modes, Transition<State, Message, Grant> step) {
        for (Fence fence : admittedSince(before, modes, step.state())) {
            State p = step.state();
            PendingRequest session = p.tabled().get(fence);
            if (session != null && !session.taken() && p.admits(fence, session.modes())) {
                step.next(p.withTabled(Sorted.with(p.tabled(), fence, session.withTaken(true))))
                        .by(step.rule() == T2 || step.rule() == T2_T1 ? T2_T1 : T1)
                        .tell(session.granted(fence));
            }
        }
    }

    /** The known sessions that one of these resources has room for, and had not before. */
    private static SortedSet<Fence> admittedSince(State before, SortedMap<String, Mode> modes, State p) {
        return Sorted.set(modes.keySet().stream()
                .flatMap(resource -> p.queue(resource).admittedSince(before.queue(resource)).stream())
                .toList());
    }

    /**
     * Without a quorum within reach nothing is taken: what was is lost, sessions that wait have to do T0 again, and
     * those that are not to wait have ended.
     */
    private void lose(Transition<State, Message, Grant> step) {
        State p = step.state();
        if (!p.tabled().isEmpty()
                || !p.waiting().values().stream().map(Waiting::take).allMatch(Take::waits)) {
            loseAll(p, step);
        }
        p.peers().keySet().forEach(other -> tellEnded(other, step));
    }

    private void loseAll(State p, Transition<State, Message, Grant> step) {
        List<Take> again = new ArrayList<>();
        State left = p;
        for (Map.Entry<Fence, PendingRequest> each : p.tabled().entrySet()) {
            PendingRequest session = each.getValue();
            if (session.taken()) {
                step.by(LOST).tell(new Grant.Lost(session.ticket(), each.getKey()));
            } else {
                again.add(new Take(session.ticket(), session.modes()));
            }
            left = left.untable(each.getKey());
        }
        for (Waiting waiting : p.waiting().values()) {
            Take take = waiting.take();
            if (!take.waits()) {
                left = left.waitNoMore(take.ticket(), parts(take.modes()));
                step.tell(new Grant.NotFree(take.ticket()));
            }
        }
        step.next(left);
        waitAgain(again, step);
    }

    /** These sessions are before T0 again. */
    private void waitAgain(List<Take> again, Transition<State, Message, Grant> step) {
        again.forEach(take -> step.next(step.state().wait(take, parts(take.modes()))));
    }

    /** Nothing that waits will be taken, here or later: the user is told once, and whenever it asks again. */
    private static void exclude(State before, Transition<State, Message, Grant> step) {
        State p = step.state();
        if (!before.excluded() || !p.waiting().isEmpty()) {
            SortedMap<Long, Fence> tabled = Sorted.only(p.tickets(), ticket -> !p.waiting(ticket));
            step.next(p.with(next ->
                            next.waiting(Sorted.map()).wanted(Sorted.map()).tickets(tabled)))
                    .tell(new Grant.Excluded());
        }
    }

    // --- forks of the first stage

    private boolean wants(State p) {
        return !p.waiting().isEmpty() && p.reach() >= quorum;
    }

    /** Whether all others are in the same generation at least: a process does no T0 before. */
    boolean inGeneration(State p) {
        return p.peers().values().stream().allMatch(peer -> peer.generation() >= p.generation());
    }

    /**
     * Whether the fork of a part stays here until the next T0 that needs it, although the other process has asked for
     * it by this bid.
     */
    boolean keeps(ProcessId other, int part, long bid, State p) {
        long least = wants(p) ? p.bid(part).orElse(Long.MAX_VALUE) : Long.MAX_VALUE;
        return least < bid || least == bid && p.self().compareTo(other) < 0;
    }

    /** Hands over what others have asked for, unless it stays here, and asks for what is missing. */
    private void moveForks(SortedSet<Integer> touched, Transition<State, Message, Grant> step) {
        for (ProcessId other : step.state().peers().keySet()) {
            PeerState peer = step.state().peers().get(other);
            if (peer.greeted() && !(touched.isEmpty() && peer.held().isEmpty())) {
                List<Integer> given = handedOver(other, touched, step.state());
                for (int part : given) {
                    step.next(step.state().withPeer(other, it -> it.go(part)));
                }
                List<Ask> asks = asks(other, touched, !given.isEmpty(), step);
                for (Ask ask : asks) {
                    step.next(step.state()
                            .withPeer(other, it -> it.withAsked(it.asked().with(ask))));
                }
                send(other, given, asks, step);
            }
        }
    }

    /** The parts of which the forks are handed over. */
    private List<Integer> handedOver(ProcessId other, SortedSet<Integer> touched, State p) {
        SortedMap<Integer, Long> blocked = p.peers().get(other).blocked();
        List<Integer> given = new ArrayList<>();
        if (!blocked.isEmpty()) {
            for (int part : touched) {
                Long bid = blocked.get(part);
                if (bid != null && !keeps(other, part, bid, p)) {
                    given.add(part);
                }
            }
        }
        return given;
    }

    /**
     * What is asked for now: forks that are wanted, are not here, and have not been asked for. What is held is asked
     * for with the next fork that comes or goes.
     */
    List<Ask> asks(ProcessId other, SortedSet<Integer> touched, boolean gives, Transition<State, Message, Grant> step) {
        State p = step.state();
        PeerState peer = p.peers().get(other);
        boolean all = gives || peer.asked().answered() || peer.asked().parts().isEmpty();
        SortedSet<Integer> some = touched;
        if (all && !peer.held().isEmpty()) {
            some = Sorted.union(touched, peer.held().all());
            step.next(p.withPeer(other, it -> it.withHeld(Parts.PartSet.EMPTY)));
        }
        List<Ask> asks = new ArrayList<>();
        Parts.PartSet held = step.state().peers().get(other).held();
        for (int part : wants(p) ? some : Sorted.<Integer>set()) {
            OptionalLong bid = p.bid(part);
            if (bid.isPresent() && peer.lacks(part)) {
                if (all || !holds(bid.getAsLong(), peer.asked())) {
                    asks.add(new Ask(part, bid.getAsLong()));
                    held = held.contains(part) ? held.toggled(part) : held;
                } else if (!held.contains(part)) {
                    held = held.toggled(part);
                }
            }
        }
        Parts.PartSet left = held;
        if (!left.equals(step.state().peers().get(other).held())) {
            step.next(step.state().withPeer(other, it -> it.withHeld(left)));
        }
        return asks;
    }

    /** Whether a request by this bid waits for the next fork. */
    boolean holds(long bid, Asked asked) {
        return asked.holds(bid, many);
    }

    /**
     * Sends forks, with what the other process has not been told, and requests: if few, in one message. A fork is not
     * asked back before it has been sent.
     */
    private void send(ProcessId other, List<Integer> given, List<Ask> asks, Transition<State, Message, Grant> step) {
        int room = Math.max(1, most / BYTES_OF_PART);
        List<List<Ask>> requests = portions(asks, room);
        List<List<Integer>> forks = portions(given, room);
        for (int each = 0; each < forks.size(); each++) {
            State p = step.state();
            boolean last = each == forks.size() - 1;
            Fork fork = new Fork(
                    forks.get(each),
                    p.latest(),
                    lastPart(other, p.untold(other), step),
                    lastEnded(other, p.peers().get(other), step),
                    last && !requests.isEmpty() ? requests.get(0) : List.of());
            step.next(p.withPeer(other, it -> it.withEnded(Sorted.map())).told(other, true))
                    .send(other, fork);
        }
        requests.stream().skip(forks.isEmpty() ? 0 : 1).forEach(some -> step.send(other, new Request(some)));
    }

    private static <T> List<List<T>> portions(List<T> all, int room) {
        List<List<T>> portions = new ArrayList<>();
        for (int from = 0; from < all.size(); from += room) {
            portions.add(List.copyOf(all.subList(from, Math.min(all.size(), from + room))));
        }
        return portions;
    }

    /** Tells of these sessions, as many in each message as it holds, but for the last of them. */
    private List<Tabled> lastPart(ProcessId other, List<Tabled> tabled, Transition<State, Message, Grant> step) {
        List<Tabled> part = new ArrayList<>();
        long bytes = 0;
        for (Tabled each : tabled) {
            long more = BYTES_BESIDE_SET;
            for (String resource : each.modes().keySet()) {
                more += resource.getBytes(StandardCharsets.UTF_8).length + BYTES_BESIDE_NAME;
            }
            if (!part.isEmpty() && bytes + more > most) {
                step.send(other, new Sessions(List.copyOf(part)));
                part.clear();
                bytes = 0;
            }
            part.add(each);
            bytes += more;
        }
        return List.copyOf(part);
    }

    /** Tells of ended sessions, as many in each message as it holds, but for the last of them. */
    private List<Fence> lastEnded(ProcessId other, PeerState peer, Transition<State, Message, Grant> step) {
        List<Fence> ended = List.copyOf(peer.ended().keySet());
        int room = Math.max(1, most / BYTES_OF_FENCE);
        int from = 0;
        for (; ended.size() - from > room; from += room) {
            step.send(other, new Undirected(ended.subList(from, from + room)));
        }
        return ended.subList(from, ended.size());
    }

    // --- what others say

    @Override
    public Transition<State, Message, Grant> onMessage(
            Neighbour neighbour, Message message, State p, Transition<State, Message, Grant> step) {
        ProcessId from = neighbour.id();
        if (!p.linked(from)) {
            return late(from, message, p, step.by(LATE));
        }
        PeerState peer = p.peers().get(from);
        if (message instanceof Hello hello) {
            return onHello(from, hello, step.by(GREETED));
        }
        if (message instanceof News news) {
            hear(news.generation(), news.departed(), step.by(NEWS));
            return step.state().departed().contains(from)
                    ? step
                    : step.next(step.state()
                            .withPeer(from, it -> it.withGeneration(Math.max(it.generation(), news.generation()))));
        }
        if (message instanceof Request request) {
            asked(from, request.asks(), step.by(BLOCK));
            return step;
        }
        if (message instanceof Sessions part) {
            hear(from, part.tabled(), step.by(TOLD));
            return step;
        }
        if (message instanceof Fork fork) {
            step.require(
                    peer.asked().parts().keySet().containsAll(fork.parts()),
                    "a fork comes to a process that has asked for it");
            undirected(from, fork.ended(), step.by(OWN));
            hear(from, fork.tabled(), step);
            for (int part : fork.parts()) {
                step.next(step.state().withPeer(from, it -> it.come(part)));
            }
            step.next(step.state().withPeer(from, it -> it.withSpoken(false)));
            step.next(step.state().withLatest(step.state().latest().max(fork.latest())));
            asked(from, fork.asks(), step);
            return step;
        }
        undirected(from, ((Undirected) message).fences(), step.by(UNDIRECTED));
        return step;
    }

    /**
     * A message comes over a link that is there no more, or from a process of which others say that it has departed. If
     * that says hello it is told so; and it may say the same of this process.
     */
    private Transition<State, Message, Grant> late(
            ProcessId from, Message message, State p, Transition<State, Message, Grant> step) {
        boolean excludes = message instanceof News news && news.departed().contains(p.self())
                || message instanceof Hello hello && hello.departed().contains(p.self());
        if (p.departed().contains(from) && excludes) {
            depart(p.self(), step);
        }
        return p.departed().contains(from) && message instanceof Hello
                ? step.send(from, new News(p.generation(), p.departed()))
                : step;
    }

    /** The other process asks for forks, which lie here; the step ends with what becomes of that. */
    private static void asked(ProcessId other, List<Ask> asks, Transition<State, Message, Grant> step) {
        for (Ask ask : asks) {
            State p = step.state();
            step.require(p.peers().get(other).has(ask.part()), "a fork is asked for where it lies");
            step.next(p.withClock(Math.max(p.clock(), ask.bid()))
                    .withPeer(other, it -> it.withBlocked(Sorted.with(it.blocked(), ask.part(), ask.bid()))));
        }
    }

    /** A request has been answered by some forks, or by none. */
    private static void yielded(ProcessId other, Request request, Transition<State, Message, Grant> step) {
        PeerState peer = step.state().peers().get(other);
        if (step.rule() == BLOCK
                && request.asks().stream().anyMatch(ask -> !peer.blocked().containsKey(ask.part()))) {
            step.by(YIELD);
        }
    }

    /** These sessions are tabled at another process. */
    void hear(ProcessId other, List<Tabled> tabled, Transition<State, Message, Grant> step) {
        for (Tabled each : tabled) {
            State p = step.state();
            boolean greeted = p.peers().get(other).greeted();
            State next = p.withPeer(
                    other,
                    it -> greeted
                            ? it.withTabled(Sorted.with(it.tabled(), each.fence(), each.modes()))
                            : it.withComing(Sorted.with(it.coming(), each.fence(), each.modes())));
            step.next(greeted ? next.queued(other, each.fence(), each.modes()) : next);
        }
    }

    private Transition<State, Message, Grant> onHello(
            ProcessId from, Hello hello, Transition<State, Message, Grant> step) {
        hear(hello.generation(), hello.departed(), step);
        if (step.state().departed().contains(from)) {
            return step;
        }
        meet(hello.there(), step);
        hear(from, hello.tabled(), step);
        SortedMap<Fence, SortedMap<String, Mode>> tabled =
                step.state().peers().get(from).coming();
        forget(step.state().peers().get(from), tabled.keySet(), step);
        State p = step.state();
        boolean lower = p.self().compareTo(from) < 0;
        State next = p.withPeer(from, peer -> peer.greet(lower, hello.generation(), tabled))
                .withLatest(p.latest().max(hello.latest()));
        for (Map.Entry<Fence, SortedMap<String, Mode>> each : tabled.entrySet()) {
            next = next.queued(from, each.getKey(), each.getValue());
        }
        return step.next(next);
    }

    /** These sessions are tabled at another process no more. */
    private void undirected(ProcessId other, List<Fence> fences, Transition<State, Message, Grant> step) {
        for (Fence fence : fences) {
            State p = step.state();
            SortedMap<String, Mode> modes = p.peers().get(other).tabled().get(fence);
            step.require(modes != null, "what becomes undirected is known to be tabled");
            step.next(p.withPeer(other, peer -> peer.withTabled(Sorted.without(peer.tabled(), fence)))
                    .unqueued(fence, modes));
            disappear(p, modes, step);
        }
    }

    /** Arrows to sessions of another process that are tabled no more disappear: to all but these. */
    void forget(PeerState peer, Set<Fence> now, Transition<State, Message, Grant> step) {
        peer.tabled().forEach((fence, modes) -> {
            if (!now.contains(fence)) {
                State p = step.state();
                step.next(p.unqueued(fence, modes));
                disappear(p, modes, step);
            }
        });
    }

    @Override
    public Transition<State, Message, Grant> onUndeliverable(
            Neighbour to, Message message, State p, Transition<State, Message, Grant> step) {
        return step.by(RETURNED);
    }

    // --- membership and generations

    @Override
    public Transition<State, Message, Grant> onNeighboursChanged(
            Neighbours neighbours, SortedSet<ProcessId> departed, State p, Transition<State, Message, Grant> step) {
        step.by(CHANGED);
        departed.forEach(other -> depart(other, step));
        SortedSet<ProcessId> present =
                Sorted.without(Sorted.ids(neighbours), step.state().departed());
        for (ProcessId other : Sorted.union(present, step.state().peers().keySet())) {
            State now = step.state();
            if (now.linked(other) && !present.contains(other)) {
                step.next(now.withPeer(other, PeerState::unlink).told(other, false));
            } else if (!now.linked(other) && present.contains(other)) {
                step.next(now.withPeer(other, it -> it.unlink().withLinked(true)));
            }
        }
        return step;
    }

    /**
     * The sessions and forks of a process that has departed are gone, and T0's from now on are of a greater generation.
     */
    private void depart(ProcessId other, Transition<State, Message, Grant> step) {
        State p = step.state();
        if (p.departed().contains(other)) {
            return;
        }
        step.next(p.withDeparted(Sorted.with(p.departed(), other)));
        PeerState peer = p.peers().get(other);
        if (peer != null) {
            step.next(step.state()
                    .withPeers(Sorted.without(p.peers(), other))
                    .told(other, false)
                    .withGeneration(after(p.generation())));
            again(other, peer, step);
        }
    }

    /**
     * A session that waits for one of a departed process does T0 again, in the new generation: the departed process may
     * be alive, and have what both want. A session that has taken its resources beside one of a departed process keeps
     * them.
     */
    void again(ProcessId other, PeerState departed, Transition<State, Message, Grant> step) {
        List<Take> again = new ArrayList<>();
        for (Fence fence : step.state().tabled().keySet()) {
            State p = step.state();
            PendingRequest session = p.tabled().get(fence);
            if (!session.taken() && p.awaits(other, fence, session.modes())) {
                t2(fence, step);
                again.add(new Take(session.ticket(), session.modes()));
            }
        }
        waitAgain(again, step);
        // Until here they have left no room. No arrow leads to them any more but from sessions that have taken theirs.
        departed.tabled().forEach((fence, modes) -> step.next(step.state().unqueued(fence, modes)));
    }

    /**
     * Another process is in this generation, and knows these to have departed. Its generation does not count a
     * departure that only this process knows of. Those to which there are links may live, and are told.
     */
    private void hear(long generation, SortedSet<ProcessId> gone, Transition<State, Message, Grant> step) {
        boolean behind = !gone.containsAll(step.state().departed());
        SortedSet<ProcessId> linked = Sorted.only(gone, step.state()::linked);
        gone.forEach(other -> depart(other, step));
        State p = step.state();
        State next = p.withGeneration(Math.max(p.generation(), behind ? after(generation) : generation));
        step.next(next);
        if (tells()) {
            step.sendEach(linked, new News(next.generation(), next.departed()));
        }
    }

    /** Whether a process is told that this one takes it for departed because others say so. */
    boolean tells() {
        return true;
    }

    /** The generation that follows when a process has departed. */
    long after(long generation) {
        return generation + 1;
    }

    /** These are there according to another process. */
    void meet(SortedSet<ProcessId> there, Transition<State, Message, Grant> step) {
        for (ProcessId other : Sorted.without(there, step.state().departed())) {
            State p = step.state();
            if (!other.equals(p.self())) {
                step.next(p.withPeer(other, peer -> peer));
            }
        }
    }

    /** Says hello over each link that has come up in this step, and a new generation over all others. */
    private void greet(State before, Transition<State, Message, Grant> step) {
        SortedSet<ProcessId> linked = Sorted.set();
        for (ProcessId other : step.state().peers().keySet()) {
            State p = step.state();
            if (p.linked(other) && !before.linked(other)) {
                List<Tabled> part = lastPart(other, p.untold(other), step);
                step.next(p.told(other, true))
                        .send(
                                other,
                                new Hello(
                                        p.generation(),
                                        Sorted.set(p.peers().keySet()),
                                        p.departed(),
                                        p.latest(),
                                        part));
            } else if (p.linked(other)) {
                linked = Sorted.with(linked, other);
            }
        }
        State p = step.state();
        if (p.generation() > before.generation()) {
            step.sendEach(linked, new News(p.generation(), p.departed()));
        }
    }

    /** The catalogue entry; subclasses have other users. */
    public static class Entry extends Algorithm<State, Message, User, ResourceSharing.Request, Grant> {

        /** The generation in which a run starts that has no former lives. */
        static final long FIRST = 1;

        private static final ResourceSharing OF_TWO =
                new ResourceSharing(List.of(Set.of("a"), Set.of("b"), Set.of("a", "b")), 1);

        /** With users who take either of two resources, or both. */
        public Entry() {
            this(OF_TWO);
        }

        /** With other users, who wait for what they take exclusively. */
        public Entry(ResourceSharing problem) {
            this(problem, Parts.MOST);
        }

        /** With other users, who wait for what they take exclusively, and this number of parts. */
        Entry(ResourceSharing problem, int parts) {
            this(NAME, problem, parts, ResourceAllocationChecks::variants, Set.of(T0_NOT, WITHDRAW), Set.of(OWN));
        }

        Entry(
                String name,
                ResourceSharing problem,
                int parts,
                Function<Start, Variants<State, Message, ResourceSharing.Request, Grant>> variants,
                Set<Rule> unreachable,
                Set<Rule> unreachableByTwo) {
            super(new Algorithm.Descriptor<State, Message, User, ResourceSharing.Request, Grant>(
                            name, problem, Message.class)
                    .source("E. W. Dijkstra and C. S. Scholten, Distributed Arbitration, section 5,"
                            + " with sessions for philosophers")
                    .topologies(Shape.COMPLETE)
                    .tolerates(MembershipTolerance.ANY_CHANGE)
                    .anyNumbers()
                    .channels(Channels.FIFO)
                    .cost("0 to 3(n-1) for each set taken: a request and a fork for each that lies elsewhere,"
                            + " and the end told to each who has fetched one since")
                    .assumptions("a link that fails recovers, or one of its ends departs;"
                            + " any two quorums have a process in common")
                    .protocol(start -> new ResourceAllocation(start.quorum(), FIRST, parts))
                    .withDynamicMembership(
                            (start, generation) -> new ResourceAllocation(start.quorum(), generation + 1, parts))
                    .invariants(ResourceAllocationChecks.invariants())
                    .underFalseDeparture("in one generation no resource is taken beyond its capacity, and fences grow")
                    .invariantsUnderSuspicion(ResourceAllocationChecks.underSuspicion())
                    .variants(variants)
                    .unreachable(unreachable)
                    .unreachable(T2_T1, CHANGED, LOST, RELEASE_LOST, GREETED, NEWS, TOLD, LATE, RETURNED)
                    .unreachable(2, unreachableByTwo.toArray(Rule[]::new))
                    .reachableAlone(T0_T1, T2));
        }
    }

    /** The catalogue entry with users who take a resource shared or exclusively, and may withdraw. */
    public static final class SharedEntry extends Entry {

        /** With readers and writers of one resource. */
        public SharedEntry() {
            super(
                    NAME + "-shared",
                    new ResourceSharing(List.of(of("a", Mode.SHARED, true), of("a", Mode.EXCLUSIVE, true)), 1, true),
                    Parts.MOST,
                    ResourceModeChecks::shared,
                    Set.of(T0_NOT),
                    Set.of());
        }
    }

    /** The catalogue entry with users who take one of two permits, if there is one at once, or both. */
    public static final class PermitsEntry extends Entry {

        /** With a resource of two permits. */
        public PermitsEntry() {
            super(
                    NAME + "-permits",
                    new ResourceSharing(
                            List.of(
                                    of("a", Mode.permits(1, 2), true),
                                    of("a", Mode.permits(1, 2), false),
                                    of("a", Mode.permits(2, 2), true)),
                            1,
                            false),
                    Parts.MOST,
                    ResourceModeChecks::permits,
                    Set.of(WITHDRAW),
                    Set.of(OWN));
        }
    }

    private static Choice of(String resource, Mode mode, boolean waits) {
        return new Choice(Sorted.with(Sorted.map(), resource, mode), waits);
    }
}
