package symposium.arbitration.resources;

import static symposium.arbitration.resources.ResourceRule.BACKED;
import static symposium.arbitration.resources.ResourceRule.BACKUP;
import static symposium.arbitration.resources.ResourceRule.BLOCK;
import static symposium.arbitration.resources.ResourceRule.CHANGED;
import static symposium.arbitration.resources.ResourceRule.DISMISS;
import static symposium.arbitration.resources.ResourceRule.DISMISSED;
import static symposium.arbitration.resources.ResourceRule.END;
import static symposium.arbitration.resources.ResourceRule.GREETED;
import static symposium.arbitration.resources.ResourceRule.KEEP;
import static symposium.arbitration.resources.ResourceRule.LATE;
import static symposium.arbitration.resources.ResourceRule.LOST;
import static symposium.arbitration.resources.ResourceRule.NEWS;
import static symposium.arbitration.resources.ResourceRule.OWN;
import static symposium.arbitration.resources.ResourceRule.RELEASE_LOST;
import static symposium.arbitration.resources.ResourceRule.RETURNED;
import static symposium.arbitration.resources.ResourceRule.T0_NOT;
import static symposium.arbitration.resources.ResourceRule.T0_T1;
import static symposium.arbitration.resources.ResourceRule.T2;
import static symposium.arbitration.resources.ResourceRule.T2_T1;
import static symposium.arbitration.resources.ResourceRule.TOLD;
import static symposium.arbitration.resources.ResourceRule.UNDIRECTED;
import static symposium.arbitration.resources.ResourceRule.WITHDRAW;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;
import symposium.arbitration.resources.ResourceMessage.Backed;
import symposium.arbitration.resources.ResourceMessage.Backup;
import symposium.arbitration.resources.ResourceMessage.Dismiss;
import symposium.arbitration.resources.ResourceMessage.Dismissed;
import symposium.arbitration.resources.ResourceMessage.Fork;
import symposium.arbitration.resources.ResourceMessage.Hello;
import symposium.arbitration.resources.ResourceMessage.News;
import symposium.arbitration.resources.ResourceMessage.Request;
import symposium.arbitration.resources.ResourceMessage.Sessions;
import symposium.arbitration.resources.ResourceMessage.Undirected;
import symposium.arbitration.resources.ResourceSharing.Choice;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;

/**
 * A process whose user takes sets of resources. Each set is a session: a philosopher of section 5. All sessions of a
 * process share its forks of the first stage.
 *
 * <p>The protocol is read page by page: what a process {@linkplain ResourceState knows} and {@linkplain ResourceMessage
 * says}, its {@linkplain ResourceSessions sessions} and their arrows, the {@linkplain FirstStage first stage}, and the
 * {@linkplain ResourceMembership membership}. This page puts them together: a step, and what each message does.
 */
public class ResourceAllocation extends ResourceMembership {

    /** The name in the catalogue. */
    public static final String NAME = "resources";

    /** The name of the invariant that T0 takes one round trip, where no other process wants the forks. */
    public static final String ALL_ASKED =
            "with a majority within reach, a session before T0 has asked for all forks that it needs and that are not here";

    private static final int MOST_BYTES = 8192;

    /** With this number of forks asked for at another process, later requests and ends are told together. */
    private static final int MANY = 16;

    private final long first;

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
     * @param most as in {@link Portions}
     * @param many from this number of forks asked for at another process on, later requests are held; 1 or more
     */
    ResourceAllocation(int quorum, long first, int parts, int most, int many) {
        super(quorum, new Parts(parts), most, many);
        this.first = first;
    }

    /** The neighbours at the start have nothing tabled, and the forks shared with each lie at the lower of the two. */
    @Override
    public ResourceState initial(ProcessId self, Neighbours neighbours) {
        SortedMap<ProcessId, PeerState> peers = new TreeMap<>();
        for (ProcessId other : Sorted.ids(neighbours)) {
            peers.put(other, PeerState.UNLINKED.greet(self.compareTo(other) < 0, first, Sorted.map(), Sorted.set()));
        }
        return new ResourceState(
                self,
                first,
                Fence.NONE,
                0,
                Sorted.map(peers),
                Sorted.set(),
                Sorted.set(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map(),
                Sorted.map());
    }

    /** A step ends with what follows from the handler's part of it. */
    @Override
    public Step<ResourceState, ResourceMessage, Grant> step(
            ResourceState before, Event<ResourceMessage, ResourceSharing.Request> event) {
        Transition<ResourceState, ResourceMessage, Grant> step = transition(before, event);
        if (!quorate(step.state())) {
            lose(step);
        }
        if (step.state().excluded()) {
            exclude(before, step);
        }
        if (exhausted(step.state())) {
            step.next(step.state().withGeneration(after(step.state().generation())));
        }
        greet(before, step);
        List<Integer> reserved = toldReserved(before, step.state());
        SortedSet<Integer> touched = touched(before, event, step.state());
        List<Take> ready = ready(event, touched, step.state());
        boolean takesOver = ready.stream().anyMatch(take -> takesOver(take, step.state()));
        t0(ready, step);
        touched.addAll(free(ready));
        if (takesOver) {
            List<Take> others = ready(event, touched, step.state());
            t0(others, step);
            touched.addAll(free(others));
        }
        moveForks(touched, step);
        unreserve(reserved, step);
        if (event instanceof Event.Received<ResourceMessage, ?> received) {
            if (received.message() instanceof Fork fork) {
                tellEnded(before, received.from().id(), fork, step);
            } else if (received.message() instanceof Request request) {
                yielded(received.from().id(), request, step);
            }
        }
        settle(step);
        return step.step();
    }

    private static boolean takesOver(Take take, ResourceState p) {
        return p.waiting().get(take.ticket()).takesOver();
    }

    @Override
    public Transition<ResourceState, ResourceMessage, Grant> onMessage(
            Neighbour neighbour,
            ResourceMessage message,
            ResourceState p,
            Transition<ResourceState, ResourceMessage, Grant> step) {
        ProcessId from = neighbour.id();
        if (!p.linked(from)) {
            return late(from, message, p, step.by(LATE));
        }
        if (message instanceof Hello hello) {
            return onHello(from, hello, step.by(GREETED));
        }
        if (message instanceof News news) {
            return onNews(from, news, step.by(NEWS));
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
            return onFork(from, fork, step.by(OWN));
        }
        if (message instanceof Undirected undirected) {
            undirected(from, undirected.fences(), step.by(UNDIRECTED));
            return step;
        }
        if (message instanceof Backup backup) {
            return onBackup(from, backup, step);
        }
        if (message instanceof Backed backed) {
            return onBacked(from, backed, step);
        }
        return message instanceof Dismiss dismiss
                ? onDismiss(from, dismiss, step)
                : onDismissed(from, (Dismissed) message, step);
    }

    @Override
    public Transition<ResourceState, ResourceMessage, Grant> onUndeliverable(
            Neighbour to,
            ResourceMessage message,
            ResourceState p,
            Transition<ResourceState, ResourceMessage, Grant> step) {
        return step.by(RETURNED);
    }

    /** The catalogue entry; subclasses have other users. */
    public static class Entry extends Algorithm<ResourceState, ResourceMessage, User, ResourceSharing.Request, Grant> {

        /** The generation in which a run starts that has no former lives. */
        static final long FIRST = 1;

        static final Set<ResourceRule> KEEPING = Set.of(KEEP, BACKUP, BACKED, END, DISMISS, DISMISSED);

        private static final ResourceSharing OF_TWO =
                new ResourceSharing(List.of(Set.of("a"), Set.of("b"), Set.of("a", "b")), 1);

        static Set<ResourceRule> union(Set<ResourceRule> some, ResourceRule... others) {
            Set<ResourceRule> all = EnumSet.copyOf(some);
            all.addAll(List.of(others));
            return all;
        }

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
            this(
                    NAME,
                    problem,
                    parts,
                    ResourceAllocationChecks::variants,
                    union(KEEPING, T0_NOT, WITHDRAW),
                    Set.of(OWN));
        }

        Entry(
                String name,
                ResourceSharing problem,
                int parts,
                Function<Start, Variants<ResourceState, ResourceMessage, ResourceSharing.Request, Grant>> variants,
                Set<ResourceRule> unreachable,
                Set<ResourceRule> unreachableByTwo) {
            this(name, problem, parts, variants, unreachable, unreachableByTwo, ResourceAllocationChecks.invariants());
        }

        Entry(
                String name,
                ResourceSharing problem,
                int parts,
                Function<Start, Variants<ResourceState, ResourceMessage, ResourceSharing.Request, Grant>> variants,
                Set<ResourceRule> unreachable,
                Set<ResourceRule> unreachableByTwo,
                Invariants<ResourceState, ResourceMessage, User> invariants) {
            super(new Algorithm.Descriptor<ResourceState, ResourceMessage, User, ResourceSharing.Request, Grant>(
                            name, problem, ResourceMessage.class)
                    .withPaper(Paper.of("E. W. Dijkstra and C. S. Scholten, Distributed Arbitration, section 5,"
                                    + " with sessions for philosophers")
                            .withCost(
                                    "0 to 3(n-1) for each set taken: a request and a fork for each that lies elsewhere,"
                                            + " and the end told to each who has fetched one since"))
                    .withSystem(SystemModel.of(Channels.FIFO, Shape.COMPLETE)
                            .withTolerates(MembershipTolerance.ANY_CHANGE)
                            .withAnyNumbers(true)
                            .withAssumptions("a link that fails recovers, or one of its ends departs;"
                                    + " any two quorums have a process in common"))
                    .withProtocol(start -> new ResourceAllocation(start.quorum(), FIRST, parts))
                    .withDynamicMembership(
                            (start, generation) -> new ResourceAllocation(start.quorum(), generation + 1, parts))
                    .withFalseDeparture("in one generation no resource is taken beyond its capacity, and fences grow")
                    .checks(checks -> checks.withInvariants(invariants)
                            .withUnderSuspicion(Optional.of(ResourceAllocationChecks.underSuspicion()))
                            .withVariants(variants)
                            .unreachable(unreachable.toArray(ResourceRule[]::new))
                            .unreachable(T2_T1, CHANGED, LOST, RELEASE_LOST, GREETED, NEWS, TOLD, LATE, RETURNED)
                            .unreachable(2, unreachableByTwo.toArray(ResourceRule[]::new))
                            .reachableAlone(T0_T1, T2)));
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
                    union(KEEPING, T0_NOT),
                    Set.of());
        }
    }

    /** The catalogue entry with users who may ask that another process takes over what they have. */
    public static final class KeptEntry extends Entry {

        /** With one resource. */
        public KeptEntry() {
            this(List.of(of("a", Mode.EXCLUSIVE, true)));
        }

        /** With users who take resources in some of these ways. */
        KeptEntry(List<Choice> choices) {
            this(choices, 1);
        }

        /** With users who have up to so many sessions at a time. */
        KeptEntry(List<Choice> choices, int sessions) {
            super(
                    NAME + "-kept",
                    new ResourceSharing(choices, sessions, false).keeping(),
                    Parts.MOST,
                    KeptSessionsChecks::variants,
                    Set.of(T0_NOT, WITHDRAW),
                    Set.of(OWN),
                    KeptSessionsChecks.with(ResourceAllocationChecks.invariants()));
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
                    union(KEEPING, WITHDRAW),
                    Set.of(OWN));
        }
    }

    private static Choice of(String resource, Mode mode, boolean waits) {
        return new Choice(Sorted.with(Sorted.map(), resource, mode), waits);
    }
}
