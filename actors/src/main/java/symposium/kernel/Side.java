package symposium.kernel;

/** On which side of a process a link lies. */
public enum Side {
    /** Towards the left neighbour, which on a ring is the one with the next higher number. */
    LEFT,
    /** Towards the right neighbour. */
    RIGHT,
    /** On no side: the topology has no directions. */
    NONE;

    /** The side on which the process at the other end sees the same link. */
    public Side opposite() {
        return switch (this) {
            case LEFT -> RIGHT;
            case RIGHT -> LEFT;
            case NONE -> NONE;
        };
    }
}
