package symposium.checker;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import symposium.kernel.InvariantViolation;

/** The successors of the state visited: their rows in the making, and what leads to each. In a walk, one row is made, of the successor wanted. */
final class Successors {

    static final int NONE = -1;

    private static final StepKind[] KINDS = StepKind.values();
    private static final int PLACE_BITS = 24;

    private final Rows states;
    private long[] rows = new long[64];
    private int count;
    /** By successor: its kind and its place, the process or the link. */
    private int[] origins = new int[16];
    /** By successor: the message or the notification. */
    private int[] chosen = new int[16];

    private LocalStep[] steps = new LocalStep[16];
    /** By successor: whether it is a change of the environment that happens in the end. */
    private boolean[] owed = new boolean[16];
    /** By successor, once any step violates an invariant. */
    private final Map<Integer, InvariantViolation> violations = new HashMap<>();

    private boolean anyViolation;
    private int owedSteps;
    /** In a walk, the successor whose row is wanted; rows of the others are not made. */
    private int wanted = NONE;

    Successors(Rows states) {
        this.states = states;
    }

    /** Forgets the successors of the state visited before. */
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

    /** Begins a row that is that of the state visited. Returns where it is. */
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

    /** The last successor begun is a change that happens in the end. */
    void owe() {
        owed[count - 1] = true;
        owedSteps++;
    }

    /** The step to the last successor begun violates an invariant. */
    void violate(InvariantViolation violation) {
        violations.put(count - 1, violation);
        anyViolation = true;
    }

    /** Whether the row of the last successor begun is not wanted. */
    boolean skipped() {
        return states.walking() && count - 1 != wanted;
    }

    /** Where the next row begins. */
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

    /** Whether the step to a successor happens in the end when it is possible all the time. */
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
