package symposium.checker;

import symposium.kernel.Neighbour;

/**
 * One direction of a link.
 *
 * @param from the place of the process that sends over it
 * @param to the place of the process that it leads to
 * @param seenBySender the other end, as the sender sees it
 * @param seenByReceiver the other end, as the receiver sees it
 */
record LinkDirection(int from, int to, Neighbour seenBySender, Neighbour seenByReceiver) {}
