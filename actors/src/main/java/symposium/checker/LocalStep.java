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
 * @param asked what the user asks, where the observer heeds that, or null
 * @param outputs what the user is told
 * @param serves whether a waiting user is served by it
 * @param owed whether it happens in the end when it is possible all the time
 * @param leaves whether the process is gone after it
 * @param occurrence what is to be told of it
 * @param refutes what the step refutes, or null
 */
record LocalStep(
        int next,
        int[] sentOver,
        int[][] sent,
        int rule,
        Object asked,
        Object[] outputs,
        boolean serves,
        boolean owed,
        boolean leaves,
        TraceEvent occurrence,
        InvariantViolation refutes) {}
