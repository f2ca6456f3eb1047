package symposium.checker;

import symposium.kernel.Neighbour;

/**
 * One direction of a link.
 *
 * @param from the index of the sending process
 * @param to the index of the receiving process
 * @param seenBySender the receiver, as a neighbour of the sender
 * @param seenByReceiver the sender, as a neighbour of the receiver
 */
record LinkDirection(int from, int to, Neighbour seenBySender, Neighbour seenByReceiver) {}
