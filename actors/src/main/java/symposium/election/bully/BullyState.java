package symposium.election.bully;

import java.util.Optional;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A process.
 *
 * @param number its own name
 * @param neighbours all others that have not departed, as far as it knows
 * @param part what it does at present
 * @param leader who is elected, once it knows
 */
public record BullyState(ProcessId number, Neighbours neighbours, Part part, Optional<ProcessId> leader) {

    /** What a process does at present. */
    public enum Part {
        /** Nothing. */
        IDLE,
        /** It has called all greater ones and waits for an answer. */
        CALLING,
        /** A greater one has answered; it waits for the news. */
        WAITING
    }

    BullyState doing(Part other) {
        return new BullyState(number, neighbours, other, Optional.empty());
    }

    BullyState led(ProcessId by) {
        return new BullyState(number, neighbours, Part.IDLE, Optional.of(by));
    }

    BullyState among(Neighbours others) {
        return new BullyState(number, others, part, leader);
    }

    /** Whether no process of a greater name is left. */
    boolean greatest() {
        return neighbours.all().stream().noneMatch(this::greater);
    }

    boolean greater(Neighbour other) {
        return other.id().compareTo(number) > 0;
    }

    @Override
    public String toString() {
        return part.name().toLowerCase(java.util.Locale.ROOT)
                + leader.map(id -> " led by " + id).orElse("");
    }
}
