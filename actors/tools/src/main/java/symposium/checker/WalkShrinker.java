package symposium.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import symposium.checker.model.Model;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Scenario;

/**
 * Shortens a random walk that violates a property. It leaves out steps, takes the others again as far as they are
 * possible, and keeps what violates the same property: delta debugging, after A. Zeller and R. Hildebrandt, Simplifying
 * and isolating failure-inducing input, 2002. The result is a run of the model from which no single step can be left
 * out. A shorter run may exist.
 */
public final class WalkShrinker<S, M, U, I, O> {

    /** The most steps that are taken in order to shorten a walk. */
    public static final int MOST_STEPS = 300_000;

    /**
     * A shortened walk.
     *
     * @param trace the events of the run
     * @param minimal whether no single step of it can be left out; false if that is not known
     */
    public record Shrunk(List<TraceEvent> trace, boolean minimal) {
        public Shrunk {
            trace = List.copyOf(trace);
        }
    }

    private final StateWalk<S, M, U, I, O> walk;
    private int taken;

    /** A shrinker of walks through this model. */
    public WalkShrinker(Model<S, M, U, I, O> model) {
        walk = new StateWalk<>(model);
    }

    /**
     * Shortens a walk.
     *
     * @param found a walk through the model that violates a property
     * @return a run that violates the same property; the walk itself if a process starves in it, for that takes a
     *     whole walk
     */
    public Shrunk shrink(RandomWalk found) {
        String broken = found.broken().orElseThrow();
        if (broken.equals(Scenario.NO_STARVATION)) {
            return new Shrunk(found.trace(), false);
        }
        taken = 0;
        Optional<List<List<TraceEvent>>> whole = replay(grouped(found.trace()), broken);
        if (whole.isEmpty()) {
            return new Shrunk(found.trace(), false);
        }
        List<List<TraceEvent>> best = whole.get();
        for (int size = Math.max(1, best.size() / 2); size > 0 && taken < MOST_STEPS; ) {
            List<List<TraceEvent>> shorter = without(size, best, broken);
            if (size == 1 && shorter.size() == best.size()) {
                break;
            }
            best = shorter;
            size = Math.max(1, Math.min(size / 2, best.size() / 2));
        }
        replay(best, broken);
        return new Shrunk(ended(walk.trace(), found.trace()), taken < MOST_STEPS);
    }

    /** Leaves out each part of this size that the violation does not need. */
    private List<List<TraceEvent>> without(int size, List<List<TraceEvent>> steps, String broken) {
        List<List<TraceEvent>> best = steps;
        // From the end, where a part that is not needed is likely.
        for (int to = best.size(); to > 0 && taken < MOST_STEPS; to = Math.min(to - size, best.size())) {
            List<List<TraceEvent>> rest = new ArrayList<>(best.subList(0, Math.max(0, to - size)));
            rest.addAll(best.subList(to, best.size()));
            best = replay(rest, broken).orElse(best);
        }
        return best;
    }

    /**
     * Takes these steps from the initial state, without those that are not possible any more.
     *
     * @return the steps taken, if they violate the property and no other before
     */
    private Optional<List<List<TraceEvent>>> replay(List<List<TraceEvent>> steps, String broken) {
        List<List<TraceEvent>> done = new ArrayList<>();
        walk.restart();
        for (int step = 0; step < steps.size() && walk.broken().isEmpty(); step++) {
            Optional<Integer> choice = choice(steps.get(step));
            if (choice.isPresent()) {
                List<TraceEvent> events = walk.choices().get(choice.get()).events();
                walk.take(choice.get());
                done.add(events);
                taken++;
            }
        }
        return walk.broken().filter(broken::equals).map(same -> done);
    }

    /** The same step, or else one with the same cause: its message may say something else now. */
    private Optional<Integer> choice(List<TraceEvent> step) {
        List<StateWalk.Choice> choices = walk.choices();
        return IntStream.range(0, choices.size())
                .filter(choice -> choices.get(choice).events().equals(step))
                .boxed()
                .findFirst()
                .or(() -> IntStream.range(0, choices.size())
                        .filter(choice -> StateWalk.haveSameCause(
                                step, choices.get(choice).events()))
                        .boxed()
                        .findFirst());
    }

    /** The events of each step: a fault is one step with the step that it causes. */
    private List<List<TraceEvent>> grouped(List<TraceEvent> trace) {
        List<List<TraceEvent>> groups = new ArrayList<>();
        walk.follow(trace, groups::add);
        return groups;
    }

    /** With the event that says how an invariant failed, where the walk had one. */
    private static List<TraceEvent> ended(List<TraceEvent> shrunk, List<TraceEvent> found) {
        TraceEvent last = found.get(found.size() - 1);
        if (!(last instanceof TraceEvent.Threw) || shrunk.contains(last)) {
            return shrunk;
        }
        List<TraceEvent> ended = new ArrayList<>(shrunk);
        ended.add(last);
        return ended;
    }
}
