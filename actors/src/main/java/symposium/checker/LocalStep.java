package symposium.checker;

import symposium.kernel.InvariantViolation;
import symposium.kernel.TraceEvent;

/**
 * What one event does to one local state, computed once by the protocol and remembered as numbers.
 *
 * @param next the number of the local state after it
 * @param sentOver the links over which it sends, each once
 * @param sent for each of those, the numbers of the messages sent over it, in order
 * @param rule the number of the rule, or -1 where the step is not one of the protocol's
 * @param action the number of what the user asks or of the timer, where it is one of these, or -1
 * @param asked what the user asks, where the observer heeds that, or null
 * @param outputs what the user is told
 * @param serves whether a waiting user is served by it
 * @param owed whether it happens in the end when it is possible all the time
 * @param leaves whether the process is gone after it
 * @param event what is to be told of it
 * @param violation the invariant that the step violates, or null
 */
record LocalStep(
        int next,
        int[] sentOver,
        int[][] sent,
        int rule,
        int action,
        Object asked,
        Object[] outputs,
        boolean serves,
        boolean owed,
        boolean leaves,
        TraceEvent event,
        InvariantViolation violation) {

    /** A step that violates an invariant. */
    static LocalStep violating(InvariantViolation violation, TraceEvent event, int action, boolean owed) {
        return new LocalStep(
                0, new int[0], new int[0][], -1, action, null, new Object[0], false, owed, false, event, violation);
    }
}
