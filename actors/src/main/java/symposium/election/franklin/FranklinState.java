package symposium.election.franklin;

import java.util.Optional;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;

/**
 * A process of the ring.
 *
 * @param number its own name
 * @param neighbours its neighbours
 * @param part what it does at present
 * @param left the number that has come from the left in this round, while active
 * @param right the number that has come from the right in this round, while active
 * @param leader who is elected, once it knows
 */
public record FranklinState(
        ProcessId number,
        Neighbours neighbours,
        Part part,
        Optional<ProcessId> left,
        Optional<ProcessId> right,
        Optional<ProcessId> leader) {

    /** What a process does at present. */
    public enum Part {
        /** Nothing yet. */
        ASLEEP,
        /** It takes part. */
        ACTIVE,
        /** It only hands messages on. */
        RELAY
    }

    /** At the beginning of a round. */
    FranklinState active() {
        return new FranklinState(number, neighbours, Part.ACTIVE, Optional.empty(), Optional.empty(), leader);
    }

    FranklinState noting(Neighbour from, ProcessId other) {
        return from.side() == Side.LEFT
                ? new FranklinState(number, neighbours, part, Optional.of(other), right, leader)
                : new FranklinState(number, neighbours, part, left, Optional.of(other), leader);
    }

    FranklinState relay() {
        return new FranklinState(number, neighbours, Part.RELAY, Optional.empty(), Optional.empty(), leader);
    }

    FranklinState led(ProcessId by) {
        return new FranklinState(number, neighbours, Part.RELAY, Optional.empty(), Optional.empty(), Optional.of(by));
    }

    /** What has come from the side of this neighbour in this round. */
    Optional<ProcessId> from(Neighbour neighbour) {
        return neighbour.side() == Side.LEFT ? left : right;
    }

    /** The neighbour on the other side. */
    Neighbour beyond(Neighbour neighbour) {
        return neighbour.side() == Side.LEFT ? neighbours.right() : neighbours.left();
    }

    @Override
    public String toString() {
        return part.name().toLowerCase(java.util.Locale.ROOT)
                + left.map(id -> ", left " + id).orElse("")
                + right.map(id -> ", right " + id).orElse("")
                + leader.map(id -> " led by " + id).orElse("");
    }
}
