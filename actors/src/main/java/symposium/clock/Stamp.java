package symposium.clock;

/**
 * When something happened, by both clocks.
 *
 * @param logical by the logical clock of its process: whatever happened before has a smaller one
 * @param vector by the vector clock of its process: what happened before, and nothing else, has one before this
 */
public record Stamp(Timestamp logical, VectorTime vector) {

    /** Whether this happened before that: by Lamport's relation, not by any time. */
    public boolean happenedBefore(Stamp that) {
        return vector.isBefore(that.vector);
    }

    @Override
    public String toString() {
        return logical + " " + vector;
    }
}
