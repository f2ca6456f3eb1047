package symposium.election.changroberts;

import java.util.Optional;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A process of the ring.
 *
 * @param number my_number: its own name
 * @param neighbours its neighbours; messages go to the left
 * @param participant whether it takes part in an election
 * @param coordinator who was elected last
 */
public record ChangRobertsState(
        ProcessId number, Neighbours neighbours, boolean participant, Optional<ProcessId> coordinator) {

    ChangRobertsState participating() {
        return participant ? this : new ChangRobertsState(number, neighbours, true, coordinator);
    }

    ChangRobertsState led(ProcessId by) {
        return new ChangRobertsState(number, neighbours, false, Optional.of(by));
    }

    @Override
    public String toString() {
        return (participant ? "participant" : "-")
                + coordinator.map(id -> " led by " + id).orElse("");
    }
}
