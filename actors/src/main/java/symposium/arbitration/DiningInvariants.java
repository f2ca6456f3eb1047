package symposium.arbitration;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import symposium.arbitration.Dining.User;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Configuration.LiveProcess;
import symposium.kernel.problem.Configuration.ProcessPair;
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;

/**
 * The invariants of dining, over users alone, which hold for every algorithm, and parts of the algorithms' own
 * invariants.
 */
public final class DiningInvariants {

    /** The name of what remains of exclusion where a philosopher may take a live neighbour for departed. */
    static final String EXCEPT_DEPARTED = "no two neighbours eat at once of which neither takes the other for departed";

    /** What every algorithm promises where a live philosopher is taken to have departed. */
    static final String PROMISE = "neighbours exclude each other unless one takes the other for departed;"
            + " two of which one does may eat at once";

    private DiningInvariants() {}

    /** The invariants of every algorithm: neighbours exclude each other. */
    public static <S extends DiningState, M> Invariants<S, M, User> standard() {
        return new Invariants<S, M, User>().add(neighboursExcludeEachOther(DiningState::neighbours));
    }

    /** No two neighbours eat at once. */
    static <S, M> Invariant<S, M, User> neighboursExcludeEachOther(Function<S, Neighbours> neighbours) {
        return new Invariant.OfConfiguration<>(
                Dining.NEIGHBOURS_EXCLUDE_EACH_OTHER,
                at -> at.processes().stream().anyMatch(id -> eats(at, id)),
                at -> at.processes().stream()
                        .filter(id -> eats(at, id))
                        .allMatch(id -> neighbours.apply(at.state(id)).all().stream()
                                .noneMatch(other -> eats(at, other.id()))));
    }

    /**
     * What remains of these invariants where a philosopher may take a live neighbour for departed: neighbours exclude
     * each other unless one of them does so.
     */
    static <S, M> List<Invariant<S, M, User>> underFalseDeparture(
            List<Invariant<S, M, User>> invariants, Function<S, Neighbours> neighbours) {
        return new Invariants<S, M, User>()
                .pair(
                        EXCEPT_DEPARTED,
                        pair -> pair.first().user() == User.EATING,
                        pair -> !pair.second().user().equals(User.EATING)
                                || !linked(pair.first(), pair.second(), neighbours)
                                || !linked(pair.second(), pair.first(), neighbours))
                .addAll(FalseDeparturePromise.ofOneProcess(invariants))
                .list();
    }

    private static <S> boolean linked(
            LiveProcess<S, User> one, LiveProcess<S, User> other, Function<S, Neighbours> neighbours) {
        return neighbours.apply(one.state()).contains(Neighbour.of(other.id()));
    }

    private static boolean eats(Configuration<?, ?, User> at, ProcessId id) {
        return at.alive(id) && at.user(id) == User.EATING;
    }

    /** Whether two philosophers share a fork, as both of them see it. */
    public static <S extends DiningState, M> boolean neighbours(ProcessPair<S, M, User> pair) {
        return pair.p().neighbours().contains(Neighbour.of(pair.second().id()))
                && pair.q().neighbours().contains(Neighbour.of(pair.first().id()));
    }

    /**
     * Whether each fork is held by one of its two philosophers, or in transit to one of them.
     *
     * @param here the forks held by a philosopher
     * @param fork the message that transfers a fork
     */
    public static <S extends DiningState, M> Predicate<Configuration<S, M, User>> eachForkIsInOnePlace(
            Function<S, ForkSet> here, Class<? extends M> fork) {
        return at -> at.pairs()
                .filter(DiningInvariants::neighbours)
                .allMatch(pair -> (here.apply(pair.p()).contains(pair.second().id()) ? 1 : 0)
                                + (here.apply(pair.q()).contains(pair.first().id()) ? 1 : 0)
                                + pair.toP(fork).size()
                                + pair.toQ(fork).size()
                        == 1);
    }

    /**
     * Whether no arrows form a directed cycle.
     *
     * @param arrows the processes to which arrows lead from a live process; arrows to other processes do not count
     */
    public static <S, M> boolean acyclic(
            Configuration<S, M, User> at, BiFunction<ProcessId, S, ? extends Set<ProcessId>> arrows) {
        Map<ProcessId, Set<ProcessId>> left = new HashMap<>();
        at.live().forEach(each -> left.put(each.id(), arrows.apply(each.id(), each.state())));
        boolean fewer = true;
        while (fewer) {
            fewer = left.values().removeIf(targets -> Collections.disjoint(targets, left.keySet()));
        }
        return left.isEmpty();
    }
}
