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
import symposium.checker.space.PropertyChecker;
import symposium.checker.space.StateSpace;
import symposium.checker.store.GlobalState;
import symposium.kernel.InvariantViolation;
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
        private final StateSpace<S, M, U, I, O> space = new StateSpace<>(model, true);
        private final PropertyChecker<S, M, U, I, O> checker = new PropertyChecker<>(model, space);
        private final List<TraceEvent> trace = new ArrayList<>();
        private final long[] fired = new long[space.rules()];
        /** By owed action: the step since which it has been possible. */
        private final Map<Long, Integer> since = new HashMap<>();

        private long served;
        private String broken;
        private boolean quiet;
        /** Where the walk is. */
        private GlobalState at;

        Walk(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        RandomWalk go(int steps) {
            try {
                wander(steps);
                settle();
            } catch (InvariantViolation violation) {
                broken = violation.invariant();
                trace.add(space.events().threw(violation));
            }
            return new RandomWalk(seed, Optional.ofNullable(broken), trace, space.rules(fired), served, quiet);
        }

        private void wander(int steps) {
            space.begin();
            at = space.state(0);
            found(checker.broken(at));
            for (int step = 0; step < steps && broken == null && !quiet; step++) {
                int found = expand();
                if (broken == null) {
                    quiet = found == 0;
                    if (!quiet) {
                        take(anyOf(found));
                    }
                }
            }
        }

        private void settle() {
            int patience = PATIENCE * space.processes();
            int atRest = 0;
            for (int step = 0; broken == null && !quiet && atRest < AFTERWARDS; step++) {
                int found = expand();
                if (broken != null) {
                    return;
                }
                int next = oldestOwed(found, step);
                if (next < 0) {
                    quiet = true;
                    return;
                }
                boolean waiting = checker.anyoneWaits(at);
                atRest = waiting ? 0 : atRest + 1;
                if (waiting && step >= patience) {
                    broken = Scenario.NO_STARVATION;
                    return;
                }
                take(next);
            }
        }

        private int expand() {
            int found = space.survey(at, StateSpace.NO_SUCCESSOR);
            if (space.successors().anyViolation()) {
                space.events().fault(space.successors().firstViolating()).ifPresent(trace::add);
                refute(space.successors().firstViolating());
            } else if (space.successors().owedSteps() == 0 && checker.anyoneWaits(at)) {
                broken = Scenario.NO_DEADLOCK;
            }
            return found;
        }

        private void refute(int successor) {
            if (space.successors().violation(successor) != null) {
                broken = space.successors().violation(successor).invariant();
                trace.add(space.events().of(successor));
            }
        }

        private int anyOf(int found) {
            boolean fault = random.nextInt(FAULT) == 0;
            int[] candidates = IntStream.range(0, found)
                    .filter(successor -> space.successors().kind(successor).isFault() == fault)
                    .toArray();
            return candidates.length == 0 ? random.nextInt(found) : candidates[random.nextInt(candidates.length)];
        }

        /**
         * The successor by the owed step that has been possible longest, a random one of several; -1 if no step is
         * owed.
         */
        private int oldestOwed(int found, int now) {
            List<Integer> owed = IntStream.range(0, found)
                    .filter(space.successors()::obliges)
                    .boxed()
                    .toList();
            Set<Long> possible = owed.stream().map(space.events()::obligation).collect(Collectors.toSet());
            since.keySet().retainAll(possible);
            possible.forEach(action -> since.putIfAbsent(action, now));
            int oldest =
                    since.values().stream().mapToInt(Integer::intValue).min().orElse(now);
            List<Integer> candidates = owed.stream()
                    .filter(successor -> since.get(space.events().obligation(successor)) == oldest)
                    .toList();
            if (candidates.isEmpty()) {
                return -1;
            }
            int chosen = candidates.get(random.nextInt(candidates.size()));
            since.remove(space.events().obligation(chosen));
            for (long restarted : space.events().restarted(chosen)) {
                since.remove(restarted);
            }
            return chosen;
        }

        private void take(int successor) {
            space.survey(at, successor);
            space.events().fault(successor).ifPresent(trace::add);
            refute(successor);
            if (broken != null) {
                return;
            }
            TraceEvent event = space.events().of(successor);
            trace.add(event);
            LocalStep step = space.successors().step(successor);
            if (step.rule() >= 0) {
                fired[step.rule()]++;
                served += step.serves() ? 1 : 0;
            }
            GlobalState before = at;
            at = space.successor(successor);
            if (checker.concerns(event)) {
                found(checker.broken(space.configuration(before), event, space.configuration(at)));
            }
            if (broken == null) {
                found(checker.broken(at));
            }
        }

        /** An invariant that the checker has just found broken, or null. */
        private void found(String invariant) {
            broken = invariant;
            if (invariant != null) {
                checker.failure(invariant).ifPresent(trace::add);
            }
        }
    }
}
