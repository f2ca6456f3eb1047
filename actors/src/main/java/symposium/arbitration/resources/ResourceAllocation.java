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
     * The sender is ready to grab the fork of the first stage.
     *
     * @param bid the lesser goes first
     */
    public record Request(long bid) implements Message {}

    /**
     * Tabled sessions of the sender, where one message may not carry all: those of a {@link Hello} or {@link Fork} that
     * follows.
     *
     * @param tabled in the order of their fences
     */
    public record Sessions(List<Tabled> tabled) implements Message {}

    /**
     * The fork of the first stage goes to the recipient, which is ready to grab it.
     *
     * @param latest the greatest fence that the sender knows
     * @param tabled the sender's tabled sessions that the recipient has not been told of, in the order of their fences
     * @param ended the sender's sessions that are tabled no more, as in {@link Undirected}
     * @param bid as in a {@link Request}, if the sender wants the fork back
     */
    public record Fork(Fence latest, List<Tabled> tabled, List<Fence> ended, OptionalLong bid) implements Message {
        @Override
        public String print() {
            return "fork" + (latest.equals(Fence.NONE) ? "" : " " + latest) + unlessEmpty("tabled", tabled)
                    + unlessEmpty("ended", ended)
                    + (bid.isEmpty() ? "" : " back " + bid.getAsLong());
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

    private static String unlessEmpty(String name, Collection<?> some) {
        return some.isEmpty() ? "" : " " + name + " " + some;
    }

    /**
     * Another process, as far as this one knows it.
     *
     * @param linked whether there is a link to it
     * @param greeted whether it has said hello since the link came up
     * @param fork whether the fork of the first stage lies here
     * @param asked whether the fork has been asked for
     * @param blocked whether the other process has asked for the fork, and not got it
     * @param generation the greatest in which the other process is known to be
     * @param told the greatest fence of a session here of which the other process knows that it is tabled; it knows of
     *     all with lesser fences
     * @param tabled what the sessions take that are tabled there, as far as known, by their fences
     * @param coming what sessions take of which the other process has told before its hello
     * @param ended what sessions here took that are tabled no more, for the other process to be told, by their fences
     * @param spoken whether the other process has been told of ended sessions since it has been asked for the fork
     */
    @RecordBuilder
    public record PeerState(
            boolean linked,
            boolean greeted,
            boolean fork,
            boolean asked,
            boolean blocked,
            long generation,
            Fence told,
            SortedMap<Fence, SortedMap<String, Mode>> tabled,
            SortedMap<Fence, SortedMap<String, Mode>> coming,
            SortedMap<Fence, SortedMap<String, Mode>> ended,
            boolean spoken)
            implements ResourceAllocationPeerStateBuilder.With {

        static final PeerState UNLINKED = new PeerState(
                false, false, false, false, false, 0, Fence.NONE, Sorted.map(), Sorted.map(), Sorted.map(), false);

        PeerState unlink() {
            return UNLINKED.withTabled(tabled);
        }

        PeerState greet(boolean forkHere, long in, SortedMap<Fence, SortedMap<String, Mode>> there) {
            return new PeerState(
                    true, true, forkHere, false, false, in, told, there, Sorted.map(), Sorted.map(), false);
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
     * A process with the sessions of its user.
     *
     * @param self its name
     * @param generation in which it numbers its T0's: greater than those of all processes that it knows to have
     *     departed
     * @param latest the greatest fence that it knows
     * @param clock the greatest bid that it knows
     * @param bid that of the sessions before T0; 0 if there are none, or too few processes are within reach
     * @param peers all other processes that are there, as far as it knows
     * @param departed all processes that it knows to have departed
     * @param waiting the sessions before T0, by their tickets, which grow in the order of asking
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
            long bid,
            SortedMap<ProcessId, PeerState> peers,
            SortedSet<ProcessId> departed,
            SortedMap<Long, Take> waiting,
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

        /** The first of the others whose fork is missing. */
        Optional<ProcessId> missing() {
            return peers.keySet().stream()
                    .filter(other -> !peers.get(other).fork())
                    .findFirst();
        }

        /** The fence of the session with this ticket, if there is one after T0. */
        Optional<Fence> tabled(long ticket) {
            return Optional.ofNullable(tickets.get(ticket)).filter(fence -> !fence.equals(Fence.NONE));
        }

        boolean waiting(long ticket) {
            return Fence.NONE.equals(tickets.get(ticket));
        }

        /** These sessions and no others are before T0. */
        State waitingFor(List<Take> takes) {
            SortedMap<Long, Fence> all = tickets;
            SortedMap<Long, Take> left = Sorted.map();
            for (long ticket : waiting.keySet()) {
                all = waiting(ticket) ? Sorted.without(all, ticket) : all;
            }
            for (Take take : takes) {
                all = Sorted.with(all, take.ticket(), Fence.NONE);
                left = Sorted.with(left, take.ticket(), take);
            }
            SortedMap<Long, Fence> now = all;
            SortedMap<Long, Take> waits = left;
            return with(next -> next.waiting(waits).tickets(now));
        }

        /** The session is tabled, under the next fence. */
        State table(PendingRequest session) {
            Fence fence = next();
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
         * Whether another process may hear later that the session is tabled no more. With the fork here, no arrow leads
         * to the session from there unless this process knows of it, and the next fork tells. With the fork asked for,
         * one message tells at once, and the others wait for the fork.
         */
        boolean defers(ProcessId other, Fence fence, SortedMap<String, Mode> modes) {
            PeerState peer = peers.get(other);
            return peer.fork()
                    ? modes.entrySet().stream()
                            .noneMatch(each -> queue(each.getKey()).arrowFrom(other, fence, each.getValue()))
                    : peer.asked() && peer.spoken();
        }
    }

    /** T0, T1 and T2 of section 5 for sessions, and what it takes to make the T0's exclude each other. */
    public enum Rule implements symposium.kernel.Rule {
        /** A session wants to be tabled: forks are asked for, or have been. */
        WANT("w.ask"),
        /** A fork comes; another is missing, or no session waits any more. */
        OWN("w.own"),
        /** A fork is asked for that is not wanted here, or wanted by a greater bid, and handed over. */
        YIELD("w.yield"),
        /** A fork is asked for that is wanted here by a lesser bid. */
        BLOCK("w.block"),
        /** All forks are owned: T0 for every session that waits, and arrows keep some of them from T1. */
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

    private static final int MOST_BYTES = 8192;
    private static final int BYTES_OF_FENCE = 40;
    private static final int BYTES_BESIDE_NAME = 20;
    private static final int BYTES_BESIDE_SET = 64;

    private final int quorum;
    private final long first;
    private final int most;

    /**
     * The protocol of every process of a run.
     *
     * @param quorum with fewer processes within reach nothing is taken
     * @param first the generation in which each starts
     */
    public ResourceAllocation(int quorum, long first) {
        this(quorum, first, MOST_BYTES);
    }

    /**
     * The protocol of every process of a run.
     *
     * @param most so many bytes of sessions go into one message, or one session if it is greater than that; and as many
     *     of fences
     */
    ResourceAllocation(int quorum, long first, int most) {
        this.quorum = quorum;
        this.first = first;
        this.most = most;
    }

    /** The neighbours at the start have nothing tabled, and the fork shared with each lies at the lower of the two. */
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
                0,
                Sorted.map(peers),
                Sorted.set(),
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
        if (wants(step.state()) && ready(step.state())) {
            t0(step);
        }
        bid(step);
        handOver(step);
        ask(step);
        tellEnded(before, step);
        return step.step();
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

    private static Transition<State, Message, Grant> onTake(
            Take take, State p, Transition<State, Message, Grant> step) {
        step.require(
                !take.modes().isEmpty() && take.modes().keySet().stream().noneMatch(String::isBlank),
                "what is taken is at least one resource, each with a name");
        step.require(
                p.tabled(take.ticket()).isEmpty() && !p.waiting(take.ticket()), "each take has a ticket of its own");
        return step.by(WANT, p.with(next -> next.waiting(Sorted.with(p.waiting(), take.ticket(), take))
                .tickets(Sorted.with(p.tickets(), take.ticket(), Fence.NONE))));
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
            return step.by(WITHDRAW, p.with(next -> next.waiting(Sorted.without(p.waiting(), ticket))
                    .tickets(Sorted.without(p.tickets(), ticket))));
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

    /** T0 for every session that waits; one that is not to wait is tabled only if T1 can follow at once. */
    private void t0(Transition<State, Message, Grant> step) {
        step.by(T0_T1);
        for (Take take : step.state().waiting().values()) {
            State p = directing(take.modes(), step.state());
            PendingRequest session = new PendingRequest(take.ticket(), take.modes(), p.hasRoom(take.modes()));
            if (tables(take, session)) {
                step.next(p.table(session));
                if (session.taken()) {
                    step.tell(session.granted(step.state().latest()));
                } else {
                    step.by(T0);
                }
            } else {
                step.by(step.rule() == T0 ? T0 : T0_NOT).tell(new Grant.NotFree(take.ticket()));
            }
        }
        step.next(step.state().waitingFor(List.of()));
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
            if (!step.state().defers(other, fence, modes)) {
                tellEnded(other, step);
            }
        }
        disappear(p, modes, step);
    }

    /** Tells another process of all sessions that are tabled no more, and of which it has not been told. */
    private void tellEnded(ProcessId other, Transition<State, Message, Grant> step) {
        PeerState peer = step.state().peers().get(other);
        if (!peer.ended().isEmpty()) {
            step.next(step.state()
                            .withPeer(
                                    other,
                                    it -> it.with(
                                            next -> next.ended(Sorted.map()).spoken(peer.asked()))))
                    .send(other, new Undirected(lastEnded(other, peer, step)));
        }
    }

    /** Tells processes whose forks have come in this step, and are still here. */
    private void tellEnded(State before, Transition<State, Message, Grant> step) {
        step.state().peers().forEach((other, peer) -> {
            if (peer.fork()
                    && before.peers().containsKey(other)
                    && before.peers().get(other).asked()) {
                tellEnded(other, step);
            }
        });
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
        if (!p.tabled().isEmpty() || !p.waiting().values().stream().allMatch(Take::waits)) {
            loseAll(p, step);
        }
        p.peers().keySet().forEach(other -> tellEnded(other, step));
    }

    private static void loseAll(State p, Transition<State, Message, Grant> step) {
        List<Take> again = new ArrayList<>();
        p.tabled().forEach((fence, session) -> {
            if (session.taken()) {
                step.by(LOST).tell(new Grant.Lost(session.ticket(), fence));
            } else {
                again.add(new Take(session.ticket(), session.modes()));
            }
        });
        for (Take take : p.waiting().values()) {
            if (take.waits()) {
                again.add(take);
            } else {
                step.tell(new Grant.NotFree(take.ticket()));
            }
        }
        State left = p;
        for (Fence fence : p.tabled().keySet()) {
            left = left.untable(fence);
        }
        step.next(left.waitingFor(again));
    }

    /** Nothing that waits will be taken, here or later: the user is told once, and whenever it asks again. */
    private static void exclude(State before, Transition<State, Message, Grant> step) {
        if (!before.excluded() || !step.state().waiting().isEmpty()) {
            step.next(step.state().waitingFor(List.of())).tell(new Grant.Excluded());
        }
    }

    // --- forks of the first stage

    private boolean wants(State p) {
        return !p.waiting().isEmpty() && p.reach() >= quorum;
    }

    /**
     * Whether a process that wants T0 may do it: all others have handed over their forks, and are in the same
     * generation at least.
     */
    boolean ready(State p) {
        return p.peers().values().stream().allMatch(peer -> peer.fork() && peer.generation() >= p.generation());
    }

    /**
     * Whether the fork shared with {@code other} stays here until the next T0, although the other process has asked for
     * it by this bid.
     */
    boolean keeps(ProcessId other, long bid, State p) {
        return wants(p)
                && (ready(p) || p.bid() < bid || p.bid() == bid && p.self().compareTo(other) < 0);
    }

    /** Sessions that wait for T0 bid once, more than all others of whose bids this process knows. */
    private void bid(Transition<State, Message, Grant> step) {
        State p = step.state();
        if (!wants(p)) {
            step.next(p.withBid(0));
        } else if (p.bid() == 0) {
            step.next(p.with(next -> next.clock(p.clock() + 1).bid(p.clock() + 1)));
        }
    }

    /** Hands over what others have asked for, when nothing is wanted here any more. */
    private void handOver(Transition<State, Message, Grant> step) {
        for (ProcessId other : step.state().peers().keySet()) {
            if (step.state().peers().get(other).blocked() && !wants(step.state())) {
                handOver(other, step);
            }
        }
    }

    /** Hands over the fork, and asks for it back if sessions wait here. */
    private void handOver(ProcessId other, Transition<State, Message, Grant> step) {
        State p = step.state();
        boolean back = wants(p);
        Fork fork = new Fork(
                p.latest(),
                lastPart(other, p.untold(other), step),
                lastEnded(other, p.peers().get(other), step),
                back ? OptionalLong.of(p.bid()) : OptionalLong.empty());
        step.next(p.withPeer(
                                other,
                                it -> it.with(next -> next.fork(false)
                                        .blocked(false)
                                        .asked(back)
                                        .ended(Sorted.map())))
                        .told(other, true))
                .send(other, fork);
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

    /** Asks for all forks that are missing. */
    private void ask(Transition<State, Message, Grant> step) {
        if (wants(step.state())) {
            for (Map.Entry<ProcessId, PeerState> each : step.state().peers().entrySet()) {
                PeerState peer = each.getValue();
                if (peer.greeted() && !peer.fork() && !peer.asked()) {
                    State p = step.state();
                    step.next(p.withPeer(each.getKey(), it -> it.withAsked(true)))
                            .send(each.getKey(), new Request(p.bid()));
                }
            }
        }
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
            step.require(peer.fork(), "a fork is asked for where it lies");
            asked(from, request.bid(), step.by(BLOCK));
            return step.by(step.state().peers().get(from).blocked() ? BLOCK : YIELD);
        }
        if (message instanceof Sessions part) {
            hear(from, part.tabled(), step.by(TOLD));
            return step;
        }
        if (message instanceof Fork fork) {
            step.require(peer.asked(), "a fork comes to a process that has asked for it");
            undirected(from, fork.ended(), step.by(OWN));
            hear(from, fork.tabled(), step);
            State next = step.state()
                    .withPeer(
                            from,
                            it -> it.with(has -> has.fork(true).asked(false).spoken(false)));
            step.next(next.withLatest(next.latest().max(fork.latest())));
            fork.bid().ifPresent(bid -> asked(from, bid, step));
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

    /** The other process asks for the fork, which lies here. */
    void asked(ProcessId other, long bid, Transition<State, Message, Grant> step) {
        State p = step.state();
        step.next(p.withClock(Math.max(p.clock(), bid)));
        if (keeps(other, bid, p)) {
            step.next(step.state().withPeer(other, it -> it.withBlocked(true)));
        } else {
            handOver(other, step);
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
        for (Fence fence : List.copyOf(step.state().tabled().keySet())) {
            State p = step.state();
            PendingRequest session = p.tabled().get(fence);
            if (!session.taken() && p.awaits(other, fence, session.modes())) {
                t2(fence, step);
                again.add(new Take(session.ticket(), session.modes()));
            }
        }
        again.addAll(step.state().waiting().values());
        step.next(step.state().waitingFor(again));
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
            this(NAME, problem, ResourceAllocationChecks::variants, Set.of(T0_NOT, WITHDRAW), Set.of(OWN));
        }

        Entry(
                String name,
                ResourceSharing problem,
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
                    .protocol(start -> new ResourceAllocation(start.quorum(), FIRST))
                    .withDynamicMembership(
                            (start, generation) -> new ResourceAllocation(start.quorum(), generation + 1))
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
                    ResourceModeChecks::permits,
                    Set.of(WITHDRAW),
                    Set.of(OWN));
        }
    }

    private static Choice of(String resource, Mode mode, boolean waits) {
        return new Choice(Sorted.with(Sorted.map(), resource, mode), waits);
    }
}
