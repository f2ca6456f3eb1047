package symposium.cluster.wire;

import symposium.kernel.ProcessId;
import symposium.kernel.Side;

/**
 * A message of an algorithm on its way between two nodes.
 *
 * @param algorithm the algorithm's name in the catalogue
 * @param from the process that sent it; a former life of that number is another process
 * @param to the process that it is for; a later life of that number is another process
 * @param side on which side of the recipient the link lies over which it comes
 * @param session the life of the link in which it was sent
 * @param number the how-manieth message it is of this life of the link in this direction, from 1
 * @param message the message, or {@link Unreadable}
 */
public record Envelope(
        String algorithm, ProcessId from, ProcessId to, Side side, LinkIncarnation session, long number, Object message)
        implements WireMessage {}
