package symposium.checker.local;

import symposium.kernel.InvariantViolation;
import symposium.kernel.TraceEvent;

/**
 * The effect of one event on one local state, computed once by the protocol and cached as numbers.
 *
 * @param next the number of the local state after it
 * @param sentOver the links over which it sends, each once
 * @param sent by link in {@code sentOver}: the numbers of the messages sent, in order
 * @param rule the number of the rule, or -1 if no protocol has taken the step
 * @param action the number of the user's input or of the expired timer, or -1
 * @param restarted the numbers of the running timers that it restarts, apart from the one that expires
 * @param observed the number of what the problem's observer sees of it, see {@link Observations}
 * @param serves whether it serves a waiting user
 * @param owed whether fairness requires it to happen if it stays possible
 * @param leaves whether the process is gone after it
 * @param event the trace event
 * @param violation the invariant that the step violates, or null
 */
public record LocalStep(
        int next,
        int[] sentOver,
        int[][] sent,
        int rule,
        int action,
        int[] restarted,
        int observed,
        boolean serves,
        boolean owed,
        boolean leaves,
        TraceEvent event,
        InvariantViolation violation) {

    static final int[] NO_TIMERS = {};

    /** A change of the environment, which is no step of a process, and may never happen. */
    public static final LocalStep CHANGE = violating(null, null, -1, false);

    /** A change of the environment that fairness requires if it stays possible. */
    public static final LocalStep OWED_CHANGE = violating(null, null, -1, true);

    /** A step that violates an invariant. */
    static LocalStep violating(InvariantViolation violation, TraceEvent event, int action, boolean owed) {
        return new LocalStep(
                0,
                new int[0],
                new int[0][],
                -1,
                action,
                NO_TIMERS,
                Observations.NOTHING,
                false,
                owed,
                false,
                event,
                violation);
    }
}
