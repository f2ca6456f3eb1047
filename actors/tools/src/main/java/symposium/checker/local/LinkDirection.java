package symposium.checker.local;

import symposium.kernel.Side;

/**
 * One direction of a link.
 *
 * @param from the index of the sending process
 * @param to the index of the receiving process
 * @param side the side of the link, seen by the sender
 */
public record LinkDirection(int from, int to, Side side) {

    LinkDirection opposite() {
        return new LinkDirection(to, from, side.opposite());
    }
}
