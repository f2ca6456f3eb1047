package symposium.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import symposium.kernel.Configuration;
import symposium.kernel.TraceEvent;

/**
 * Goes through a model at random, one step after the other, where it is far too large to explore: the same steps as the exploration, and
 * the same laws judged after each.
 *
 * <p>A walk first takes as many steps as it is told, each chosen at random: of those that are possible, a fault or a change one time in
 * twenty, and otherwise any. Then nobody asks for anything more and nothing more goes wrong; whatever has to happen in the end happens, that which
 * has been possible longest first, until nothing has to happen any more. Who then still waits waits forever. Where something always
 * has to happen, as where a token circulates, the walk ends some time after nobody waits; and if somebody waits after very many such steps, that
 * counts as waiting forever.
 *
 * <p>A walk depends on the model, its seed and its number of steps alone. Walks of one walker do not affect each other.
 */
public final class RandomWalks<S, M, U, I, O> {

    /** One step in so many is a fault, while there are any to come. */
    private static final int FAULT = 20;

    /** After so many steps in which nobody waits, nothing else is to be expected of what always goes on. */
    private static final int AFTERWARDS = 500;

    /** Whoever waits so many steps for each process, all of them owed, the oldest first, waits forever. */
    private static final int PATIENCE = 5_000;

    private static final int NOBODY = -1;

    private final Model<S, M, U, I, O> model;

    private RandomWalks(Model<S, M, U, I, O> model) {
        this.model = model;
    }

    /** A walker through this model; states that a quotient makes alike are told apart. */
    public static <S, M, U, I, O> RandomWalks<S, M, U, I, O> of(Model<S, M, U, I, O> model) {
        return new RandomWalks<>(model.withoutQuotient());
    }

    /**
     * One walk.
     *
     * @param seed of all that is chosen
     * @param steps how many steps are taken at random, from 0, before all is let come to rest
     * @throws IllegalArgumentException when {@code steps} is negative
     */
    public RandomWalk walk(long seed, int steps) {
        if (steps < 0) {
            throw new IllegalArgumentException("a walk takes steps, counted from 0, not " + steps);
        }
        return new Course(seed).go(steps);
    }

    /** A walk on its way. */
    private final class Course {
        private final long seed;
        private final Random random;
        private final StateSpace<S, M, U, I, O> space = StateSpace.toWalk(model);
        private final PropertyChecker<S, M, U, I, O> judge = new PropertyChecker<>(model, space);
        private final List<TraceEvent> trace = new ArrayList<>();
        private final long[] fired = new long[space.ruleLabels().size()];
        /** Since which step each owed action has been possible. */
        private final Map<Long, Integer> since = new HashMap<>();

        private int[] candidates = new int[64];
        private int count;
        private long served;
        private String broken;
        private boolean quiet;

        Course(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        RandomWalk go(int steps) {
            space.begin();
            space.visit(0);
            found(judge.broken());
            for (int step = 0; step < steps && broken == null && !quiet; step++) {
                int found = expand();
                if (broken == null) {
                    quiet = found == 0;
                    if (!quiet) {
                        take(anyOf(found));
                    }
                }
            }
            settle();
            Map<String, Long> rules = new LinkedHashMap<>();
            for (int rule = 0; rule < fired.length; rule++) {
                rules.put(space.ruleLabels().get(rule), fired[rule]);
            }
            return new RandomWalk(seed, Optional.ofNullable(broken), trace, rules, served, quiet);
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
                boolean waiting = judge.anyoneWaits();
                atRest = waiting ? 0 : atRest + 1;
                if (waiting && step >= patience) {
                    broken = Explorer.NO_STARVATION;
                    return;
                }
                take(next);
            }
        }

        private int expand() {
            int found = space.survey(NOBODY);
            if (space.successors().anyViolation()) {
                for (int successor = 0; successor < found && broken == null; successor++) {
                    refute(successor);
                }
                return found;
            }
            if (space.successors().owedSteps() == 0 && judge.anyoneWaits()) {
                broken = Explorer.NO_DEADLOCK;
            }
            return found;
        }

        private void refute(int successor) {
            if (space.successors().violation(successor) != null) {
                broken = space.successors().violation(successor).invariant();
                trace.add(space.event(successor));
            }
        }

        private int anyOf(int found) {
            boolean fault = random.nextInt(FAULT) == 0;
            collect(found, fault);
            if (count == 0) {
                collect(found, !fault);
            }
            return candidates[random.nextInt(count)];
        }

        private void collect(int found, boolean faults) {
            count = 0;
            for (int successor = 0; successor < found; successor++) {
                if (space.successors().kind(successor).isFault() == faults) {
                    add(successor);
                }
            }
        }

        private void add(int successor) {
            if (count == candidates.length) {
                candidates = java.util.Arrays.copyOf(candidates, count * 2);
            }
            candidates[count++] = successor;
        }

        /** The successor by what has to happen and has been possible longest; one of several at random; -1 when nothing has to. */
        private int oldestOwed(int found, int now) {
            Set<Long> possible = new HashSet<>();
            int oldest = Integer.MAX_VALUE;
            count = 0;
            for (int successor = 0; successor < found; successor++) {
                if (space.successors().owed(successor) && !isDuplication(successor)) {
                    long action = space.obligation(successor);
                    possible.add(action);
                    Integer known = since.putIfAbsent(action, now);
                    int age = known == null ? now : known;
                    if (age < oldest) {
                        oldest = age;
                        count = 0;
                    }
                    if (age == oldest) {
                        add(successor);
                    }
                }
            }
            since.keySet().retainAll(possible);
            if (count == 0) {
                return -1;
            }
            int chosen = candidates[random.nextInt(count)];
            since.remove(space.obligation(chosen));
            return chosen;
        }

        private boolean isDuplication(int successor) {
            return space.successors().kind(successor) == StepKind.DUPLICATION;
        }

        private void take(int successor) {
            space.survey(successor);
            if (isDuplication(successor)) {
                trace.add(space.events(successor).get(0));
            }
            refute(successor);
            if (broken != null) {
                return;
            }
            TraceEvent occurrence = space.event(successor);
            trace.add(occurrence);
            LocalStep step = space.successors().step(successor);
            if (step != null) {
                fired[step.rule()]++;
                served += step.serves() ? 1 : 0;
            }
            Configuration<S, M, U> before = judge.concerns(occurrence) ? space.configuration() : null;
            space.follow();
            found(before == null ? null : judge.broken(before, occurrence, space.configuration()));
            if (broken == null) {
                found(judge.broken());
            }
        }

        /** An invariant that the checker has just found broken, or null. */
        private void found(String invariant) {
            broken = invariant;
            if (invariant != null) {
                judge.failure(invariant).ifPresent(trace::add);
            }
        }
    }
}
