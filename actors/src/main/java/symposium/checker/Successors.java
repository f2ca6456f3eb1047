package symposium.checker;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import symposium.kernel.InvariantViolation;

/**
 * The successors of the visited state: their rows and origins. A walk builds only the row of the successor it takes.
 */
final class Successors {

    static final int NONE = -1;

    private static final StepKind[] KINDS = StepKind.values();
    private static final int PLACE_BITS = 24;

    private final Rows states;
    private long[] rows = new long[64];
    private int count;
    /** By successor: its kind and place, the latter a process or a link. */
    private int[] origins = new int[16];
    /** By successor: the message or the notification. */
    private int[] chosen = new int[16];

    private LocalStep[] steps = new LocalStep[16];
    /** By successor: whether it is an owed change of the environment. */
    private boolean[] owed = new boolean[16];
    /** By successor: the violated invariant, if the step violates one. */
    private final Map<Integer, InvariantViolation> violations = new HashMap<>();

    private boolean anyViolation;
    private int owedSteps;
    /** In a walk, the successor whose row is built; the others have none. */
    private int wanted = NONE;

    Successors(Rows states) {
        this.states = states;
    }

    /** Clears the successors of the previous state. */
    void clear() {
        count = 0;
        owedSteps = 0;
        if (anyViolation) {
            violations.clear();
            anyViolation = false;
        }
    }

    void want(int successor) {
        wanted = successor;
    }

    /** Begins a successor's row as a copy of the visited state. Returns its offset. */
    int begin(StepKind kind, int place, LocalStep step, int choice) {
        long[] visited = states.visited();
        int words = visited.length;
        int at = next();
        if (count == origins.length) {
            origins = Arrays.copyOf(origins, count * 2);
            chosen = Arrays.copyOf(chosen, count * 2);
            steps = Arrays.copyOf(steps, count * 2);
            owed = Arrays.copyOf(owed, count * 2);
        }
        if (at + words > rows.length) {
            rows = Arrays.copyOf(rows, rows.length * 2 + words);
        }
        origins[count] = kind.ordinal() << PLACE_BITS | place;
        chosen[count] = choice;
        steps[count] = step;
        owed[count] = false;
        if (step != null && step.owed()) {
            owedSteps++;
        }
        count++;
        if (skipped()) {
            return at;
        }
        if (words == 1) {
            rows[at] = visited[0];
        } else {
            System.arraycopy(visited, 0, rows, at, words);
        }
        return at;
    }

    /** Marks the last successor begun as an owed change. */
    void owe() {
        owed[count - 1] = true;
        owedSteps++;
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

    /** The offset of the next row. */
    int next() {
        return states.walking() ? 0 : count * states.words();
    }

    int count() {
        return count;
    }

    long[] rows() {
        return rows;
    }

    StepKind kind(int successor) {
        return KINDS[origins[successor] >>> PLACE_BITS];
    }

    int place(int successor) {
        return origins[successor] & (1 << PLACE_BITS) - 1;
    }

    int chosen(int successor) {
        return chosen[successor];
    }

    LocalStep step(int successor) {
        return steps[successor];
    }

    /** Whether fairness requires the step to a successor to happen if it stays possible. */
    boolean owed(int successor) {
        return steps[successor] == null ? owed[successor] : steps[successor].owed();
    }

    int owedSteps() {
        return owedSteps;
    }

    boolean anyViolation() {
        return anyViolation;
    }

    /** The invariant that the step to a successor violates, or null. */
    InvariantViolation violation(int successor) {
        return violations.get(successor);
    }
}
