package symposium.arbitration.resources;

import static symposium.arbitration.resources.ResourceRule.BLOCK;
import static symposium.arbitration.resources.ResourceRule.CHANGED;
import static symposium.arbitration.resources.ResourceRule.T1;
import static symposium.arbitration.resources.ResourceRule.T2;
import static symposium.arbitration.resources.ResourceRule.UNDIRECTED;
import static symposium.arbitration.resources.ResourceRule.YIELD;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import symposium.arbitration.resources.ResourceMessage.Ask;
import symposium.arbitration.resources.ResourceMessage.Fork;
import symposium.arbitration.resources.ResourceMessage.Undirected;
import symposium.arbitration.resources.ResourceSharing.Claim;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.Request.Take;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.arbitration.resources.ResourceState.PendingRequest;
import symposium.arbitration.resources.ResourceState.Waiting;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.Transition;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Configuration.LiveProcess;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.Fence;

/**
 * The invariants of section 5 for sessions that share resources, and statements left out that the checker must miss.
 */
final class ResourceAllocationChecks {

    /** The name of the invariant that gives the problem its name. */
    static final String WITHIN_CAPACITY = "no resource is taken beyond its capacity";

    /** The same, where live processes may be taken to have departed. */
    static final String WITHIN_CAPACITY_IN_GENERATION = "no resource is taken beyond its capacity in one generation";

    /** The name of the invariant of sessions that have taken. */
    private static final String Q1 = "Q1: a session has taken its resources if and only if no arrow keeps it from that";

    /** The name of the invariant of arrows. */
    static final String Q0 =
            "Q0: of two tabled sessions that may conflict, an arrow leads from the later to the earlier";

    /** The name of the invariant that processes know what their users want. */
    static final String AS_ASKED = "a process waits and has what its user waits for and has";

    /** The name of the invariant of forks. */
    static final String ONE_FORK = "T0: of two processes at most one has the fork of a part of the names";

    private ResourceAllocationChecks() {}

    static Invariants<ResourceState, ResourceMessage, User> invariants() {
        return new Invariants<ResourceState, ResourceMessage, User>()
                .whole(
                        WITHIN_CAPACITY,
                        at -> at.live().stream().anyMatch(each -> each.user().has()),
                        ResourceAllocationChecks::withinCapacity)
                // "both X and Y are tabled" = "the fork shared by X and Y is directed"
                .whole(Q0, at -> tabled(at).size() > 1, ResourceAllocationChecks::conflictsAreDirected)
                // "X is hungry" or "X is without outgoing arrows"
                .process(
                        Q1,
                        (p, user) -> !p.tabled().isEmpty(),
                        (p, user) -> p.tabled().values().stream()
                                        .allMatch(session -> claims(
                                                user,
                                                session.ticket(),
                                                session.modes(),
                                                session.taken() && !p.ending(session.ticket())))
                                && p.tabled().entrySet().stream().allMatch(each -> hasRoom(each, p)))
                // "directed forks do not form directed cycles": T0's follow one another, and an arrow leads to an
                // earlier one
                .state(
                        "Q2: arrows lead to sessions that were tabled before",
                        p -> !p.tabled().values().stream().allMatch(PendingRequest::taken),
                        p -> p.tabled().entrySet().stream().allMatch(session -> arrows(session.getKey(), p).stream()
                                .allMatch(fence -> fence.compareTo(session.getKey()) < 0 && tabled(fence, p))))
                .pair(
                        ONE_FORK,
                        pair -> pair.p().linked(pair.second().id())
                                && pair.q().linked(pair.first().id()),
                        ResourceAllocationChecks::oneForkOfEachPart)
                // Too few may be within reach where some are not: then forks are not asked for.
                .whole(
                        ResourceAllocation.ALL_ASKED,
                        at -> at.states()
                                        .allMatch(p ->
                                                2 * p.reach() > at.processes().size())
                                && at.states().anyMatch(p -> !p.waiting().isEmpty()),
                        at -> at.states().allMatch(ResourceAllocationChecks::allAsked))
                .process(
                        AS_ASKED,
                        (p, user) -> !user.claims().isEmpty(),
                        (p, user) -> user.claims().size()
                                        == p.waiting().size() + p.tabled().size()
                                && p.waiting().values().stream()
                                        .map(Waiting::take)
                                        .allMatch(take -> claims(user, take.ticket(), take.modes(), false)
                                                && p.trying().containsKey(take.ticket()) == !take.waits())
                                && p.tabled().values().stream()
                                        .allMatch(session -> session.taken()
                                                || user.claims()
                                                        .get(session.ticket())
                                                        .waits()))
                .pair(
                        "no process is taken to be in a greater generation than it is in",
                        pair -> pair.p().peers().containsKey(pair.second().id()),
                        pair -> pair.p().peers().get(pair.second().id()).generation()
                                <= pair.q().generation());
    }

    /** Whether there is at most one fork of each part between two processes: those that have been moved, and others. */
    private static boolean oneForkOfEachPart(Configuration.ProcessPair<ResourceState, ResourceMessage, User> pair) {
        PeerState q = pair.p().peers().get(pair.second().id());
        PeerState p = pair.q().peers().get(pair.first().id());
        List<Integer> moving = Stream.of(pair.toP(Fork.class), pair.toQ(Fork.class))
                .flatMap(List::stream)
                .flatMap(fork -> fork.parts().stream())
                .toList();
        SortedSet<Integer> parts =
                Sorted.union(Sorted.union(q.moved().all(), p.moved().all()), moving);
        return !(q.greeted() && p.greeted() && q.home() && p.home())
                && parts.stream()
                        .allMatch(part ->
                                (q.has(part) ? 1 : 0) + (p.has(part) ? 1 : 0) + Collections.frequency(moving, part)
                                        <= 1);
    }

    /**
     * What holds instead of exclusion where live processes may be taken to have departed: their sessions are no longer
     * known.
     */
    static List<Invariant<ResourceState, ResourceMessage, User>> underSuspicion() {
        List<Invariant<ResourceState, ResourceMessage, User>> invariants = new ArrayList<>(invariants()
                .whole(
                        "what is taken fits beside all that is taken under smaller fences, but of processes that have"
                                + " departed for its own",
                        at -> !withinCapacity(at),
                        at -> at.live().stream().allMatch(x -> taken(x.state()).allMatch(later -> fits(later, x, at))))
                .whole(
                        WITHIN_CAPACITY_IN_GENERATION,
                        at -> !withinCapacity(at),
                        ResourceAllocationChecks::withinCapacityInGeneration)
                .list());
        invariants.removeIf(each -> Set.of(WITHIN_CAPACITY, Q0).contains(each.name()));
        return invariants;
    }

    private static boolean withinCapacityInGeneration(Configuration<ResourceState, ResourceMessage, User> at) {
        return at
                .states()
                .flatMap(ResourceAllocationChecks::taken)
                .collect(Collectors.groupingBy(session -> session.getKey().generation()))
                .values()
                .stream()
                .allMatch(sessions ->
                        fit(sessions.stream().map(session -> session.getValue().modes())));
    }

    /** Whether what x has taken fits beside what was taken before by processes that have not departed for x. */
    private static boolean fits(
            Map.Entry<Fence, PendingRequest> later,
            LiveProcess<ResourceState, User> x,
            Configuration<ResourceState, ResourceMessage, User> at) {
        Stream<SortedMap<String, Mode>> earlier = at.live().stream()
                .filter(z -> !x.state().departed().contains(z.id()))
                .flatMap(z -> taken(z.state()))
                .filter(session -> session.getKey().compareTo(later.getKey()) < 0)
                .map(session -> session.getValue().modes());
        return fits(later.getValue().modes(), earlier.toList());
    }

    /** Whether each resource of a session has room for it beside these. */
    private static boolean fits(SortedMap<String, Mode> modes, List<SortedMap<String, Mode>> others) {
        return modes.entrySet().stream()
                .allMatch(each -> Mode.fit(Stream.concat(
                                Stream.of(each.getValue()),
                                others.stream()
                                        .flatMap(other -> Optional.ofNullable(other.get(each.getKey())).stream()))
                        .toList()));
    }

    /** Whether a session has taken its resources if and only if each has room for it beside its arrows. */
    private static boolean hasRoom(Map.Entry<Fence, PendingRequest> session, ResourceState p) {
        PendingRequest it = session.getValue();
        return it.taken() == p.admits(session.getKey(), it.modes())
                && it.taken()
                        == it.modes().entrySet().stream()
                                .allMatch(each -> hasRoom(session.getKey(), each.getValue(), p.queue(each.getKey())));
    }

    private static boolean hasRoom(Fence fence, Mode mode, ResourceQueue queue) {
        return Mode.fit(Stream.concat(
                        Stream.of(mode),
                        queue.arrows(fence, mode).stream()
                                .map(earlier -> queue.sessions().get(earlier).mode()))
                .toList());
    }

    /** The sessions to which arrows lead from one that is tabled here. */
    static SortedSet<Fence> arrows(Fence fence, ResourceState p) {
        return Sorted.set(p.tabled().get(fence).modes().entrySet().stream()
                .flatMap(each -> p.queue(each.getKey()).arrows(fence, each.getValue()).stream())
                .toList());
    }

    /** Whether a process has tabled this session, or knows that another has. */
    private static boolean tabled(Fence fence, ResourceState p) {
        return p.tabled().containsKey(fence)
                || p.peers().values().stream().anyMatch(peer -> peer.tabled().containsKey(fence));
    }

    private static Stream<Map.Entry<Fence, PendingRequest>> taken(ResourceState p) {
        return p.tabled().entrySet().stream()
                .filter(session -> session.getValue().taken());
    }

    private static boolean precedes(Session earlier, Session later) {
        return earlier.fence().compareTo(later.fence()) < 0
                && ResourceAllocation.mayConflict(
                        earlier.session().modes(), later.session().modes());
    }

    private static boolean claims(User user, long ticket, SortedMap<String, Mode> modes, boolean taken) {
        Claim claim = user.claims().get(ticket);
        return claim != null && claim.modes().equals(modes) && claim.taken() == taken;
    }

    /** A session that is tabled at p. */
    private record Session(ResourceState p, Fence fence, PendingRequest session) {}

    private static List<Session> tabled(Configuration<ResourceState, ResourceMessage, User> at) {
        return at.states()
                .flatMap(
                        p -> p.tabled().entrySet().stream().map(each -> new Session(p, each.getKey(), each.getValue())))
                .toList();
    }

    private static boolean withinCapacity(Configuration<ResourceState, ResourceMessage, User> at) {
        return fit(at.live().stream()
                .flatMap(each -> each.user().claims().values().stream())
                .filter(Claim::taken)
                .map(Claim::modes));
    }

    /** Whether sets may be taken at once. */
    private static boolean fit(Stream<SortedMap<String, Mode>> sets) {
        Map<String, List<Mode>> modes = new HashMap<>();
        sets.forEach(set -> set.forEach((resource, mode) ->
                modes.computeIfAbsent(resource, first -> new ArrayList<>()).add(mode)));
        return modes.values().stream().allMatch(Mode::fit);
    }

    private static boolean conflictsAreDirected(Configuration<ResourceState, ResourceMessage, User> at) {
        List<Session> tabled = tabled(at);
        return tabled.stream().allMatch(later -> {
            SortedSet<Fence> arrows = arrows(later.fence(), later.p());
            return tabled.stream()
                    .filter(earlier -> precedes(earlier, later))
                    .allMatch(earlier -> arrows.contains(earlier.fence()));
        });
    }

    /** No arrow leads from a session here to these. */
    static ResourceState without(Collection<Fence> some, ResourceState p) {
        ResourceState left = p;
        for (Fence fence : some) {
            for (String resource : p.queues().keySet()) {
                if (p.queue(resource).sessions().containsKey(fence)) {
                    left = left.unqueued(fence, Mode.exclusively(Set.of(resource)));
                }
            }
        }
        return left;
    }

    static Variants<ResourceState, ResourceMessage, Request, Grant> variants(Start start) {
        int quorum = start.quorum();
        long first = ResourceAllocation.Entry.FIRST;
        Mutation<ResourceState, ResourceMessage, Request, Grant> takingEarly =
                step(ResourceAllocationChecks::takingEarly);
        Variants<ResourceState, ResourceMessage, Request, Grant> variants = Variants.of(
                        new ResourceAllocation(quorum, first))
                .add(
                        "T0 directs no arrows to sessions of others",
                        new ResourceAllocation(quorum, first) {
                            @Override
                            ResourceState directing(SortedMap<String, Mode> modes, ResourceState p) {
                                return p.peers().values().stream()
                                        .map(peer -> peer.tabled().keySet())
                                        .reduce(p, (left, others) -> without(others, left), (one, other) -> other);
                            }
                        },
                        shows(2, WITHIN_CAPACITY))
                .mutate(T2, "tells no process", silent(Undirected.class), shows(2, Scenario.NO_DEADLOCK))
                .mutate("T1 when the first arrow disappears", takingEarly.at(UNDIRECTED), shows(3, Q0))
                .mutate(
                        YIELD,
                        "hands no fork over, against P0",
                        step(ResourceAllocationChecks::keepingFork),
                        shows(2, Scenario.NO_DEADLOCK))
                .add(
                        "m.changed starts no new generation",
                        new ResourceAllocation(quorum, first) {
                            @Override
                            long after(long generation) {
                                return generation;
                            }
                        },
                        shows(3, ResourceSharing.FENCES_GROW).withFault(Fault.CRASH, 1))
                .add(
                        "m.changed takes what the departed had, in the same generation",
                        new ResourceAllocation(quorum, first) {
                            @Override
                            void again(
                                    ProcessId other,
                                    PeerState departed,
                                    Transition<ResourceState, ResourceMessage, Grant> step) {
                                forget(departed, Set.of(), step);
                            }
                        },
                        shows(3, WITHIN_CAPACITY_IN_GENERATION)
                                .withInitiators(0, 1)
                                .withFault(Fault.FALSE_DEPARTURE, 1));
        return ofParts(variants, start);
    }

    /** Of parts: what holds of one fork for all names is not enough. */
    private static Variants<ResourceState, ResourceMessage, Request, Grant> ofParts(
            Variants<ResourceState, ResourceMessage, Request, Grant> variants, Start start) {
        int quorum = start.quorum();
        long first = ResourceAllocation.Entry.FIRST;
        return variants.add(
                        "w.ask asks for one part after the other",
                        new ResourceAllocation(quorum, first) {
                            @Override
                            List<Ask> asks(
                                    ProcessId other,
                                    SortedSet<Integer> touched,
                                    boolean gives,
                                    Transition<ResourceState, ResourceMessage, Grant> step) {
                                List<Ask> all = super.asks(other, touched, gives, step);
                                return all.subList(0, Math.min(1, all.size()));
                            }
                        },
                        shows(2, ResourceAllocation.ALL_ASKED))
                .add(
                        "T0 hands over forks of the parts alone whose forks have come",
                        new ResourceAllocation(quorum, first) {
                            @Override
                            SortedSet<Integer> free(List<Take> done) {
                                return Sorted.set();
                            }
                        },
                        shows(2, Scenario.NO_DEADLOCK).withRequests(2))
                .add(
                        "T0's fence is greater than those of one part alone",
                        new ResourceAllocation(quorum, first) {
                            @Override
                            Fence fence(SortedMap<String, Mode> modes, ResourceState p) {
                                Fence own = p.tabled().isEmpty()
                                        ? Fence.start(p.generation())
                                        : p.tabled().lastKey();
                                SortedMap<Fence, ResourceQueue.Queued> queued =
                                        p.queue(modes.firstKey()).sessions();
                                return (queued.isEmpty() ? own : own.max(queued.lastKey())).next();
                            }
                        },
                        shows(2, Q1).withRequests(1))
                .mutate(
                        CHANGED,
                        "forgets which forks of parts have moved",
                        step(ResourceAllocationChecks::forgettingForks),
                        shows(3, ONE_FORK).withFault(Fault.CRASH, 1));
    }

    private static boolean allAsked(ResourceState p) {
        return p.peers().values().stream().allMatch(peer -> p.wanted().keySet().stream()
                .allMatch(part -> !peer.lacks(part) || peer.held().contains(part)));
    }

    private static Step<ResourceState, ResourceMessage, Grant> forgettingForks(
            ResourceState before, Step<ResourceState, ResourceMessage, Grant> step) {
        ResourceState next = step.next();
        if (!next.departed().equals(before.departed())) {
            for (ProcessId other : next.peers().keySet()) {
                next = next.withPeer(other, (PeerState peer) -> peer.withMoved(Parts.PartSet.EMPTY));
            }
        }
        return new Step<>(step.rule(), next, step.effects());
    }

    /** That number of processes, of which each asks once, violates that invariant. */
    static Scenario shows(int processes, String invariant) {
        return Scenario.of(processes, invariant).withRequests(1);
    }

    private static Step<ResourceState, ResourceMessage, Grant> takingEarly(
            ResourceState before, Step<ResourceState, ResourceMessage, Grant> step) {
        Step<ResourceState, ResourceMessage, Grant> early = step;
        for (Map.Entry<Fence, PendingRequest> each : before.tabled().entrySet()) {
            Fence fence = each.getKey();
            if (arrows(fence, step.next()).size() < arrows(fence, before).size()) {
                ResourceState p = without(arrows(fence, step.next()), early.next());
                PendingRequest taken = each.getValue().withTaken(true);
                early = new Step<>(T1, p.withTabled(Sorted.with(p.tabled(), fence, taken)), early.effects())
                        .tell(taken.granted(fence));
            }
        }
        return early;
    }

    private static Step<ResourceState, ResourceMessage, Grant> keepingFork(
            ResourceState before, Step<ResourceState, ResourceMessage, Grant> step) {
        ResourceState next = before;
        for (Effect<ResourceMessage, Grant> effect : step.effects()) {
            if (effect instanceof Effect.Send<ResourceMessage, Grant> send && send.message() instanceof Fork fork) {
                SortedMap<Integer, Long> blocked = Sorted.map();
                for (int part : fork.parts()) {
                    blocked = Sorted.with(blocked, part, 1L);
                }
                SortedMap<Integer, Long> kept = blocked;
                next = next.withPeer(send.to().id(), (PeerState peer) -> peer.withBlocked(kept));
            }
        }
        return Step.by(BLOCK, next);
    }
}
