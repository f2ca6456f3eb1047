package symposium.arbitration.resources;

import static symposium.arbitration.resources.ResourceAllocation.Rule.BLOCK;
import static symposium.arbitration.resources.ResourceAllocation.Rule.T1;
import static symposium.arbitration.resources.ResourceAllocation.Rule.T2;
import static symposium.arbitration.resources.ResourceAllocation.Rule.UNDIRECTED;
import static symposium.arbitration.resources.ResourceAllocation.Rule.YIELD;
import static symposium.kernel.Mutation.silent;
import static symposium.kernel.Variants.mutated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;
import symposium.arbitration.resources.ResourceAllocation.Fork;
import symposium.arbitration.resources.ResourceAllocation.Message;
import symposium.arbitration.resources.ResourceAllocation.PeerState;
import symposium.arbitration.resources.ResourceAllocation.PendingRequest;
import symposium.arbitration.resources.ResourceAllocation.State;
import symposium.arbitration.resources.ResourceAllocation.Undirected;
import symposium.arbitration.resources.ResourceSharing.Claim;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.kernel.Configuration;
import symposium.kernel.Configuration.LiveProcess;
import symposium.kernel.Effect;
import symposium.kernel.Fault;
import symposium.kernel.Invariant;
import symposium.kernel.Invariants;
import symposium.kernel.Scenario;
import symposium.kernel.Sorted;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Transition;
import symposium.kernel.Variants;
import symposium.mutex.Fence;

/**
 * The invariants of section 5 for sessions that share resources, and statements left out that the checker must miss.
 */
final class ResourceAllocationChecks {

    /** The name of the invariant that gives the problem its name. */
    static final String NO_RESOURCE_TWICE = "no resource is in two sets that are taken at once";

    /** The same, where live processes may be taken to have departed. */
    static final String NO_RESOURCE_TWICE_IN_GENERATION =
            "no resource is in two sets of one generation that are taken at once";

    private static final String Q0 =
            "Q0: of two tabled sessions that share a resource, an arrow leads from the later to the earlier";

    private ResourceAllocationChecks() {}

    static Invariants<State, Message, User> invariants() {
        return new Invariants<State, Message, User>()
                .whole(
                        NO_RESOURCE_TWICE,
                        at -> at.live().stream().anyMatch(each -> each.user().has()),
                        ResourceAllocationChecks::noResourceTwice)
                // "both X and Y are tabled" = "the fork shared by X and Y is directed"
                .whole(Q0, at -> tabled(at).size() > 1, ResourceAllocationChecks::conflictsAreDirected)
                // "X is hungry" or "X is without outgoing arrows"
                .process(
                        "Q1: a session has taken its resources if and only if no arrow leads from it",
                        (p, user) -> !p.tabled().isEmpty(),
                        (p, user) -> p.tabled().values().stream()
                                .allMatch(session ->
                                        claims(user, session.ticket(), session.resources(), session.taken())))
                // "directed forks do not form directed cycles": T0's follow one another, and an arrow leads to an
                // earlier one
                .state(
                        "Q2: arrows lead to sessions that were tabled before",
                        p -> !p.tabled().values().stream().allMatch(PendingRequest::taken),
                        p -> p.tabled().entrySet().stream().allMatch(session -> session.getValue().arrows().stream()
                                .allMatch(fence -> fence.compareTo(session.getKey()) < 0)))
                .pair(
                        "T0: of two processes at most one has the fork of the first stage",
                        pair -> pair.p().linked(pair.second().id())
                                && pair.q().linked(pair.first().id()),
                        pair -> forks(pair) <= 1)
                .process(
                        "a process waits and has what its user waits for and has",
                        (p, user) -> !user.claims().isEmpty(),
                        (p, user) -> user.claims().size()
                                        == p.waiting().size() + p.tabled().size()
                                && p.waiting().stream()
                                        .allMatch(take -> claims(user, take.ticket(), take.resources(), false)))
                .pair(
                        "no process is taken to be in a greater generation than it is in",
                        pair -> pair.p().peers().containsKey(pair.second().id()),
                        pair -> pair.p().peers().get(pair.second().id()).generation()
                                <= pair.q().generation());
    }

    /** How many forks there are of the first stage between two processes. */
    private static long forks(Configuration.ProcessPair<State, Message, User> pair) {
        PeerState q = pair.p().peers().get(pair.second().id());
        PeerState p = pair.q().peers().get(pair.first().id());
        return Stream.of(p, q).filter(PeerState::fork).count()
                + pair.toP(Fork.class).size()
                + pair.toQ(Fork.class).size();
    }

    /**
     * Where live processes may be taken to have departed, their sessions are known no longer: what holds in the place
     * of exclusion.
     */
    static List<Invariant<State, Message, User>> underSuspicion() {
        List<Invariant<State, Message, User>> invariants = new ArrayList<>(invariants()
                .whole(
                        "of two sets that are taken at once and share a resource, the one with the smaller fence is"
                                + " of a process that has departed for the other",
                        at -> !noResourceTwice(at),
                        at -> at.live().stream()
                                .noneMatch(x -> at.live().stream().anyMatch(z -> takesWhatIsTaken(x, z))))
                .whole(
                        NO_RESOURCE_TWICE_IN_GENERATION,
                        at -> !noResourceTwice(at),
                        ResourceAllocationChecks::noResourceTwiceInGeneration)
                .list());
        invariants.removeIf(each -> Set.of(NO_RESOURCE_TWICE, Q0).contains(each.name()));
        return invariants;
    }

    private static boolean noResourceTwiceInGeneration(Configuration<State, Message, User> at) {
        Set<String> taken = new HashSet<>();
        return at.states()
                .flatMap(ResourceAllocationChecks::taken)
                .flatMap(session -> session.getValue().resources().stream()
                        .map(resource -> session.getKey().generation() + " " + resource))
                .allMatch(taken::add);
    }

    /** Whether x has taken what z had before it, and does not take z to have departed. */
    private static boolean takesWhatIsTaken(LiveProcess<State, User> x, LiveProcess<State, User> z) {
        return !x.state().departed().contains(z.id())
                && taken(x.state()).anyMatch(later -> taken(z.state()).anyMatch(earlier -> precedes(earlier, later)));
    }

    private static Stream<Map.Entry<Fence, PendingRequest>> taken(State p) {
        return p.tabled().entrySet().stream()
                .filter(session -> session.getValue().taken());
    }

    private static boolean precedes(Map.Entry<Fence, PendingRequest> earlier, Map.Entry<Fence, PendingRequest> later) {
        return earlier.getKey().compareTo(later.getKey()) < 0
                && !Collections.disjoint(
                        earlier.getValue().resources(), later.getValue().resources());
    }

    private static boolean claims(User user, long ticket, SortedSet<String> resources, boolean taken) {
        return new Claim(resources, taken).equals(user.claims().get(ticket));
    }

    private static List<Map.Entry<Fence, PendingRequest>> tabled(Configuration<State, Message, User> at) {
        return at.states().flatMap(p -> p.tabled().entrySet().stream()).toList();
    }

    private static boolean noResourceTwice(Configuration<State, Message, User> at) {
        Set<String> taken = new HashSet<>();
        return at.live().stream()
                .flatMap(each -> each.user().claims().values().stream())
                .filter(Claim::taken)
                .flatMap(claim -> claim.resources().stream())
                .allMatch(taken::add);
    }

    private static boolean conflictsAreDirected(Configuration<State, Message, User> at) {
        List<Map.Entry<Fence, PendingRequest>> tabled = tabled(at);
        return tabled.stream().allMatch(later -> tabled.stream()
                .filter(earlier -> precedes(earlier, later))
                .allMatch(earlier -> later.getValue().arrows().contains(earlier.getKey())));
    }

    static Variants<State, Message, Request, Grant> variants(Start start) {
        int quorum = start.quorum();
        long first = ResourceAllocation.Entry.FIRST;
        ResourceAllocation original = new ResourceAllocation(quorum, first);
        return Variants.of(original)
                .add(
                        "T0 directs no arrows to sessions of others",
                        new ResourceAllocation(quorum, first) {
                            @Override
                            SortedSet<Fence> arrows(Set<String> resources, State p) {
                                return super.arrows(resources, p.withPeers(Sorted.map()));
                            }
                        },
                        shows(2, NO_RESOURCE_TWICE))
                .mutate(T2, "tells no process", silent(Undirected.class), shows(2, Scenario.NO_DEADLOCK))
                .add(
                        "T1 when the first arrow disappears",
                        mutated(original, UNDIRECTED, ResourceAllocationChecks::takingEarly),
                        shows(3, Q0))
                .mutate(
                        YIELD,
                        "hands no fork over, against P0",
                        ResourceAllocationChecks::keepingFork,
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
                            void again(PeerState departed, Transition<State, Message, Grant> step) {
                                forget(departed, List.of(), step);
                            }
                        },
                        shows(3, NO_RESOURCE_TWICE_IN_GENERATION)
                                .withInitiators(0, 1)
                                .withFault(Fault.FALSE_DEPARTURE, 1));
    }

    private static Scenario shows(int processes, String invariant) {
        return Scenario.of(processes, invariant).withRequests(1);
    }

    private static Step<State, Message, Grant> takingEarly(State before, Step<State, Message, Grant> step) {
        Step<State, Message, Grant> early = step;
        for (Map.Entry<Fence, PendingRequest> each : before.tabled().entrySet()) {
            PendingRequest session = step.next().tabled().get(each.getKey());
            if (session.arrows().size() < each.getValue().arrows().size()) {
                State p = early.next();
                PendingRequest taken = session.withArrows(Sorted.set());
                early = new Step<>(T1, p.withTabled(Sorted.with(p.tabled(), each.getKey(), taken)), early.effects())
                        .tell(taken.granted(each.getKey()));
            }
        }
        return early;
    }

    private static Step<State, Message, Grant> keepingFork(State before, Step<State, Message, Grant> step) {
        State next = before;
        for (Effect<Message, Grant> effect : step.effects()) {
            if (effect instanceof Effect.Send<Message, Grant> send && send.message() instanceof Fork) {
                next = next.withPeer(send.to().id(), (PeerState peer) -> peer.withBlocked(true));
            }
        }
        return Step.by(BLOCK, next);
    }
}
