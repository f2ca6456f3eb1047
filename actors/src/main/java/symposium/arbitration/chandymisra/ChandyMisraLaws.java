package symposium.arbitration.chandymisra;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import symposium.arbitration.Dining.User;
import symposium.arbitration.DiningInvariants;
import symposium.arbitration.chandymisra.ChandyMisraMessage.Fork;
import symposium.arbitration.chandymisra.ChandyMisraState.Mood;
import symposium.kernel.Configuration;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;

/** What Chandy and Misra say of every moment. */
final class ChandyMisraLaws {

    private ChandyMisraLaws() {}

    static List<Invariant<ChandyMisraState, ChandyMisraMessage, User>> all() {
        return List.of(
                DiningInvariants.neighboursExcludeEachOther(),

                // u has precedence over v: u has the clean fork, or it is on its way to u, or v has it dirty
                new Invariant.OfConfiguration<>(
                        "the precedence of neighbours has no cycle", at -> true, at -> at.processes().stream()
                                .noneMatch(id -> comesBack(at, id))),
                Invariant.process(
                        "an eating philosopher has all its forks, and they are dirty",
                        (state, user) -> state.mood() == Mood.EATING,
                        (state, user) -> state.hasAll()
                                && state.dirty().equals(state.here().keySet())),
                Invariant.process(
                        "a philosopher that does not eat has no clean fork but when it is hungry",
                        (state, user) -> state.mood() == Mood.THINKING,
                        (state, user) -> state.dirty().equals(state.here().keySet())),
                Invariant.process(
                        "a philosopher feels as its user does",
                        (state, user) -> true,
                        (state, user) -> state.mood().name().equals(user.name())));
    }

    private static Set<ProcessId> before(Configuration<ChandyMisraState, ChandyMisraMessage, User> at, ProcessId u) {
        Set<ProcessId> later = new HashSet<>();
        if (at.alive(u)) {
            for (Neighbour neighbour : at.state(u).neighbours()) {
                ProcessId v = neighbour.id();
                if (at.alive(v)
                        && (at.state(u).here().containsKey(v)
                                        && !at.state(u).dirty().contains(v)
                                || at.state(v).dirty().contains(u)
                                || at.inTransit(v, Neighbour.of(u)).stream().anyMatch(Fork.class::isInstance))) {
                    later.add(v);
                }
            }
        }
        return later;
    }

    private static boolean comesBack(Configuration<ChandyMisraState, ChandyMisraMessage, User> at, ProcessId start) {
        Set<ProcessId> reached = new HashSet<>();
        Set<ProcessId> frontier = before(at, start);
        while (!frontier.isEmpty()) {
            Set<ProcessId> next = new HashSet<>();
            for (ProcessId each : frontier) {
                if (each.equals(start)) {
                    return true;
                }
                if (reached.add(each)) {
                    next.addAll(before(at, each));
                }
            }
            frontier = next;
        }
        return false;
    }
}
