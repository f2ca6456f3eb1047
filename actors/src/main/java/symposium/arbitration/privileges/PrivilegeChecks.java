package symposium.arbitration.privileges;

import static symposium.arbitration.privileges.PrivilegeRule.T2;
import static symposium.arbitration.resources.ResourceSharing.WITHIN_CAPACITY;
import static symposium.kernel.composition.Mutation.silent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import symposium.arbitration.privileges.PrivilegeMessage.Await;
import symposium.arbitration.privileges.PrivilegeMessage.Bid;
import symposium.arbitration.privileges.PrivilegeMessage.Handed;
import symposium.arbitration.privileges.PrivilegeMessage.Undirected;
import symposium.arbitration.privileges.PrivilegeMessage.View;
import symposium.arbitration.privileges.PrivilegeMessage.ViewId;
import symposium.arbitration.privileges.PrivilegeState.Keeping;
import symposium.arbitration.privileges.PrivilegeState.Keeping.Stage;
import symposium.arbitration.privileges.PrivilegeState.Part;
import symposium.arbitration.privileges.PrivilegeState.Session;
import symposium.arbitration.resources.Claim;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.Parts;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.Fence;

/** The invariants of section 5 for sessions that share resources, with a privilege for each part of the names. */
final class PrivilegeChecks {

    /** The same, where live processes may be taken to have departed. */
    static final String WITHIN_CAPACITY_IN_GENERATION = "no resource is taken beyond its capacity in one generation";

    /** The name of the invariant of arrows. */
    static final String Q0 =
            "Q0: of two tabled sessions that may conflict, an arrow leads from the later to the earlier";

    /** The name of the invariant of sessions that have taken. */
    static final String Q1 = "Q1: a session has taken its resources if and only if no arrow keeps it from that";

    /** The name of the invariant of privileges. */
    static final String ONE_PRIVILEGE = "T0: at most one process of a view has the privilege of a part of the names";

    /** The name of the invariant of arrows to other processes. */
    static final String ENDS_ARE_TOLD = "the process of a session to which an arrow leads tells its end";

    /** The name of the invariant of backups. */
    static final String BACKED_UP = "a process that is the backup of a session, as its user has been told, knows of it";

    /** The name of the invariant of the one backup. */
    static final String ONE_BACKUP = "all sessions of a process have the same backup";

    /** The generation in which a run starts that has no former lives. */
    static final long FIRST = 1;

    /** The name of the invariant of sessions that are not to wait. */
    static final String TRIES_END = "a session that is not to wait waits for messages, and for no other session";

    /** The name of the invariant that processes know what their users want. */
    static final String AS_ASKED = "a process waits and has what its user waits for and has";

    private PrivilegeChecks() {}

    static Invariants<PrivilegeState, PrivilegeMessage, User> invariants() {
        return new Invariants<PrivilegeState, PrivilegeMessage, User>()
                .whole(
                        WITHIN_CAPACITY,
                        at -> at.live().stream().anyMatch(each -> each.user().has()),
                        PrivilegeChecks::withinCapacity)
                // "both X and Y are tabled" = "the fork shared by X and Y is directed"
                .whole(Q0, at -> tabled(at).size() > 1, PrivilegeChecks::conflictsAreDirected)
                // "X is hungry" or "X is without outgoing arrows"
                .process(Q1, (p, user) -> !p.tabled().isEmpty(), (p, user) -> p.tabled().entrySet().stream()
                        .allMatch(each -> {
                            Session session = each.getValue();
                            Claim claim = user.claims().get(session.ticket());
                            return session.taken() == p.admits(each.getKey(), session.modes())
                                    && claim != null
                                    && claim.taken() == (session.taken() && !p.ending(session.ticket()));
                        }))
                .whole(ONE_PRIVILEGE, at -> true, PrivilegeChecks::onePrivilege)
                .state(
                        "a queue has one request of a process, and none of its own",
                        p -> p.parts().values().stream()
                                .anyMatch(part -> !part.privilege().isNothing()),
                        p -> p.parts().values().stream().allMatch(part -> {
                            List<?> processes = part.privilege().queue().keySet().stream()
                                    .map(Bid::process)
                                    .toList();
                            return processes.stream().distinct().count() == processes.size()
                                    && !processes.contains(p.self());
                        }))
                .process(
                        AS_ASKED,
                        (p, user) -> !user.claims().isEmpty(),
                        (p, user) -> user.claims().size()
                                        == p.waiting().size()
                                                + p.tabled().size()
                                                + Sorted.only(p.takeovers(), p.kept()::containsKey)
                                                        .size()
                                && p.waiting().values().stream()
                                        .map(PrivilegeState.Waiting::take)
                                        .allMatch(take ->
                                                asked(take, user.claims().get(take.ticket())))
                                && p.tabled().values().stream()
                                        .allMatch(session -> session.taken()
                                                || user.claims()
                                                        .get(session.ticket())
                                                        .waits()));
    }

    private static boolean asked(Request.Take take, Claim claim) {
        return claim != null && claim.modes().equals(take.modes()) && !claim.taken();
    }

    /** The same for sessions that outlive their process. */
    static Invariants<PrivilegeState, PrivilegeMessage, User> kept() {
        return invariants()
                .whole(
                        BACKED_UP,
                        at -> at.states().anyMatch(p -> p.kept().values().stream()
                                .anyMatch(keeping -> keeping.stage() == Stage.BACKED)),
                        PrivilegeChecks::backedUp)
                .state(
                        ONE_BACKUP,
                        p -> p.kept().size() > 1,
                        p -> p.kept().values().stream()
                                        .flatMap(keeping -> keeping.backup().stream())
                                        .distinct()
                                        .count()
                                < 2);
    }

    private static boolean backedUp(Configuration<PrivilegeState, PrivilegeMessage, User> at) {
        return at.states().allMatch(p -> p.kept().entrySet().stream()
                .filter(each -> each.getValue().stage() == Stage.BACKED)
                .allMatch(each -> {
                    ProcessId backup = each.getValue().backup().orElseThrow();
                    return !at.alive(backup)
                            || at.state(backup).departed().contains(p.self())
                            || at.state(backup)
                                    .backing(p.self())
                                    .containsKey(p.tabled(each.getKey()).orElseThrow());
                }));
    }

    /** The same, if links do not fail: a process may not know yet that its message is lost. */
    static Invariants<PrivilegeState, PrivilegeMessage, User> withReliableLinks() {
        return invariants()
                .whole(
                        TRIES_END,
                        at -> at.states().anyMatch(p -> !p.trying().isEmpty()),
                        at -> !at.quiet()
                                || !at.states()
                                        .allMatch(p ->
                                                p.open() && p.members().stream().allMatch(at::alive))
                                || at.states().allMatch(p -> p.trying().isEmpty()))
                .whole(
                        ENDS_ARE_TOLD,
                        at -> at.states().anyMatch(p -> !p.awaited().isEmpty()),
                        at -> at.live().stream().allMatch(each -> endsAreTold(each.state(), at)));
    }

    private static boolean endsAreTold(PrivilegeState p, Configuration<PrivilegeState, PrivilegeMessage, User> at) {
        return p.awaited().entrySet().stream().allMatch(each -> each.getValue().keySet().stream()
                .allMatch(fence -> endIsTold(p.self(), each.getKey(), fence, at)));
    }

    /** A process in another view learns in the next one which sessions are tabled. */
    private static boolean endIsTold(
            ProcessId process, ProcessId other, Fence fence, Configuration<PrivilegeState, PrivilegeMessage, User> at) {
        if (!at.alive(other)
                || !at.state(process).entered().containsKey(other)
                || !at.state(other).entered().containsKey(process)) {
            return true;
        }
        return at.state(other).awaiting().getOrDefault(fence, Sorted.set()).contains(process)
                || at.inTransit(process, other, Await.class).stream()
                        .anyMatch(await -> await.fences().contains(fence))
                || at.inTransit(other, process, Undirected.class).stream()
                        .anyMatch(undirected -> undirected.fences().contains(fence));
    }

    /** A session that is tabled at p. */
    private record AtProcess(PrivilegeState p, Fence fence, Session session) {}

    private static List<AtProcess> tabled(Configuration<PrivilegeState, PrivilegeMessage, User> at) {
        return at.states()
                .flatMap(p ->
                        p.tabled().entrySet().stream().map(each -> new AtProcess(p, each.getKey(), each.getValue())))
                .toList();
    }

    private static boolean conflictsAreDirected(Configuration<PrivilegeState, PrivilegeMessage, User> at) {
        List<AtProcess> all = tabled(at);
        return all.stream().allMatch(later -> all.stream()
                .filter(earlier -> earlier.fence().compareTo(later.fence()) < 0
                        && Sessions.mayConflict(
                                earlier.session().modes(), later.session().modes()))
                .allMatch(earlier -> arrows(later).contains(earlier.fence())));
    }

    private static List<Fence> arrows(AtProcess later) {
        return later.session().modes().entrySet().stream()
                .flatMap(each -> later.p().queue(each.getKey()).arrows(later.fence(), each.getValue()).stream())
                .toList();
    }

    private static boolean onePrivilege(Configuration<PrivilegeState, PrivilegeMessage, User> at) {
        Map<List<?>, List<PrivilegeState>> views =
                at.states().collect(Collectors.groupingBy(p -> List.of(p.view(), p.members())));
        return views.values().stream().allMatch(view -> {
            Set<Integer> parts = new TreeSet<>();
            view.forEach(p -> parts.addAll(p.parts().keySet()));
            return parts.stream()
                    .allMatch(part -> view.stream().filter(p -> p.has(part)).count() < 2);
        });
    }

    /**
     * What holds instead of exclusion where live processes may be taken to have departed: their sessions are no longer
     * known.
     */
    static List<Invariant<PrivilegeState, PrivilegeMessage, User>> underSuspicion() {
        List<Invariant<PrivilegeState, PrivilegeMessage, User>> invariants = new ArrayList<>(invariants()
                .whole(
                        WITHIN_CAPACITY_IN_GENERATION,
                        at -> !withinCapacity(at),
                        PrivilegeChecks::withinCapacityInGeneration)
                .list());
        invariants.removeIf(each -> Set.of(WITHIN_CAPACITY, Q0).contains(each.name()));
        return invariants;
    }

    private static boolean withinCapacityInGeneration(Configuration<PrivilegeState, PrivilegeMessage, User> at) {
        return tabled(at).stream()
                .filter(each -> each.session().taken())
                .collect(Collectors.groupingBy(each -> each.fence().generation()))
                .values()
                .stream()
                .allMatch(sessions -> fit(
                        sessions.stream().map(each -> each.session().modes()).toList()));
    }

    private static boolean withinCapacity(Configuration<PrivilegeState, PrivilegeMessage, User> at) {
        return fit(at.live().stream()
                .flatMap(each -> each.user().claims().values().stream())
                .filter(Claim::taken)
                .map(Claim::modes)
                .toList());
    }

    /** Whether sets may be taken at once. */
    private static boolean fit(List<SortedMap<String, Mode>> sets) {
        Map<String, List<Mode>> modes = new HashMap<>();
        sets.forEach(set -> set.forEach((resource, mode) ->
                modes.computeIfAbsent(resource, first -> new ArrayList<>()).add(mode)));
        return modes.values().stream().allMatch(Mode::fit);
    }

    /** Statements left out, which the checker must miss. */
    static Variants<PrivilegeState, PrivilegeMessage, Request, Grant> variants(Start start) {
        int quorum = start.quorum();
        return Variants.of(new Privileges(quorum, FIRST, Parts.MOST))
                .add(
                        "T0 directs no arrows to sessions of others",
                        new Privileges(
                                quorum,
                                FIRST,
                                new Sessions(new Parts(1), Backups::new) {
                                    @Override
                                    PrivilegeState directing(
                                            SortedMap<String, Mode> modes,
                                            SortedSet<Integer> its,
                                            PrivilegeState p,
                                            SortedMap<ProcessId, List<Fence>> arrows) {
                                        return p;
                                    }
                                },
                                Views::new),
                        shows(2, WITHIN_CAPACITY).withRequests(2))
                .mutate(
                        T2,
                        "tells no process",
                        silent(Undirected.class),
                        shows(3, Scenario.NO_DEADLOCK).withFault(Fault.CRASH, 1))
                .add(
                        "T0 in any order of bids",
                        new Privileges(quorum, FIRST, Parts.MOST) {
                            @Override
                            boolean first(Part part, Bid bid) {
                                return true;
                            }
                        },
                        shows(2, Scenario.NO_DEADLOCK).withRequests(2))
                .add(
                        "a request that comes before the privilege is not remembered",
                        new Privileges(quorum, FIRST, Parts.MOST) {
                            @Override
                            Part remember(PrivilegeMessage.Request request, Part part) {
                                return part;
                            }
                        },
                        shows(3, Scenario.NO_DEADLOCK))
                .add(
                        "a privilege comes without what is tabled",
                        new Privileges(quorum, FIRST, 1) {
                            @Override
                            Handed hand(
                                    int part,
                                    ProcessId to,
                                    Optional<Bid> own,
                                    boolean atOnce,
                                    Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
                                Handed handed = super.hand(part, to, own, atOnce, step);
                                return new Handed(part, handed.queue(), List.of(), handed.left());
                            }
                        },
                        shows(2, WITHIN_CAPACITY).withRequests(2))
                .add(
                        "T0 before all members are in the view",
                        new Privileges(quorum, FIRST, Parts.MOST) {
                            @Override
                            boolean open(PrivilegeState p) {
                                return true;
                            }
                        },
                        shows(3, ResourceSharing.FENCES_GROW).withFault(Fault.CRASH, 1))
                .add(
                        "m.changed starts no new generation",
                        viewed(quorum, sessions -> new Views(sessions) {
                            @Override
                            ViewId after(ViewId view) {
                                return view.next();
                            }
                        }),
                        shows(3, ResourceSharing.FENCES_GROW).withFault(Fault.CRASH, 1))
                .add(
                        "m.changed lets a session take what the departed had",
                        new Privileges(
                                quorum,
                                FIRST,
                                new Sessions(new Parts(1), Backups::new) {
                                    @Override
                                    void forget(
                                            ProcessId departed,
                                            Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
                                        for (Fence fence :
                                                step.state().awaited(departed).keySet()) {
                                            undirected(departed, fence, step);
                                        }
                                    }
                                },
                                Views::new),
                        shows(3, WITHIN_CAPACITY_IN_GENERATION).withFault(Fault.FALSE_DEPARTURE, 1))
                .add(
                        "m.view does not say what is tabled",
                        viewing(
                                quorum,
                                all -> new View(
                                        all.id(),
                                        all.members(),
                                        all.departed(),
                                        all.latest(),
                                        List.of(),
                                        all.takeovers())),
                        shows(3, WITHIN_CAPACITY).withFault(Fault.CRASH, 1));
    }

    /** A process that says something else of its view. */
    private static Privileges viewing(int quorum, UnaryOperator<View> said) {
        return viewed(quorum, sessions -> new Views(sessions) {
            @Override
            View view(PrivilegeState p) {
                return said.apply(super.view(p));
            }
        });
    }

    /** With other views. */
    private static Privileges viewed(int quorum, Function<Sessions, Views> views) {
        return new Privileges(quorum, FIRST, new Sessions(new Parts(Parts.MOST), Backups::new), views);
    }

    /** What sessions that outlive their process need, left out. */
    static Variants<PrivilegeState, PrivilegeMessage, Request, Grant> keptVariants(Start start) {
        int quorum = start.quorum();
        return Variants.of(new Privileges(quorum, FIRST, Parts.MOST))
                .add(
                        "k.backed is told before the backup knows",
                        with(quorum, sessions -> new Backups(sessions) {
                            @Override
                            Keeping asking(
                                    Keeping keeping,
                                    ProcessId other,
                                    long ticket,
                                    Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
                                step.tell(new Grant.BackedUp(ticket));
                                return new Keeping(keeping.key(), keeping.known(), Optional.of(other), Stage.BACKED);
                            }
                        }),
                        shows(2, BACKED_UP))
                .add(
                        "T2 before the backup knows that the session ends",
                        with(quorum, sessions -> new Backups(sessions) {
                            @Override
                            public boolean endsLater(
                                    Fence fence, Stage how, Transition<PrivilegeState, PrivilegeMessage, Grant> step) {
                                return false;
                            }
                        }),
                        shows(3, ResourceSharing.BELIEVED).withFault(Fault.CRASH, 1))
                .add(
                        "m.view does not say what is taken over",
                        viewing(
                                quorum,
                                all -> new View(
                                        all.id(),
                                        all.members(),
                                        all.departed(),
                                        all.latest(),
                                        all.tabled(),
                                        List.of())),
                        shows(3, ResourceSharing.FENCES_GROW).withFault(Fault.CRASH, 1))
                .add(
                        "the loss of a session begins no new generation",
                        viewed(quorum, sessions -> new Views(sessions) {
                            @Override
                            ViewId afterLoss(ViewId view) {
                                return view.next();
                            }
                        }),
                        shows(2, ResourceSharing.BELIEVED)
                                .withFault(Fault.LINK_FAILURE, 1)
                                .withFault(Fault.LINK_RECOVERY, 1));
    }

    /** With other backups. */
    static Privileges with(int quorum, Function<Sessions, Sessions.Kept> backups) {
        return new Privileges(quorum, FIRST, new Sessions(new Parts(Parts.MOST), backups), Views::new);
    }

    /** That number of processes, of which each asks once, violates that invariant. */
    static Scenario shows(int processes, String invariant) {
        return Scenario.of(processes, invariant).withRequests(1);
    }
}
