package symposium.clock;

/**
 * The times of an event by both clocks.
 *
 * @param logical the logical time: every event that happened before has a smaller one
 * @param vector the vector time: exactly the events that happened before have a smaller one
 */
public record Stamp(Timestamp logical, VectorTime vector) {

    /** Whether this event happened before that one, by Lamport's relation. */
    public boolean happenedBefore(Stamp that) {
        return vector.isBefore(that.vector);
    }

    @Override
    public String toString() {
        return logical + " " + vector;
    }
}
