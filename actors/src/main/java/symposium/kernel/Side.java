package symposium.kernel;

/** The side of a process on which a link lies. */
public enum Side {
    /** The side of the left neighbour, which on a ring is the one with the next higher number. */
    LEFT,
    /** The side of the right neighbour. */
    RIGHT,
    /** No side: the topology has no directions. */
    NONE;

    /** Returns the side on which the process at the other end sees the same link. */
    public Side opposite() {
        return switch (this) {
            case LEFT -> RIGHT;
            case RIGHT -> LEFT;
            case NONE -> NONE;
        };
    }
}
