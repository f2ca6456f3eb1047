package symposium.checker.space;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import symposium.checker.local.LocalStep;
import symposium.checker.local.StepKind;
import symposium.checker.store.GlobalState;
import symposium.checker.store.WordTable;
import symposium.kernel.InvariantViolation;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.UnsoundQuotient;

/**
 * Checks that a quotient may replace states by their canonical forms: the steps from a state lead to the same canonical
 * states as those from its canonical form, one by one, and both violate the same invariant.
 *
 * <p>With each step, the state that a run reaches and the state that the exploration stores may differ more. Looking
 * one step ahead is therefore not enough. From the first states, and from a sample of the others, a walk continues
 * without canonical forms, and each of its states is compared with its own canonical form.
 */
final class QuotientCheck<S, M, U> {

    /** States in rows of their own, which are not replaced by canonical forms. */
    interface States<S, M, U> {
        /** The name of the model. */
        String name();

        int processes();

        GlobalState state(int[] row);

        /** Computes the successors of a state, and returns their number. */
        int expand(GlobalState at);

        Successors successors();

        /** The row of a successor, valid until the next call. */
        int[] rowOf(int successor);

        TraceEvent event(int successor);

        /** The name of the invariant violated in a state, or null. */
        String broken(GlobalState at);

        boolean waits(GlobalState at, int process);

        Configuration<S, M, U> configuration(GlobalState at);
    }

    /** Walks begin at this number of states. */
    private static final int FIRST = 1 << 8;
    /** One begins at one of this number of later states, too. */
    private static final int EVERY = 1 << 15;
    /** Stands for every state that has no canonical form. */
    private static final List<Integer> OUTSIDE = List.of();
    /** The most steps of a walk. */
    private static final int STEPS = 40;

    private final CanonicalForms<S, M, U, ?, ?> forms;
    private final Supplier<States<S, M, U>> states;
    /** The states without canonical forms; null before they are needed. */
    private States<S, M, U> space;

    private long expanded;

    /** @param states the states without canonical forms, asked for once if they are needed */
    QuotientCheck(CanonicalForms<S, M, U, ?, ?> forms, Supplier<States<S, M, U>> states) {
        this.forms = forms;
        this.states = states;
    }

    /**
     * Takes a walk from the state that is expanded next, if one is due.
     *
     * @throws UnsoundQuotient if a state on its way does not behave as its canonical form does
     */
    void sample(GlobalState from) {
        if (!forms.reduces()) {
            require(from.numbers());
            return;
        }
        if (expanded++ >= FIRST && expanded % EVERY != 0) {
            return;
        }
        try {
            walk(from.numbers());
        } catch (InvariantViolation thrown) {
            // The exploration itself reports it when it reaches such a state.
            return;
        }
    }

    private void walk(int[] from) {
        long seed = (long) Arrays.hashCode(from) << Integer.SIZE;
        int[] state = from;
        for (int step = 0; step < STEPS && require(state); step++) {
            int found = space.expand(space.state(state));
            int[] possible = IntStream.range(0, found)
                    .filter(successor -> space.successors().violation(successor) == null)
                    .toArray();
            if (possible.length == 0) {
                return;
            }
            state = space.rowOf(possible[choice(seed + step, possible.length)]).clone();
        }
    }

    /** A number below a bound, the same on every platform: links are numbered in the order of their first use. */
    private static int choice(long seed, int bound) {
        return (int) ((WordTable.hash(seed) >>> 1) % bound);
    }

    /**
     * Requires that a state behaves as its canonical form does.
     *
     * @return whether it violates no invariant
     * @throws UnsoundQuotient if it does not
     */
    private boolean require(int[] state) {
        if (space == null) {
            space = states.get();
        }
        boolean holds = space.broken(space.state(state)) == null;
        int live = forms.live(state, state.length);
        if (!holds && !forms.inDomain(live)) {
            return false;
        }
        forms.requireDomain(live);
        int[] canonical = canonical(state, live);
        if (Arrays.equals(state, canonical)) {
            return holds;
        }
        Seen seen = see(state);
        Seen expected = see(canonical);
        if (!numbers(canonical(canonical, forms.live(canonical, canonical.length)))
                .equals(numbers(canonical))) {
            throw unsound("a canonical form has another one", state, canonical);
        }
        if (!seen.broken().equals(expected.broken())) {
            throw unsound("one violates " + seen.broken() + " and the other " + expected.broken(), state, canonical);
        }
        if (!seen.waiting().equals(expected.waiting())) {
            throw unsound("others wait", state, canonical);
        }
        if (!seen.steps().equals(expected.steps())) {
            throw unsound(difference(seen, expected), state, canonical);
        }
        forms.compared().incrementAndGet();
        return holds;
    }

    /**
     * What a state does.
     *
     * @param broken the name of the invariant that it violates, or "null"
     * @param waiting the processes that wait
     * @param steps the steps from it to canonical forms, and how many are alike
     * @param events what happens in these steps, for people
     */
    private record Seen(
            String broken,
            List<Integer> waiting,
            Map<List<Object>, Integer> steps,
            Map<List<Object>, TraceEvent> events) {}

    private Seen see(int[] row) {
        GlobalState state = space.state(row);
        String broken = String.valueOf(space.broken(state));
        List<Integer> waiting = IntStream.range(0, space.processes())
                .filter(process -> space.waits(state, process))
                .boxed()
                .toList();
        Seen seen = new Seen(broken, waiting, new HashMap<>(), new HashMap<>());
        int set = forms.live(row, row.length);
        Successors successors = space.successors();
        for (int successor = space.expand(state) - 1; successor >= 0; successor--) {
            List<Object> step = step(successor, successors, set);
            seen.steps().merge(step, 1, Integer::sum);
            seen.events().put(step, space.event(successor));
        }
        return seen;
    }

    private List<Object> step(int successor, Successors successors, int set) {
        StepKind kind = successors.kind(successor);
        LocalStep step = successors.step(successor);
        InvariantViolation violation = successors.violation(successor);
        boolean ofMessage = kind == StepKind.DELIVERY
                || kind == StepKind.RETURN
                || kind == StepKind.LOSS
                || kind == StepKind.DUPLICATION;
        int chosen = successors.chosen(successor);
        return List.of(
                kind,
                successors.place(successor),
                ofMessage ? forms.normalMessage(chosen, set) : chosen,
                step.rule(),
                step.action(),
                forms.normalObserved(step.observed(), set),
                step.serves(),
                step.owed(),
                step.leaves(),
                violation == null ? after(successors.unpack(successor)) : violation.invariant());
    }

    /** The canonical form of the row after a step, or a mark where it has none. */
    private List<Integer> after(int[] row) {
        int live = forms.live(row, row.length);
        return forms.inDomain(live) ? numbers(canonical(row, live)) : OUTSIDE;
    }

    /** The canonical form of a row with these live numbers. */
    private int[] canonical(int[] row, int set) {
        return IntStream.range(0, row.length)
                .map(slot -> forms.normal(slot, row[slot], set))
                .toArray();
    }

    /** The numbers of a row without those of links that are not in use yet. */
    private static List<Integer> numbers(int[] row) {
        int end = row.length;
        while (end > 0 && row[end - 1] == 0) {
            end--;
        }
        return Arrays.stream(row, 0, end).boxed().toList();
    }

    private static String difference(Seen seen, Seen expected) {
        return seen.steps().entrySet().stream()
                .filter(step -> !step.getValue().equals(expected.steps().get(step.getKey())))
                .findFirst()
                .map(step -> "only in the first, " + seen.events().get(step.getKey()) + " leads to such a state")
                .orElseGet(() -> expected.steps().keySet().stream()
                        .filter(step -> !seen.steps().containsKey(step))
                        .findFirst()
                        .map(step -> "only in the second, " + expected.events().get(step) + " leads to such a state")
                        .orElseThrow());
    }

    private UnsoundQuotient unsound(String why, int[] state, int[] canonical) {
        return new UnsoundQuotient(forms.quotient().getClass().getName() + " is not a quotient of " + space.name()
                + ", so the result is undecided: of " + text(state) + " and its canonical form "
                + text(canonical) + ", " + why);
    }

    /** The parts of a state, in a line. */
    private String text(int[] row) {
        Configuration<S, M, U> all = space.configuration(space.state(row));
        return "["
                + all.live().stream()
                        .map(process -> process.id() + ": " + process.state())
                        .collect(Collectors.joining("; "))
                + "; in transit " + all.inTransit().toList() + "]";
    }
}
