package symposium.election.petersonalternating;

import java.util.Optional;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A process of the ring.
 *
 * @param number its own name, the "initial value"
 * @param neighbours its neighbours; messages go to the left
 * @param part what it does at present
 * @param tid its temporary number, while active
 * @param even whether it is in an even phase; false unless active
 * @param leader who is elected, once it knows
 */
public record PetersonAlternatingState(
        ProcessId number,
        Neighbours neighbours,
        Part part,
        Optional<ProcessId> tid,
        boolean even,
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

    PetersonAlternatingState active(ProcessId whose, boolean inEvenPhase) {
        return new PetersonAlternatingState(number, neighbours, Part.ACTIVE, Optional.of(whose), inEvenPhase, leader);
    }

    PetersonAlternatingState relay() {
        return new PetersonAlternatingState(number, neighbours, Part.RELAY, Optional.empty(), false, leader);
    }

    PetersonAlternatingState led(ProcessId by) {
        return new PetersonAlternatingState(number, neighbours, Part.RELAY, Optional.empty(), false, Optional.of(by));
    }

    @Override
    public String toString() {
        return part.name().toLowerCase(java.util.Locale.ROOT)
                + tid.map(id -> " for " + id).orElse("")
                + (even ? " in an even phase" : "")
                + leader.map(id -> " led by " + id).orElse("");
    }
}
