package symposium.kernel;

/**
 * A neighbour as a process sees it: the process at the other end of a link, and the side of the link.
 *
 * <p>The pair identifies the link. A ring of two has two links between the same two processes, distinguished by their
 * sides. In a ring of one, a process is its own neighbour on both sides.
 *
 * @param id the process at the other end
 * @param side the side of the link, seen from this end
 */
public record Neighbour(ProcessId id, Side side) {

    /** Returns a neighbour in a topology without directions. */
    public static Neighbour of(ProcessId id) {
        return new Neighbour(id, Side.NONE);
    }

    /** Returns this end of the link as the neighbour sees it, if this process is {@code self}. */
    public Neighbour seenBack(ProcessId self) {
        return new Neighbour(self, side.opposite());
    }

    @Override
    public String toString() {
        return side == Side.NONE ? id.toString() : id + (side == Side.LEFT ? " (left)" : " (right)");
    }
}
