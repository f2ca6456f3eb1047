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
import static symposium.arbitration.resources.ResourceAllocation.Rule.UNDIRECTED;
import static symposium.arbitration.resources.ResourceAllocation.Rule.WANT;
import static symposium.arbitration.resources.ResourceAllocation.Rule.WITHDRAW;
import static symposium.arbitration.resources.ResourceAllocation.Rule.YIELD;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
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
     * @param tabled the sender's tabled sessions, in the order of their fences
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

    /** The sender is ready to grab the fork of the first stage. */
    public record Request() implements Message {}

    /**
     * The fork of the first stage goes to the recipient, which is ready to grab it.
     *
     * @param latest the greatest fence that the sender knows
     * @param tabled the sender's tabled sessions, in the order of their fences
     */
    public record Fork(Fence latest, List<Tabled> tabled) implements Message {
        @Override
        public String print() {
            return "fork" + (latest.equals(Fence.NONE) ? "" : " " + latest) + unlessEmpty("tabled", tabled);
        }
    }

    /** The sender's session with this fence is tabled no more: every arrow that leads to it disappears. */
    public record Undirected(Fence fence) implements Message {}

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
     * @param tabled the sessions that are tabled there, as far as known, in the order of their fences
     */
    @RecordBuilder
    public record PeerState(
            boolean linked,
            boolean greeted,
            boolean fork,
            boolean asked,
            boolean blocked,
            long generation,
            List<Tabled> tabled)
            implements ResourceAllocationPeerStateBuilder.With {

        static final PeerState UNLINKED = new PeerState(false, false, false, false, false, 0, List.of());

        PeerState unlink() {
            return UNLINKED.withTabled(tabled);
        }

        PeerState greet(boolean forkHere, long in, List<Tabled> there) {
            return new PeerState(true, true, forkHere, false, false, in, there);
        }
    }

    /**
     * A session after T0.
     *
     * @param ticket the user's name for it
     * @param modes what it takes, and how
     * @param arrows the sessions to which arrows lead from it, each with what it takes
     * @param told the processes that know that it is tabled
     */
    @RecordBuilder
    public record PendingRequest(
            long ticket,
            SortedMap<String, Mode> modes,
            SortedMap<Fence, SortedMap<String, Mode>> arrows,
            SortedSet<ProcessId> told)
            implements ResourceAllocationPendingRequestBuilder.With {

        /**
         * Whether its resources are taken; until then they are waited for. They are taken when each of them has room
         * for this session beside all to which arrows lead, whether these have taken theirs or wait.
         */
        public boolean taken() {
            return arrows.isEmpty() || modes.keySet().stream().allMatch(this::fits);
        }

        private boolean fits(String resource) {
            List<Mode> together = new ArrayList<>(List.of(modes.get(resource)));
            arrows.values().stream()
                    .filter(earlier -> earlier.containsKey(resource))
                    .forEach(earlier -> together.add(earlier.get(resource)));
            return Mode.fit(together);
        }

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
     * @param peers all other processes that are there, as far as it knows
     * @param departed all processes that it knows to have departed
     * @param waiting the sessions before T0, in the order of asking
     * @param tabled the sessions after T0, by their fences
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            long generation,
            Fence latest,
            SortedMap<ProcessId, PeerState> peers,
            SortedSet<ProcessId> departed,
            List<Take> waiting,
            SortedMap<Fence, PendingRequest> tabled)
            implements ResourceAllocationStateBuilder.With {

        /** The number of processes within reach, this one among them. */
        int reach() {
            return 1 + (int) peers.values().stream().filter(PeerState::linked).count();
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
            return tabled.keySet().stream()
                    .filter(fence -> tabled.get(fence).ticket() == ticket)
                    .findFirst();
        }

        boolean waiting(long ticket) {
            return waiting.stream().anyMatch(take -> take.ticket() == ticket);
        }

        /** The tabled sessions, as others hear of them. */
        List<Tabled> sessions() {
            return tabled.entrySet().stream()
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

        /** Another process knows which sessions are tabled, or cannot know it any more. */
        State told(ProcessId other, boolean knows) {
            SortedMap<Fence, PendingRequest> changed = new TreeMap<>(tabled);
            changed.replaceAll((fence, session) -> session.withTold(
                    knows ? Sorted.with(session.told(), other) : Sorted.without(session.told(), other)));
            return withTabled(Collections.unmodifiableSortedMap(changed));
        }
    }

    /** T0, T1 and T2 of section 5 for sessions, and what it takes to make the T0's exclude each other. */
    public enum Rule implements symposium.kernel.Rule {
        /** A session wants to be tabled: forks are asked for, or have been. */
        WANT("w.ask"),
        /** A fork comes; another is missing, or no session waits any more. */
        OWN("w.own"),
        /** A fork is asked for that is not owned, and handed over. */
        YIELD("w.yield"),
        /** A fork is asked for that is owned. */
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

    private final int quorum;
    private final long first;

    /**
     * The protocol of every process of a run.
     *
     * @param quorum with fewer processes within reach nothing is taken
     * @param first the generation in which each starts
     */
    public ResourceAllocation(int quorum, long first) {
        this.quorum = quorum;
        this.first = first;
    }

    /** The neighbours at the start have nothing tabled, and the fork shared with each lies at the lower of the two. */
    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        SortedMap<ProcessId, PeerState> peers = new TreeMap<>();
        for (ProcessId other : Sorted.ids(neighbours)) {
            peers.put(other, PeerState.UNLINKED.greet(self.compareTo(other) < 0, first, List.of()));
        }
        return new State(
                self,
                first,
                Fence.NONE,
                Collections.unmodifiableSortedMap(peers),
                Sorted.set(),
                List.of(),
                Sorted.map());
    }

    /** A step ends with what follows from the handler's part of it. */
    @Override
    public Step<State, Message, Grant> step(State before, Event<Message, ResourceSharing.Request> event) {
        Transition<State, Message, Grant> step = transition(before, event);
        if (step.state().reach() < quorum) {
            lose(step);
        }
        greet(before, step);
        if (wants(step.state()) && ready(step.state())) {
            t0(step);
        }
        handOver(step);
        ask(step);
        return step.step();
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
        List<Take> waiting = new ArrayList<>(p.waiting());
        waiting.add(take);
        return step.by(WANT, p.withWaiting(List.copyOf(waiting)));
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
                    p.withWaiting(p.waiting().stream()
                            .filter(take -> take.ticket() != ticket)
                            .toList()));
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
        for (Take take : step.state().waiting()) {
            State p = step.state();
            PendingRequest session =
                    new PendingRequest(take.ticket(), take.modes(), arrows(take.modes(), p), Sorted.set());
            if (tables(take, session)) {
                Fence fence = p.next();
                step.next(p.with(next -> next.latest(fence).tabled(Sorted.with(p.tabled(), fence, session))));
                if (session.taken()) {
                    step.tell(session.granted(fence));
                } else {
                    step.by(T0);
                }
            } else {
                step.by(step.rule() == T0 ? T0 : T0_NOT).tell(new Grant.NotFree(take.ticket()));
            }
        }
        step.next(step.state().withWaiting(List.of()));
    }

    /** Whether T0 tables this session. */
    boolean tables(Take take, PendingRequest session) {
        return session.taken() || take.waits();
    }

    /**
     * The sessions to which T0 directs an arrow: those that are tabled, here or elsewhere, and may conflict at a
     * resource.
     */
    SortedMap<Fence, SortedMap<String, Mode>> arrows(SortedMap<String, Mode> modes, State p) {
        SortedMap<Fence, SortedMap<String, Mode>> arrows = new TreeMap<>();
        Stream<Tabled> elsewhere = p.peers().values().stream().flatMap(peer -> peer.tabled().stream());
        Stream.concat(elsewhere, p.sessions().stream())
                .filter(session -> mayConflict(modes, session.modes()))
                .forEach(session -> arrows.put(session.fence(), session.modes()));
        return Collections.unmodifiableSortedMap(arrows);
    }

    /** Whether two sessions may conflict at a resource. */
    static boolean mayConflict(SortedMap<String, Mode> some, SortedMap<String, Mode> others) {
        return some.entrySet().stream().anyMatch(each -> {
            Mode other = others.get(each.getKey());
            return other != null && each.getValue().mayConflict(other);
        });
    }

    /** T2: the session is tabled no more, and the processes that know that it was are told. */
    private static void t2(Fence fence, Transition<State, Message, Grant> step) {
        State p = step.state();
        step.next(p.withTabled(Sorted.without(p.tabled(), fence)))
                .sendEach(p.tabled().get(fence).told(), new Undirected(fence));
        disappear(fence, step);
    }

    /** No arrow leads to this session any more. T1 for each session that has room for its resources by that. */
    private static void disappear(Fence gone, Transition<State, Message, Grant> step) {
        SortedMap<Fence, PendingRequest> tabled = new TreeMap<>(step.state().tabled());
        tabled.replaceAll((fence, session) -> {
            PendingRequest next = session.withArrows(Sorted.without(session.arrows(), gone));
            if (next.taken() && !session.taken()) {
                step.by(step.rule() == T2 || step.rule() == T2_T1 ? T2_T1 : T1).tell(next.granted(fence));
            }
            return next;
        });
        step.next(step.state().withTabled(Collections.unmodifiableSortedMap(tabled)));
    }

    /**
     * Without a quorum within reach nothing is taken: what was is lost, sessions that wait have to do T0 again, and
     * those that are not to wait have ended.
     */
    private static void lose(Transition<State, Message, Grant> step) {
        State p = step.state();
        List<Take> again = new ArrayList<>();
        p.tabled().forEach((fence, session) -> {
            step.sendEach(session.told(), new Undirected(fence));
            if (session.taken()) {
                step.by(LOST).tell(new Grant.Lost(session.ticket(), fence));
            } else {
                again.add(new Take(session.ticket(), session.modes()));
            }
        });
        for (Take take : p.waiting()) {
            if (take.waits()) {
                again.add(take);
            } else {
                step.tell(new Grant.NotFree(take.ticket()));
            }
        }
        step.next(p.with(next -> next.tabled(Sorted.map()).waiting(List.copyOf(again))));
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

    /** Whether the fork shared with {@code other} is grabbed for the next T0, with all that are grabbed before it. */
    private boolean owns(ProcessId other, State p) {
        return wants(p)
                && p.missing().map(missing -> other.compareTo(missing) < 0).orElse(true);
    }

    /** Hands over what is asked for and not owned. */
    private void handOver(Transition<State, Message, Grant> step) {
        for (ProcessId other : step.state().peers().keySet()) {
            State p = step.state();
            PeerState peer = p.peers().get(other);
            if (peer.blocked() && peer.fork() && !owns(other, p)) {
                step.by(step.rule() == BLOCK ? YIELD : step.rule());
                step.next(p.withPeer(
                                        other,
                                        it -> it.with(next -> next.fork(false).blocked(false)))
                                .told(other, true))
                        .send(other, new Fork(p.latest(), p.sessions()));
            }
        }
    }

    /** Asks for the first fork that is missing. */
    private void ask(Transition<State, Message, Grant> step) {
        State p = step.state();
        Optional<ProcessId> missing = p.missing().filter(other -> wants(p));
        if (missing.isPresent()) {
            PeerState peer = p.peers().get(missing.get());
            if (peer.greeted() && !peer.asked()) {
                step.next(p.withPeer(missing.get(), it -> it.withAsked(true))).send(missing.get(), new Request());
            }
        }
    }

    // --- what others say

    @Override
    public Transition<State, Message, Grant> onMessage(
            Neighbour neighbour, Message message, State p, Transition<State, Message, Grant> step) {
        ProcessId from = neighbour.id();
        if (!p.linked(from)) {
            return step.by(LATE);
        }
        PeerState peer = p.peers().get(from);
        if (message instanceof Hello hello) {
            return onHello(from, hello, step.by(GREETED));
        }
        if (message instanceof News news) {
            hear(news.generation(), news.departed(), step.by(NEWS));
            return step.next(
                    step.state().withPeer(from, it -> it.withGeneration(Math.max(it.generation(), news.generation()))));
        }
        if (message instanceof Request) {
            step.require(peer.fork(), "a fork is asked for where it lies");
            return step.by(BLOCK, p.withPeer(from, it -> it.withBlocked(true)));
        }
        if (message instanceof Fork fork) {
            step.require(peer.asked(), "a fork comes to a process that has asked for it");
            forget(peer, fork.tabled(), step.by(OWN));
            State next = step.state()
                    .withPeer(
                            from,
                            it -> it.with(has -> has.fork(true).asked(false).tabled(fork.tabled())));
            return step.next(next.withLatest(next.latest().max(fork.latest())));
        }
        return onUndirected(from, ((Undirected) message).fence(), step);
    }

    private Transition<State, Message, Grant> onHello(
            ProcessId from, Hello hello, Transition<State, Message, Grant> step) {
        hear(hello.generation(), hello.departed(), step);
        meet(hello.there(), step);
        forget(step.state().peers().get(from), hello.tabled(), step);
        State p = step.state();
        boolean lower = p.self().compareTo(from) < 0;
        return step.next(p.withPeer(from, peer -> peer.greet(lower, hello.generation(), hello.tabled()))
                .withLatest(p.latest().max(hello.latest())));
    }

    private static Transition<State, Message, Grant> onUndirected(
            ProcessId from, Fence fence, Transition<State, Message, Grant> step) {
        State p = step.state();
        List<Tabled> tabled = p.peers().get(from).tabled();
        List<Tabled> left =
                tabled.stream().filter(each -> !each.fence().equals(fence)).toList();
        step.require(left.size() < tabled.size(), "what becomes undirected is known to be tabled");
        step.by(UNDIRECTED, p.withPeer(from, peer -> peer.withTabled(left)));
        disappear(fence, step);
        return step;
    }

    /** Arrows to sessions of another process that are tabled no more disappear. */
    static void forget(PeerState peer, List<Tabled> now, Transition<State, Message, Grant> step) {
        peer.tabled().stream().filter(each -> !now.contains(each)).forEach(each -> disappear(each.fence(), step));
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
        if (other.equals(p.self()) || p.departed().contains(other)) {
            return;
        }
        step.next(p.withDeparted(Sorted.with(p.departed(), other)));
        PeerState peer = p.peers().get(other);
        if (peer != null) {
            step.next(step.state()
                    .withPeers(Sorted.without(p.peers(), other))
                    .told(other, false)
                    .withGeneration(after(p.generation())));
            again(peer, step);
        }
    }

    /**
     * A session that waits for one of a departed process does T0 again, in the new generation: the departed process may
     * be alive, and have what both want. A session that has taken its resources beside one of a departed process keeps
     * them.
     */
    void again(PeerState departed, Transition<State, Message, Grant> step) {
        Set<Fence> gone =
                Sorted.set(departed.tabled().stream().map(Tabled::fence).toList());
        List<Take> again = new ArrayList<>();
        for (Fence fence : List.copyOf(step.state().tabled().keySet())) {
            PendingRequest session = step.state().tabled().get(fence);
            if (session.taken()) {
                PendingRequest kept = session.withArrows(Sorted.only(session.arrows(), it -> !gone.contains(it)));
                step.next(step.state().withTabled(Sorted.with(step.state().tabled(), fence, kept)));
            } else if (!Collections.disjoint(session.arrows().keySet(), gone)) {
                t2(fence, step);
                again.add(new Take(session.ticket(), session.modes()));
            }
        }
        again.addAll(step.state().waiting());
        step.next(step.state().withWaiting(List.copyOf(again)));
    }

    /**
     * Another process is in this generation, and knows these to have departed. Its generation does not count a
     * departure that only this process knows of.
     */
    private void hear(long generation, SortedSet<ProcessId> gone, Transition<State, Message, Grant> step) {
        boolean behind = !gone.containsAll(step.state().departed());
        gone.forEach(other -> depart(other, step));
        State p = step.state();
        step.next(p.withGeneration(Math.max(p.generation(), behind ? after(generation) : generation)));
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
    private static void greet(State before, Transition<State, Message, Grant> step) {
        SortedSet<ProcessId> linked = Sorted.set();
        for (ProcessId other : step.state().peers().keySet()) {
            State p = step.state();
            if (p.linked(other) && !before.linked(other)) {
                step.next(p.told(other, true))
                        .send(
                                other,
                                new Hello(
                                        p.generation(),
                                        Sorted.set(p.peers().keySet()),
                                        p.departed(),
                                        p.latest(),
                                        p.sessions()));
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
                    .unreachable(T2_T1, CHANGED, LOST, RELEASE_LOST, GREETED, NEWS, LATE, RETURNED)
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
