package symposium.checker.space;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import symposium.checker.local.LocalStep;
import symposium.checker.local.StepKind;
import symposium.checker.store.GlobalState;
import symposium.checker.store.RowLayout;
import symposium.checker.store.Rows;
import symposium.kernel.InvariantViolation;

/**
 * The successors of a state: their rows and origins. A walk builds only the row of the successor it takes. They are
 * what they are until their space expands another state.
 */
public final class Successors {

    static final int NONE = -1;

    private static final StepKind[] KINDS = StepKind.values();
    private static final int PLACE_BITS = 24;

    private final Rows states;
    /** The state before them. */
    private GlobalState from;

    private long[] rows = new long[64];
    private int[] full = new int[0];
    private int count;
    /** By successor: its kind and place, the latter a process or a link. */
    private int[] origins = new int[16];
    /** By successor: the message or the notification. */
    private int[] chosen = new int[16];

    private LocalStep[] steps = new LocalStep[16];
    /** By successor: the violated invariant, if the step violates one. */
    private final Map<Integer, InvariantViolation> violations = new HashMap<>();

    private boolean anyViolation;
    private int owedSteps;
    /** In a walk, the successor whose row is built; the others have none. */
    private int wanted = NONE;

    Successors(Rows states) {
        this.states = states;
    }

    /** Begins the successors of a state. */
    void begin(GlobalState state) {
        from = state;
        count = 0;
        owedSteps = 0;
        if (anyViolation) {
            violations.clear();
            anyViolation = false;
        }
    }

    /** The state before them. */
    GlobalState from() {
        return from;
    }

    /** The state after one of them, whose row is built. */
    GlobalState after(int successor) {
        return states.state(rows, offset(successor));
    }

    void want(int successor) {
        wanted = successor;
    }

    /** Begins a successor's row as a copy of the state before it. Returns its index. */
    int add(StepKind kind, int place, LocalStep step, int choice) {
        if (place >>> PLACE_BITS != 0) {
            throw new IllegalStateException(
                    "the checker has no number for process or link " + place + " of this model");
        }
        if (count == origins.length) {
            origins = Arrays.copyOf(origins, count * 2);
            chosen = Arrays.copyOf(chosen, count * 2);
            steps = Arrays.copyOf(steps, count * 2);
        }
        origins[count] = kind.ordinal() << PLACE_BITS | place;
        chosen[count] = choice;
        steps[count] = step;
        if (step.owed() && !kind.isFault()) {
            owedSteps++;
        }
        count++;
        if (!skipped()) {
            copyFrom(offset(count - 1));
        }
        return count - 1;
    }

    private void copyFrom(int at) {
        if (at + states.words() > rows.length) {
            rows = Arrays.copyOf(rows, rows.length * 2 + states.words());
        }
        states.copy(from, rows, at);
    }

    /** Widens the layout, see {@link Rows#widen}, and packs the rows begun so far again. */
    void widen(int slots, int slot, int number, IntPredicate alike) {
        RowLayout before = states.layout();
        states.widen(slots, slot, number, alike);
        rows = before.repack(rows, states.walking() ? 1 : count, states.layout());
    }

    /** One number of a successor's row. */
    int read(int successor, int slot) {
        return states.layout().read(rows, offset(successor), slot);
    }

    /** All numbers of a successor's row, valid until the next call. */
    int[] unpack(int successor) {
        if (full.length < states.slots()) {
            full = new int[states.slots()];
        }
        states.layout().unpack(rows, offset(successor), full);
        return full;
    }

    /** Replaces one number of a successor's row by another that fits. */
    void replace(int successor, int slot, int before, int after) {
        states.layout().replace(rows, offset(successor), slot, before, after);
    }

    /** Marks the step to the last successor begun as a violation. */
    void violate(InvariantViolation violation) {
        violations.put(count - 1, violation);
        anyViolation = true;
    }

    /** Whether the row of the last successor begun is not built. */
    boolean skipped() {
        return states.walking() && count - 1 != wanted;
    }

    /** Whether the row that a walk wants is built: it needs no further successors. */
    boolean built() {
        return wanted != NONE && count > wanted;
    }

    /** The offset of a successor's row. */
    public int offset(int successor) {
        return states.walking() ? 0 : successor * states.words();
    }

    /** The last successor begun. */
    int last() {
        return count - 1;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    public long[] rows() {
        return rows;
    }

    public StepKind kind(int successor) {
        return KINDS[origins[successor] >>> PLACE_BITS];
    }

    int place(int successor) {
        return origins[successor] & (1 << PLACE_BITS) - 1;
    }

    int chosen(int successor) {
        return chosen[successor];
    }

    public LocalStep step(int successor) {
        return steps[successor];
    }

    /** Counts the rules of the steps to the successors. */
    public void countRules(long[] fired) {
        for (int successor = 0; successor < count; successor++) {
            if (steps[successor].rule() >= 0) {
                fired[steps[successor].rule()]++;
            }
        }
    }

    /** Whether the step to a successor is owed, and no fault; a duplication keeps its message in transit. */
    public boolean obliges(int successor) {
        return steps[successor].owed() && !kind(successor).isFault();
    }

    public int owedSteps() {
        return owedSteps;
    }

    public boolean anyViolation() {
        return anyViolation;
    }

    /** The first successor to which the step violates an invariant. */
    public int firstViolating() {
        return Collections.min(violations.keySet());
    }

    /** The invariant that the step to a successor violates, or null. */
    public InvariantViolation violation(int successor) {
        return violations.get(successor);
    }
}
