package symposium.arbitration.resources;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import symposium.arbitration.resources.Holdings.Claim;
import symposium.arbitration.resources.ResourcesState.Sitting;
import symposium.arbitration.resources.ResourcesState.Tie;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** The law that gives the problem its name, and the invariants of section 5 for sessions that share resources. */
final class ResourcesLaws {

    /** The name of the law that gives the problem its name. */
    static final String NO_RESOURCE_TWICE = "no resource is in two sets that are taken at once";

    /** The name of Q0. */
    static final String Q0 =
            "Q0: of two tabled sessions that share a resource, an arrow leads from the later to the earlier";

    /** The name of what is left of exclusion where processes that are alive may be taken to have departed. */
    static final String THE_LATER_IS_RIGHT =
            "of two sets that are taken at once and share a resource, the one with the smaller fence is of a process that has departed for the other";

    private ResourcesLaws() {}

    static List<Invariant<ResourcesState, ResourcesMessage, Holdings>> all() {
        return List.of(
                new Invariant.OfConfiguration<>(
                        NO_RESOURCE_TWICE,
                        at -> living(at).stream().anyMatch(id -> at.user(id).has()),
                        ResourcesLaws::noneTwice),

                // Q0: "both X and Y are tabled" = "the fork shared by X and Y is directed"
                new Invariant.OfConfiguration<>(Q0, at -> tabled(at).size() > 1, ResourcesLaws::conflictsAreDirected),

                // Q1: "X is hungry" or "X is without outgoing arrows"
                Invariant.process(
                        "Q1: a session has taken its resources if and only if no arrow leads from it",
                        (state, user) -> !state.tabled().isEmpty(),
                        (state, user) -> state.tabled().values().stream()
                                .allMatch(sitting -> new Claim(sitting.resources(), sitting.taken())
                                        .equals(user.claims().get(sitting.ticket())))),

                // Q2: "directed forks do not form directed cycles": T0's follow one another, and an arrow leads to an
                // earlier one
                Invariant.process(
                        "Q2: arrows lead to sessions that were tabled before",
                        (state, user) -> state.tabled().values().stream().anyMatch(sitting -> !sitting.taken()),
                        (state, user) -> state.tabled().entrySet().stream().allMatch(ResourcesLaws::looksBack)),
                new Invariant.OfConfiguration<>(
                        "T0: of two processes at most one has the fork of the first stage",
                        at -> living(at).size() > 1,
                        ResourcesLaws::forksAreOne),
                Invariant.process(
                        "a process waits and has what its user waits for and has",
                        (state, user) -> !user.claims().isEmpty(),
                        (state, user) -> user.claims().size()
                                        == state.waiting().size()
                                                + state.tabled().size()
                                && state.waiting().stream().allMatch(take -> new Claim(take.resources(), false)
                                        .equals(user.claims().get(take.ticket())))),
                new Invariant.OfConfiguration<>(
                        "nobody is taken to be in a greater generation than it is in",
                        at -> living(at).stream().anyMatch(id -> at.state(id).generation() > 0),
                        ResourcesLaws::generationsAreKnown));
    }

    /** Where processes that are alive may be taken to have departed: the laws but those that are not true then, and what holds in their place. */
    static List<Invariant<ResourcesState, ResourcesMessage, Holdings>> underSuspicion() {
        List<Invariant<ResourcesState, ResourcesMessage, Holdings>> invariants = new ArrayList<>(all());
        invariants.removeIf(invariant ->
                invariant.name().equals(NO_RESOURCE_TWICE) || invariant.name().equals(Q0));
        invariants.add(
                new Invariant.OfConfiguration<>(THE_LATER_IS_RIGHT, at -> !noneTwice(at), at -> living(at).stream()
                        .noneMatch(x -> living(at).stream().anyMatch(z -> wrongly(at, x, z)))));
        return List.copyOf(invariants);
    }

    /** Whether x has taken what z had before it, and does not take z to have departed. */
    private static boolean wrongly(
            Configuration<ResourcesState, ResourcesMessage, Holdings> at, ProcessId x, ProcessId z) {
        return !at.state(x).departed().contains(z)
                && at.state(x).tabled().entrySet().stream()
                        .filter(later -> later.getValue().taken())
                        .anyMatch(later -> at.state(z).tabled().entrySet().stream()
                                .filter(earlier -> earlier.getValue().taken())
                                .anyMatch(earlier -> earlier.getKey().compareTo(later.getKey()) < 0
                                        && !Collections.disjoint(
                                                earlier.getValue().resources(),
                                                later.getValue().resources())));
    }

    private static boolean looksBack(Map.Entry<Fence, Sitting> session) {
        return session.getValue().arrows().stream().allMatch(fence -> fence.compareTo(session.getKey()) < 0);
    }

    private static List<ProcessId> living(Configuration<ResourcesState, ResourcesMessage, Holdings> at) {
        return at.processes().stream().filter(at::alive).toList();
    }

    private static List<Map.Entry<Fence, Sitting>> tabled(
            Configuration<ResourcesState, ResourcesMessage, Holdings> at) {
        List<Map.Entry<Fence, Sitting>> tabled = new ArrayList<>();
        living(at).forEach(id -> tabled.addAll(at.state(id).tabled().entrySet()));
        return tabled;
    }

    private static boolean noneTwice(Configuration<ResourcesState, ResourcesMessage, Holdings> at) {
        Set<String> taken = new HashSet<>();
        for (ProcessId id : living(at)) {
            for (Claim claim : at.user(id).claims().values()) {
                if (claim.taken() && !claim.resources().stream().allMatch(taken::add)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean conflictsAreDirected(Configuration<ResourcesState, ResourcesMessage, Holdings> at) {
        List<Map.Entry<Fence, Sitting>> tabled = tabled(at);
        for (Map.Entry<Fence, Sitting> one : tabled) {
            for (Map.Entry<Fence, Sitting> other : tabled) {
                if (one.getKey().compareTo(other.getKey()) < 0
                        && !Collections.disjoint(
                                one.getValue().resources(), other.getValue().resources())
                        && !other.getValue().arrows().contains(one.getKey())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean forksAreOne(Configuration<ResourcesState, ResourcesMessage, Holdings> at) {
        for (ProcessId x : living(at)) {
            for (Map.Entry<ProcessId, Tie> tie : at.state(x).ties().entrySet()) {
                ProcessId y = tie.getKey();
                Tie back = at.alive(y) ? at.state(y).ties().get(x) : null;
                if (tie.getValue().linked() && back != null && back.linked()) {
                    long places =
                            (tie.getValue().fork() ? 1 : 0) + (back.fork() ? 1 : 0) + forks(at, x, y) + forks(at, y, x);
                    if (places > 1) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static long forks(
            Configuration<ResourcesState, ResourcesMessage, Holdings> at, ProcessId from, ProcessId to) {
        return at.inTransit(from, Neighbour.of(to)).stream()
                .filter(ResourcesMessage.Fork.class::isInstance)
                .count();
    }

    private static boolean generationsAreKnown(Configuration<ResourcesState, ResourcesMessage, Holdings> at) {
        for (ProcessId x : living(at)) {
            for (Map.Entry<ProcessId, Tie> tie : at.state(x).ties().entrySet()) {
                ProcessId y = tie.getKey();
                if (at.alive(y) && tie.getValue().generation() > at.state(y).generation()) {
                    return false;
                }
            }
        }
        return true;
    }
}
