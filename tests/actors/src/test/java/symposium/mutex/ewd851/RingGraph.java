package symposium.mutex.ewd851;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.Effect;
import symposium.kernel.TraceEvent.Stepped;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** All reachable states of a ring and the steps between them, as the checker finds them. State 0 is the initial one. */
final class RingGraph {

    record Edge(int from, Stepped step, int to) {
        boolean by(Set<Ewd851.Rule> rules) {
            return rules.contains((Ewd851.Rule) step.rule());
        }

        boolean at(int machine) {
            return step.process().number() == machine;
        }

        int messages() {
            return (int) step.effects().stream()
                    .filter(effect -> effect instanceof Effect.Send)
                    .count();
        }
    }

    /** The critical engagements initiated by the holder, and those initiated upon receipt of the token. */
    static final Set<Ewd851.Rule> ENTRIES = Set.of(Ewd851.Rule.N_0, Ewd851.Rule.T_0, Ewd851.Rule.T_2);

    static final Set<Ewd851.Rule> ENTRIES_BY_TOKEN = Set.of(Ewd851.Rule.T_0, Ewd851.Rule.T_2);

    private final List<Configuration<Ewd851.State, Ewd851.Message, User>> states = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();

    private RingGraph(int machines) {
        Explorer<?, ?, ?, ?, ?> explorer = explored(machines);
        explored(machines).reachable().forEach(states::add);
        explorer.forEachTransition((from, occurrence, to) -> edges.add(new Edge(from, (Stepped) occurrence, to)));
    }

    static RingGraph of(int machines) {
        return new RingGraph(machines);
    }

    /** The checker, after a ring of this number of machines. */
    static Explorer<Ewd851.State, Ewd851.Message, User, Input, Output> explored(int machines) {
        return Explorer.of(Model.of(new Ewd851.Entry(), Start.of(machines, 0)), Limits.WIDE)
                .explore();
    }

    List<Edge> edges() {
        return edges;
    }

    Configuration<Ewd851.State, Ewd851.Message, User> state(int number) {
        return states.get(number);
    }

    int size() {
        return states.size();
    }

    /** The heaviest run from the initial state, by the weight of its steps; empty when there is no bound. */
    OptionalInt heaviest(ToIntFunction<Edge> weight) {
        int[] best = new int[states.size()];
        Arrays.fill(best, NOT_REACHED);
        best[0] = 0;
        return heaviest(best, arcs(weight, edge -> true));
    }

    /** The heaviest run from any state over those steps alone; empty when there is no bound. */
    OptionalInt heaviestAnywhere(ToIntFunction<Edge> weight, Predicate<Edge> over) {
        return heaviest(new int[states.size()], arcs(weight, over));
    }

    private List<Arc> arcs(ToIntFunction<Edge> weight, Predicate<Edge> over) {
        return edges.stream()
                .filter(over)
                .map(edge -> new Arc(edge.from(), edge.to(), weight.applyAsInt(edge)))
                .toList();
    }

    /** A step of some weight. */
    record Arc(int from, int to, int weight) {}

    private static final int NOT_REACHED = Integer.MIN_VALUE;

    /** The heaviest way over those arcs, by Bellman and Ford; empty when there is a cycle of positive weight. */
    static OptionalInt heaviest(int[] best, List<Arc> arcs) {
        for (int round = 0; round <= best.length; round++) {
            boolean changed = false;
            for (Arc arc : arcs) {
                if (best[arc.from()] != NOT_REACHED && best[arc.from()] + arc.weight() > best[arc.to()]) {
                    best[arc.to()] = best[arc.from()] + arc.weight();
                    changed = true;
                }
            }
            if (!changed) {
                return Arrays.stream(best).max();
            }
        }
        return OptionalInt.empty();
    }
}
