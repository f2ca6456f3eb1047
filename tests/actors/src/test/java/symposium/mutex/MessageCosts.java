package symposium.mutex;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.Effect;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * The sum of the messages of every run: for each reachable state in which nothing is in transit and all processes are
 * idle, the least and the greatest sum over all paths to it. Requests are bounded, so there are no cycles and finitely
 * many paths.
 *
 * @param least the least sum with which any such state is reached
 * @param most the greatest
 * @param quiescent how many such states there are
 */
public record MessageCosts(long least, long most, int quiescent) {

    private record Edge(int to, long weight) {}

    /** Sums up what each step weighs. */
    public static <S, M> MessageCosts of(Model<S, M, User, Input, Output> model, ToLongFunction<TraceEvent> weight) {
        Explorer<S, M, User, Input, Output> explorer =
                Explorer.of(model, Limits.WIDE).explore();
        List<List<Edge>> edges = new ArrayList<>();
        List<Boolean> quiet = new ArrayList<>();
        explorer.reachable().forEach(state -> {
            edges.add(new ArrayList<>());
            quiet.add(quiescent(state));
        });
        int[] before = new int[edges.size()];
        explorer.forEachTransition((from, occurrence, to) -> {
            edges.get(from).add(new Edge(to, weight.applyAsLong(occurrence)));
            before[to]++;
        });
        long[] least = new long[edges.size()];
        long[] most = new long[edges.size()];
        Arrays.fill(least, Long.MAX_VALUE);
        Arrays.fill(most, Long.MIN_VALUE);
        least[0] = 0;
        most[0] = 0;
        Deque<Integer> ready = new ArrayDeque<>(List.of(0));
        int visited = 0;
        while (!ready.isEmpty()) {
            int at = ready.remove();
            visited++;
            for (Edge edge : edges.get(at)) {
                least[edge.to()] = Math.min(least[edge.to()], least[at] + edge.weight());
                most[edge.to()] = Math.max(most[edge.to()], most[at] + edge.weight());
                if (--before[edge.to()] == 0) {
                    ready.add(edge.to());
                }
            }
        }
        if (visited < edges.size()) {
            throw new AssertionError("only " + visited + " of " + edges.size() + " states lie on no cycle");
        }
        MessageCosts books = new MessageCosts(Long.MAX_VALUE, Long.MIN_VALUE, 0);
        for (int state = 0; state < edges.size(); state++) {
            if (quiet.get(state)) {
                books = new MessageCosts(
                        Math.min(books.least, least[state]), Math.max(books.most, most[state]), books.quiescent + 1);
            }
        }
        return books;
    }

    /** How many messages a step sends. */
    public static long messages(TraceEvent occurrence) {
        return effects(occurrence).stream()
                .filter(Effect.Send.class::isInstance)
                .count();
    }

    /** How many users a step grants what they asked for. */
    public static long entries(TraceEvent occurrence) {
        return effects(occurrence).stream()
                .filter(effect -> effect instanceof Effect.Output<?, ?> told && told.output() instanceof Output.Granted)
                .count();
    }

    private static List<? extends Effect<?, ?>> effects(TraceEvent occurrence) {
        return occurrence instanceof TraceEvent.Stepped stepped ? stepped.effects() : List.of();
    }

    private static <S, M> boolean quiescent(Configuration<S, M, User> state) {
        for (ProcessId one : state.processes()) {
            if (state.user(one) != User.IDLE) {
                return false;
            }
            for (ProcessId other : state.processes()) {
                if (!one.equals(other)
                        && !state.inTransit(one, Neighbour.of(other)).isEmpty()) {
                    return false;
                }
            }
        }
        return true;
    }
}
