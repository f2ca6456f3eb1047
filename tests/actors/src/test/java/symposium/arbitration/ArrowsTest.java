package symposium.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.twostage.TwoStage;
import symposium.arbitration.twostage.TwoStage.Mood;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;

/**
 * The delay of a hungry philosopher in section 5: how many meals follow on each other at the worst, its own counted,
 * once it has done T0. That is the longest path of arrows from it, in philosophers; and on each graph it is that of the
 * longest path that the graph has at all.
 */
@Tag("slow")
class ArrowsTest {

    @Test
    void theLongestWaitIsTheLongestPathOfTheGraph() {
        Map<String, Integer> found = new LinkedHashMap<>();
        for (int philosophers = 2; philosophers <= 4; philosophers++) {
            for (Shape shape : List.of(Shape.CYCLE, Shape.LINE, Shape.STAR, Shape.COMPLETE)) {
                found.put(shape + " " + philosophers, longest(shape, philosophers));
            }
        }
        found.forEach((name, longest) -> {
            int philosophers = Integer.parseInt(name.substring(name.indexOf(' ') + 1));
            assertEquals(name.startsWith("star") ? Math.min(3, philosophers) : philosophers, longest, name);
        });
    }

    @Test
    @Tag("exhaustive")
    void theSameWithFive() {
        assertEquals(5, longest(Shape.CYCLE, 5));
        assertEquals(5, longest(Shape.LINE, 5));
        assertEquals(3, longest(Shape.STAR, 5));
    }

    /**
     * Meals that all others complete between T0 and T1, where all are neighbours: each one. Philosophers farther away
     * eat as often as they like while the news of a T2 is in transit, on the path of three already.
     */
    @Test
    void whereAllAreNeighboursEachEatsOnceMeanwhile() {
        assertEquals(1, others(Shape.COMPLETE, 2));
        assertEquals(2, others(Shape.COMPLETE, 3));
        assertEquals(3, others(Shape.COMPLETE, 4));
        assertThrows(AssertionError.class, () -> others(Shape.LINE, 3));
    }

    private static Model<TwoStage.State, TwoStage.Message, User, Input, Output> model(
            Topology topology, int philosophers) {
        return Model.of(new TwoStage.Entry(), Start.of(philosophers, 0)).withTopology(topology);
    }

    private static int others(Topology topology, int philosophers) {
        List<ProcessId> all = List.copyOf(Start.of(philosophers, 0).processes());
        int most = 0;
        for (ProcessId one : all) {
            List<ProcessId> others = new ArrayList<>(all);
            others.remove(one);
            most = Math.max(most, Delays.mostMealsOfOthers(model(topology, philosophers), one, others));
        }
        return most;
    }

    private static int longest(Topology topology, int philosophers) {
        Explorer<TwoStage.State, TwoStage.Message, User, Input, Output> explorer =
                Explorer.of(model(topology, philosophers), Limits.WIDE).explore();
        int longest = 0;
        for (Configuration<TwoStage.State, TwoStage.Message, User> at : explorer.reachable()) {
            for (ProcessId process : at.processes()) {
                if (at.state(process).mood() == Mood.HUNGRY) {
                    longest = Math.max(longest, path(at, process));
                }
            }
        }
        return longest;
    }

    /**
     * The longest path of arrows from here over philosophers that have their meal before them, by Q2 without end never.
     */
    private static int path(Configuration<TwoStage.State, TwoStage.Message, User> at, ProcessId from) {
        TwoStage.State state = at.state(from);
        boolean tabled = state.mood() == Mood.HUNGRY || state.mood() == Mood.EATING;
        int beyond = 0;
        if (tabled) {
            for (ProcessId to : state.tabled()) {
                beyond = Math.max(beyond, path(at, to));
            }
        }
        return tabled ? beyond + 1 : 0;
    }
}
