package symposium.trace;

import symposium.kernel.ProcessId;

/**
 * The way of one message.
 *
 * @param from who sent it
 * @param to to whom
 * @param message what was sent
 * @param sentAt the place in the trace of the step that sent it, from 0
 * @param endedAt the place of what ended its way; the length of the trace when nothing did
 * @param fate how its way ended
 */
public record MessageDelivery(ProcessId from, ProcessId to, Object message, int sentAt, int endedAt, Fate fate) {

    /** How the way of a message ends. */
    public enum Fate {
        /** It was received. */
        RECEIVED,
        /** It was lost, or its recipient had crashed, or its sender's departure had become known. */
        LOST,
        /** It came back to its sender as one that cannot be delivered. */
        RETURNED,
        /** It had not arrived when the trace ended. */
        UNDER_WAY
    }
}
