package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.binary.BinaryArbitration;
import symposium.arbitration.chandymisra.ChandyMisra;
import symposium.arbitration.twostage.TwoStage;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Start;

/**
 * A crash of which no philosopher is notified blocks exactly those who wait, directly or through others, for the dead.
 * The test looks at every state, reachable with one crash, in which no philosopher knows of it and no further step is
 * enabled; every other hungry philosopher has eaten by then.
 */
class DeathTest {

    /** Whom a philosopher that cannot go on waits for; no philosopher where it does not wait. */
    @FunctionalInterface
    private interface WaitsFor<S> {
        Set<ProcessId> of(S state);
    }

    private static final Table PATH = Table.of(List.of(List.of(1), List.of(0, 2), List.of(1, 3), List.of(2)));
    private static final Table TRIANGLE = Table.of(List.of(List.of(1, 2), List.of(0, 2), List.of(0, 1)));
    private static final Table STAR = Table.of(List.of(List.of(1, 2, 3), List.of(0), List.of(0), List.of(0)));

    /** "Those whose blocking path leads to it." */
    @Test
    void withBinaryArbitrationThoseWhoseBlockingPathLeadsToIt() {
        assertEquals(3, farthest(PATH, new BinaryArbitration.Entry(), DeathTest::binary));
        assertEquals(2, farthest(TRIANGLE, new BinaryArbitration.Entry(), DeathTest::binary));
        assertEquals(2, farthest(STAR, new BinaryArbitration.Entry(), DeathTest::binary));
    }

    /** Arrows lead to it, or the forks of the first stage. */
    @Test
    void withTwoStagesThoseWhoseArrowsOrForksLeadToIt() {
        assertEquals(3, farthest(PATH, new TwoStage.Entry(), DeathTest::twoStage));
        assertEquals(2, farthest(TRIANGLE, new TwoStage.Entry(), DeathTest::twoStage));
        assertEquals(2, farthest(STAR, new TwoStage.Entry(), DeathTest::twoStage));
    }

    @Test
    void withHygienicForksThoseThatLackAForkThatLeadsToIt() {
        assertEquals(3, farthest(PATH, new ChandyMisra.Entry(), DeathTest::hygienic));
        assertEquals(2, farthest(TRIANGLE, new ChandyMisra.Entry(), DeathTest::hygienic));
        assertEquals(2, farthest(STAR, new ChandyMisra.Entry(), DeathTest::hygienic));
    }

    private static Set<ProcessId> binary(BinaryArbitration.State state) {
        return state.mood() == BinaryArbitration.Mood.READY
                ? Set.of(state.forks().next().id())
                : Set.of();
    }

    private static Set<ProcessId> twoStage(TwoStage.State state) {
        return switch (state.mood()) {
            case GRABBING -> Set.of(state.forks().next().id());
            case HUNGRY -> state.tabled();
            case THINKING, EATING -> Set.of();
        };
    }

    private static Set<ProcessId> hygienic(ChandyMisra.State state) {
        Set<ProcessId> missing = new HashSet<>();
        if (state.user() == User.HUNGRY) {
            for (Neighbour neighbour : state.neighbours()) {
                if (!state.here().contains(neighbour.id())) {
                    missing.add(neighbour.id());
                }
            }
        }
        return missing;
    }

    /** How far from the dead some philosopher waits for it, at the most; every one that waits is looked at. */
    private static <S extends DiningState, M> int farthest(
            Table table, Algorithm<S, M, User, Input, Output> algorithm, WaitsFor<S> waitsFor) {
        Explorer<S, M, User, Input, Output> explorer = Explorer.of(
                        Model.of(algorithm, Start.of(table.size(), 0))
                                .withTopology(new Seats("the table", table))
                                .withFaults(FaultBudget.NONE.withCrashes(1)),
                        Limits.WIDE)
                .explore();
        int farthest = 0;
        for (Configuration<S, M, User> at : explorer.reachable()) {
            List<ProcessId> dead =
                    at.processes().stream().filter(each -> !at.alive(each)).toList();
            if (dead.size() == 1 && unheardOf(at, table, dead.get(0)) && atRest(at)) {
                Map<ProcessId, Integer> distances = distances(at, dead.get(0), waitsFor);
                for (ProcessId each : at.processes()) {
                    if (at.alive(each) && at.user(each) == User.HUNGRY) {
                        assertTrue(
                                distances.containsKey(each),
                                () -> table + ": " + each + " waits for nothing at "
                                        + at.processes().stream()
                                                .filter(at::alive)
                                                .map(at::state)
                                                .toList());
                        farthest = Math.max(farthest, distances.get(each));
                    }
                }
            }
        }
        return farthest;
    }

    private static <S extends DiningState, M> boolean unheardOf(
            Configuration<S, M, User> at, Table table, ProcessId dead) {
        return table.order(dead.number()).stream()
                .allMatch(other -> at.state(ProcessId.of(other)).neighbours().contains(Neighbour.of(dead)));
    }

    /** Nothing is in transit between the living, no timer runs, no philosopher eats. */
    private static <S extends DiningState, M> boolean atRest(Configuration<S, M, User> at) {
        for (ProcessId one : at.processes()) {
            if (at.alive(one)) {
                S state = at.state(one);
                boolean delayed = state instanceof BinaryArbitration.State binary
                        && binary.mood() == BinaryArbitration.Mood.DELAYED;
                if (delayed || at.user(one) == User.EATING) {
                    return false;
                }
            }
            for (ProcessId other : at.processes()) {
                if (at.alive(other) && !at.inTransit(one, Neighbour.of(other)).isEmpty()) {
                    return false;
                }
            }
        }
        return true;
    }

    private static <S extends DiningState, M> Map<ProcessId, Integer> distances(
            Configuration<S, M, User> at, ProcessId dead, WaitsFor<S> waitsFor) {
        Map<ProcessId, Integer> distances = new TreeMap<>(Map.of(dead, 0));
        Deque<ProcessId> frontier = new ArrayDeque<>(List.of(dead));
        while (!frontier.isEmpty()) {
            ProcessId to = frontier.remove();
            for (ProcessId from : at.processes()) {
                if (at.alive(from)
                        && !distances.containsKey(from)
                        && waitsFor.of(at.state(from)).contains(to)) {
                    distances.put(from, distances.get(to) + 1);
                    frontier.add(from);
                }
            }
        }
        return distances;
    }
}
