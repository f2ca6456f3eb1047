package symposium.election.dolevklawerodeh;

import java.util.Optional;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A process of the ring.
 *
 * @param number my_number: its own name
 * @param neighbours its neighbours; messages go to the left
 * @param part the variable "state"
 * @param max whose place it takes, while active
 * @param neighbourR the number of the nearest active process on its right, from its first message of a stage to its second
 * @param leader who is elected, once it knows
 */
public record DolevKlaweRodehState(
        ProcessId number,
        Neighbours neighbours,
        Part part,
        Optional<ProcessId> max,
        Optional<ProcessId> neighbourR,
        Optional<ProcessId> leader) {

    /** "state: (active, passive)", where the chapter has one word for the first and the last of these. */
    public enum Part {
        /** It has not taken part yet. */
        ASLEEP,
        /** It takes part. */
        ACTIVE,
        /** It only hands messages on. */
        RELAY
    }

    DolevKlaweRodehState active(ProcessId whose) {
        return new DolevKlaweRodehState(number, neighbours, Part.ACTIVE, Optional.of(whose), Optional.empty(), leader);
    }

    DolevKlaweRodehState knowing(ProcessId neighbour) {
        return new DolevKlaweRodehState(number, neighbours, part, max, Optional.of(neighbour), leader);
    }

    DolevKlaweRodehState relay() {
        return new DolevKlaweRodehState(number, neighbours, Part.RELAY, Optional.empty(), Optional.empty(), leader);
    }

    DolevKlaweRodehState led(ProcessId by) {
        return new DolevKlaweRodehState(
                number, neighbours, Part.RELAY, Optional.empty(), Optional.empty(), Optional.of(by));
    }

    @Override
    public String toString() {
        return part.name().toLowerCase(java.util.Locale.ROOT)
                + max.map(id -> " for " + id).orElse("")
                + neighbourR.map(id -> " after " + id).orElse("")
                + leader.map(id -> " led by " + id).orElse("");
    }
}
