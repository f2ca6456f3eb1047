package symposium.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import symposium.checker.local.LocalStep;
import symposium.checker.model.Model;
import symposium.checker.space.SuccessorEvents;
import symposium.checker.space.Successors;
import symposium.kernel.Require;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Scenario;

/**
 * Random walks through a model that is too large to explore. A walk takes the same steps as the exploration, and
 * checks the same invariants after each.
 *
 * <p>A walk first takes a given number of random steps: a fault or a change one time in twenty, otherwise any
 * possible step. In the second phase no user makes a request and no fault happens. The walk repeatedly takes the owed
 * step that has been possible longest, until none is left. A process that still waits then waits forever. Some
 * algorithms always owe a step, such as those with a circulating token. There the walk ends some time after no
 * process waits any more. A process that waits for very many such steps counts as waiting forever.
 *
 * <p>A walk depends only on the model, its seed and its number of steps. Walks are independent of each other.
 */
public final class RandomWalks<S, M, U, I, O> {

    /** One step in this number is a fault, while the budget lasts. */
    private static final int FAULT = 20;

    /** With steps always owed, the walk ends after this number of steps in which no process waits. */
    private static final int AFTERWARDS = 500;

    /**
     * A process waits forever if it waits for this number of owed steps, oldest first, times the number of processes.
     */
    private static final int PATIENCE = 5_000;

    private final Model<S, M, U, I, O> model;

    /** Random walks through this model, without symmetry reduction. */
    public RandomWalks(Model<S, M, U, I, O> model) {
        this.model = model.withoutQuotient();
    }

    /**
     * One walk.
     *
     * @param seed the seed of all random choices
     * @param steps the number of random steps in the first phase, at least 0
     * @throws IllegalArgumentException if {@code steps} is negative
     */
    public RandomWalk walk(long seed, int steps) {
        Require.that(steps >= 0, "the number of steps must not be negative: " + steps);
        return new Walk(seed).go(steps);
    }

    /** A walk in progress. */
    private final class Walk {
        private final long seed;
        private final Random random;
        private final StateWalk<S, M, U, I, O> walk = new StateWalk<>(model);
        private final Successors successors = walk.space().successors();
        private final SuccessorEvents<S, M, U, I, O> events = walk.space().events();
        private final long[] fired = new long[walk.space().rules()];
        /** By owed action: the step since which it has been possible. */
        private final Map<Long, Integer> since = new HashMap<>();

        private long served;
        private boolean quiet;
        private boolean starved;

        Walk(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        RandomWalk go(int steps) {
            for (int step = 0; step < steps && goesOn(); step++) {
                quiet = walk.possible() == 0;
                if (!quiet) {
                    take(anyOf(walk.possible()));
                }
            }
            settle();
            List<TraceEvent> trace = new ArrayList<>(walk.trace());
            walk.failure().ifPresent(trace::add);
            Optional<String> broken = starved ? Optional.of(Scenario.NO_STARVATION) : walk.broken();
            return new RandomWalk(seed, broken, trace, walk.space().rules(fired), served, quiet);
        }

        private void settle() {
            int patience = PATIENCE * walk.space().processes();
            int atRest = 0;
            for (int step = 0; atRest < AFTERWARDS && goesOn(); step++) {
                int next = oldestOwed(walk.possible(), step);
                boolean waiting = walk.anyoneWaits();
                atRest = waiting ? 0 : atRest + 1;
                quiet = next < 0;
                starved = !quiet && waiting && step >= patience;
                if (!quiet && !starved) {
                    take(next);
                }
            }
        }

        /** Also takes a step that violates an invariant, if one is possible here. */
        private boolean goesOn() {
            boolean deadlock = walk.broken().equals(Optional.of(Scenario.NO_DEADLOCK));
            if ((walk.broken().isEmpty() || deadlock) && !walk.ended() && successors.anyViolation()) {
                walk.take(successors.firstViolating());
            }
            return walk.broken().isEmpty() && !quiet && !starved;
        }

        private int anyOf(int found) {
            boolean fault = random.nextInt(FAULT) == 0;
            int[] candidates = IntStream.range(0, found)
                    .filter(successor -> successors.kind(successor).isFault() == fault)
                    .toArray();
            return candidates.length == 0 ? random.nextInt(found) : candidates[random.nextInt(candidates.length)];
        }

        /**
         * The successor by the owed step that has been possible longest, a random one of several; -1 if no step is
         * owed.
         */
        private int oldestOwed(int found, int now) {
            List<Integer> owed = IntStream.range(0, found)
                    .filter(successors::obliges)
                    .boxed()
                    .toList();
            Set<Long> possible = owed.stream().map(events::obligation).collect(Collectors.toSet());
            since.keySet().retainAll(possible);
            possible.forEach(action -> since.putIfAbsent(action, now));
            int oldest =
                    since.values().stream().mapToInt(Integer::intValue).min().orElse(now);
            List<Integer> candidates = owed.stream()
                    .filter(successor -> since.get(events.obligation(successor)) == oldest)
                    .toList();
            if (candidates.isEmpty()) {
                return -1;
            }
            int chosen = candidates.get(random.nextInt(candidates.size()));
            since.remove(events.obligation(chosen));
            for (long restarted : events.restarted(chosen)) {
                since.remove(restarted);
            }
            return chosen;
        }

        private void take(int successor) {
            LocalStep step = successors.step(successor);
            walk.take(successor);
            if (!walk.ended() && step.rule() >= 0) {
                fired[step.rule()]++;
                served += step.serves() ? 1 : 0;
            }
        }
    }
}
