package symposium.election.peterson;

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
 * @param ntid the first number received in this phase, until the second
 * @param leader who is elected, once it knows
 */
public record PetersonState(
        ProcessId number,
        Neighbours neighbours,
        Part part,
        Optional<ProcessId> tid,
        Optional<ProcessId> ntid,
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

    PetersonState active(ProcessId whose) {
        return new PetersonState(number, neighbours, Part.ACTIVE, Optional.of(whose), Optional.empty(), leader);
    }

    PetersonState knowing(ProcessId neighbour) {
        return new PetersonState(number, neighbours, part, tid, Optional.of(neighbour), leader);
    }

    PetersonState relay() {
        return new PetersonState(number, neighbours, Part.RELAY, Optional.empty(), Optional.empty(), leader);
    }

    PetersonState led(ProcessId by) {
        return new PetersonState(number, neighbours, Part.RELAY, Optional.empty(), Optional.empty(), Optional.of(by));
    }

    @Override
    public String toString() {
        return part.name().toLowerCase(java.util.Locale.ROOT)
                + tid.map(id -> " for " + id).orElse("")
                + ntid.map(id -> " after " + id).orElse("")
                + leader.map(id -> " led by " + id).orElse("");
    }
}
