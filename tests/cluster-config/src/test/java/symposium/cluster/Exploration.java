package symposium.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Explores a model in every order of its events, breadth first. */
public final class Exploration {

    private Exploration() {}

    /** The result: the violated property with the events that lead to it, if any. */
    public record Result(int states, List<String> counterexample) {}

    /** A state that changes. */
    public abstract static class Run<S> {

        private Optional<String> violated = Optional.empty();

        protected abstract S state();

        /** Nothing changes any more, and all that is under way arrives. */
        protected abstract void settle();

        protected final void violated(String what) {
            violated = violated.or(() -> Optional.of(what));
        }

        /** The first property that has been violated. */
        protected final Optional<String> violation() {
            return violated;
        }
    }

    private record Reached<S>(S from, String event) {}

    /**
     * Explores all states, until a property is violated.
     *
     * @param run begins at a state
     * @param events those that can happen in a state, by their names
     */
    public static <S, R extends Run<S>> Result explore(
            S start, Function<S, R> run, Function<S, Map<String, Consumer<R>>> events) {
        Map<S, Reached<S>> reached = new HashMap<>();
        Deque<S> queue = new ArrayDeque<>();
        reached.put(start, new Reached<>(null, ""));
        queue.add(start);
        while (!queue.isEmpty()) {
            S state = queue.remove();
            R settling = run.apply(state);
            settling.settle();
            if (settling.violation().isPresent()) {
                return new Result(
                        reached.size(),
                        path(reached, state, settling.violation().get()));
            }
            for (Map.Entry<String, Consumer<R>> event : events.apply(state).entrySet()) {
                R next = run.apply(state);
                event.getValue().accept(next);
                if (next.violation().isPresent()) {
                    return new Result(
                            reached.size(),
                            path(
                                    reached,
                                    state,
                                    event.getKey(),
                                    next.violation().get()));
                }
                if (reached.putIfAbsent(next.state(), new Reached<>(state, event.getKey())) == null) {
                    queue.add(next.state());
                }
            }
        }
        return new Result(reached.size(), List.of());
    }

    private static <S> List<String> path(Map<S, Reached<S>> reached, S last, String... violated) {
        LinkedList<String> path = new LinkedList<>(List.of(violated));
        for (Reached<S> by = reached.get(last); by.from() != null; by = reached.get(by.from())) {
            path.addFirst(by.event());
        }
        return path;
    }
}
