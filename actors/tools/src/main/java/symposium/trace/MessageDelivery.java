package symposium.trace;

import symposium.kernel.ProcessId;

/**
 * A message from its sending to the end of its transit.
 *
 * @param from the sender
 * @param to the recipient
 * @param message the message
 * @param sentAt the index in the trace, from 0, of the step that sent it
 * @param endedAt the index of the trace event that ended its transit; the length of the trace if none did
 * @param fate how its transit ended
 */
public record MessageDelivery(ProcessId from, ProcessId to, Object message, int sentAt, int endedAt, Fate fate) {

    /** How the transit of a message ends. */
    public enum Fate {
        /** It was received. */
        RECEIVED,
        /** It was lost, its recipient had crashed, or its recipient knew that its sender had departed. */
        LOST,
        /** It returned to its sender as undeliverable. */
        RETURNED,
        /** It was still in transit when the trace ended. */
        IN_TRANSIT
    }
}
