package symposium.arbitration;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.twostage.TwoStage;
import symposium.arbitration.twostage.TwoStage.Mood;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;

/** How often others complete a meal while a philosopher is between T0 and T1, in the worst of all runs. */
final class Delays {

    private record Edge(int to, ProcessId sated) {}

    private final List<Map<ProcessId, Mood>> moods = new ArrayList<>();
    private final List<List<Edge>> edges = new ArrayList<>();
    private final Map<ProcessId, List<ProcessId>> neighbours = new HashMap<>();

    private Delays(Model<TwoStage.State, TwoStage.Message, User, Input, Output> model) {
        Explorer<TwoStage.State, TwoStage.Message, User, Input, Output> explorer =
                Explorer.of(model, Limits.WIDE).explore();
        for (Configuration<TwoStage.State, TwoStage.Message, User> at : explorer.reachable()) {
            Map<ProcessId, Mood> all = new HashMap<>();
            for (ProcessId process : at.processes()) {
                all.put(process, at.state(process).mood());
                neighbours.put(
                        process,
                        at.state(process).neighbours().all().stream()
                                .map(Neighbour::id)
                                .toList());
            }
            moods.add(all);
            edges.add(new ArrayList<>());
        }
        explorer.forEachTransition((from, occurrence, to) -> {
            ProcessId process = occurrence.process();
            boolean sated = occurrence instanceof TraceEvent.Stepped
                    && moods.get(from).get(process) == Mood.EATING
                    && moods.get(to).get(process) != Mood.EATING;
            edges.get(from).add(new Edge(to, sated ? process : null));
        });
    }

    /** The most meals that one neighbour completes while one philosopher stays hungry. */
    static int mostMealsOfANeighbour(Model<TwoStage.State, TwoStage.Message, User, Input, Output> model) {
        Delays delays = new Delays(model);
        int most = 0;
        for (ProcessId one : delays.neighbours.keySet()) {
            for (ProcessId other : delays.neighbours.get(one)) {
                most = Math.max(most, delays.most(one, List.of(other)));
            }
        }
        return most;
    }

    /** The most meals that any others complete while this one stays hungry. */
    static int mostMealsOfOthers(
            Model<TwoStage.State, TwoStage.Message, User, Input, Output> model, ProcessId one, List<ProcessId> others) {
        return new Delays(model).most(one, others);
    }

    /**
     * A longest path among the moments at which {@code one} is hungry, meals of {@code others} counted; ended where
     * there is no bound.
     */
    private int most(ProcessId one, List<ProcessId> others) {
        int[] meals = new int[moods.size()];
        Deque<Integer> frontier = new ArrayDeque<>();
        for (int at = 0; at < moods.size(); at++) {
            if (moods.get(at).get(one) == Mood.HUNGRY) {
                frontier.add(at);
            }
        }
        int most = 0;
        while (!frontier.isEmpty()) {
            int at = frontier.remove();
            for (Edge edge : edges.get(at)) {
                if (moods.get(edge.to()).get(one) == Mood.HUNGRY) {
                    int through = meals[at] + (edge.sated() != null && others.contains(edge.sated()) ? 1 : 0);
                    if (through > moods.size()) {
                        throw new AssertionError("there is no bound");
                    }
                    if (through > meals[edge.to()]) {
                        meals[edge.to()] = through;
                        most = Math.max(most, through);
                        frontier.add(edge.to());
                    }
                }
            }
        }
        return most;
    }
}
