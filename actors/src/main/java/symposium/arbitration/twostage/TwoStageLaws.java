package symposium.arbitration.twostage;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import symposium.arbitration.Dining.User;
import symposium.arbitration.DiningInvariants;
import symposium.arbitration.twostage.TwoStageMessage.Fork;
import symposium.arbitration.twostage.TwoStageMessage.Undirected;
import symposium.arbitration.twostage.TwoStageState.Mood;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;

/** The invariants of section 5. An arrow leads from X to Y while X is tabled and counts Y among the tabled. */
final class TwoStageLaws {

    private TwoStageLaws() {}

    static List<Invariant<TwoStageState, TwoStageMessage, User>> all() {
        return List.of(
                DiningInvariants.neighboursExcludeEachOther(),

                // Q0: "both X and Y are tabled" = "the fork shared by X and Y is directed", news of T2 taking its time
                new Invariant.OfConfiguration<>(
                        "Q0: the fork of two neighbours is directed, one way, if both are tabled, and only if so or T2's news is under way",
                        at -> at.processes().stream().anyMatch(id -> tabled(at, id)),
                        TwoStageLaws::q0),

                // Q1: "X is hungry" or "X is without outgoing arrows"
                Invariant.process(
                        "Q1: a philosopher is hungry or without outgoing arrows",
                        (state, user) -> state.mood() != Mood.HUNGRY,
                        (state, user) -> state.outgoing().isEmpty()),

                // Q2: "directed forks do not form directed cycles"
                new Invariant.OfConfiguration<>(
                        "Q2: directed forks do not form directed cycles",
                        at -> at.processes().stream()
                                .anyMatch(id -> !arrows(at, id).isEmpty()),
                        at -> at.processes().stream().noneMatch(id -> comesBack(at, id))),
                new Invariant.OfConfiguration<>(
                        "T0: of two neighbours at most one owns the fork of the first stage",
                        at -> at.processes().stream()
                                .anyMatch(id -> at.alive(id) && at.state(id).owned() > 0),
                        TwoStageLaws::forksAreOne),
                Invariant.process(
                        "a philosopher eats as its user does, and is before its meal when its user is hungry",
                        (state, user) -> true,
                        (state, user) -> (state.mood() == Mood.EATING) == (user == User.EATING)
                                && (state.mood() == Mood.THINKING) == (user == User.THINKING)));
    }

    private static boolean tabled(Configuration<TwoStageState, TwoStageMessage, User> at, ProcessId id) {
        return at.alive(id) && at.state(id).isTabled();
    }

    /** To whom arrows lead, the dead left out. */
    private static Set<ProcessId> arrows(Configuration<TwoStageState, TwoStageMessage, User> at, ProcessId id) {
        Set<ProcessId> arrows = new HashSet<>();
        if (at.alive(id)) {
            at.state(id).outgoing().stream().filter(at::alive).forEach(arrows::add);
        }
        return arrows;
    }

    private static boolean q0(Configuration<TwoStageState, TwoStageMessage, User> at) {
        for (ProcessId x : at.processes()) {
            if (!tabled(at, x)) {
                continue;
            }
            for (Neighbour neighbour : at.state(x).neighbours()) {
                ProcessId y = neighbour.id();
                if (tabled(at, y)
                        && linked(at, y, x)
                        && arrows(at, x).contains(y) == arrows(at, y).contains(x)
                        && !undirecting(at, y, x)
                        && !undirecting(at, x, y)) {
                    return false;
                }
                if (arrows(at, x).contains(y) && linked(at, y, x) && !tabled(at, y) && !undirecting(at, y, x)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean linked(
            Configuration<TwoStageState, TwoStageMessage, User> at, ProcessId one, ProcessId other) {
        return at.state(one).neighbours().contains(Neighbour.of(other));
    }

    private static boolean undirecting(
            Configuration<TwoStageState, TwoStageMessage, User> at, ProcessId from, ProcessId to) {
        return at.inTransit(from, Neighbour.of(to)).stream().anyMatch(Undirected.class::isInstance);
    }

    private static boolean comesBack(Configuration<TwoStageState, TwoStageMessage, User> at, ProcessId start) {
        Set<ProcessId> reached = new HashSet<>();
        Set<ProcessId> frontier = arrows(at, start);
        while (!frontier.isEmpty()) {
            Set<ProcessId> next = new HashSet<>();
            for (ProcessId each : frontier) {
                if (each.equals(start)) {
                    return true;
                }
                if (reached.add(each)) {
                    next.addAll(arrows(at, each));
                }
            }
            frontier = next;
        }
        return false;
    }

    private static boolean forksAreOne(Configuration<TwoStageState, TwoStageMessage, User> at) {
        for (ProcessId x : at.processes()) {
            if (at.alive(x)) {
                for (Neighbour neighbour : at.state(x).neighbours()) {
                    ProcessId y = neighbour.id();
                    if (at.alive(y) && linked(at, y, x) && places(at, x, y) != 1) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static long places(Configuration<TwoStageState, TwoStageMessage, User> at, ProcessId x, ProcessId y) {
        return (at.state(x).here().containsKey(y) ? 1 : 0)
                + (at.state(y).here().containsKey(x) ? 1 : 0)
                + forks(at, x, y)
                + forks(at, y, x);
    }

    private static long forks(Configuration<TwoStageState, TwoStageMessage, User> at, ProcessId from, ProcessId to) {
        return at.inTransit(from, Neighbour.of(to)).stream()
                .filter(Fork.class::isInstance)
                .count();
    }
}
