package symposium.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.membership.Reconfiguration.State;
import symposium.membership.VoterAgreement.Input;

/** Who asks for a change of the voters, and when. */
@Tag("fast")
class VoterChangesTest {

    private static SortedSet<ProcessId> processes(int... numbers) {
        return Sorted.set(Arrays.stream(numbers).mapToObj(ProcessId::of).toList());
    }

    /** A process that knows these voters, and has links to others of which each has said hello. */
    private static State process(int self, SortedSet<ProcessId> voters, int... others) {
        return new Reconfiguration(voters)
                .initial(ProcessId.of(self), Neighbours.none())
                .with(state -> state.voters(new VoterAgreement.Voters(1, voters))
                        .linked(processes(others))
                        .greeted(processes(others)));
    }

    @Test
    void aProcessEntersOnceItReachesAMajority() {
        assertEquals(Optional.of(Input.ENTER), VoterChanges.due(process(3, processes(0, 1, 2), 0, 1), false));
        assertEquals(Optional.empty(), VoterChanges.due(process(3, processes(0, 1, 2), 0), false));
        assertEquals(Optional.empty(), VoterChanges.due(process(2, processes(0, 1, 2), 0, 1), false));
    }

    @Test
    void theLowestVoterThatIsThereRemovesTheDeparted() {
        State one = process(1, processes(0, 1, 2), 2).withDeparted(processes(0));
        State two = process(2, processes(0, 1, 2), 1).withDeparted(processes(0));
        assertEquals(Optional.of(Input.REMOVE), VoterChanges.due(one, false));
        assertEquals(Optional.empty(), VoterChanges.due(two, false));
        assertEquals(Optional.of(Input.REMOVE), VoterChanges.due(two, true), "it could not retire before that");
    }

    @Test
    void aVoterRetiresBeforeItLeaves() {
        State two = process(2, processes(0, 1, 2), 0, 1);
        assertEquals(Optional.of(Input.RETIRE), VoterChanges.due(two, true));
        assertFalse(VoterChanges.mayLeave(two));
        assertTrue(VoterChanges.mayLeave(process(0, processes(0))));
        assertTrue(VoterChanges.mayLeave(process(3, processes(0, 1, 2), 0, 1)));
    }

    /** While an attempt is under way nothing else is due. */
    @Test
    void oneChangeAtATime() {
        SortedSet<ProcessId> voters = processes(0, 1, 2);
        State asking = new Reconfiguration(voters)
                .step(process(3, voters, 0, 1, 2), new Event.Input<>(Input.ENTER))
                .next();
        assertTrue(asking.attempt().isPresent());
        for (boolean leaving : List.of(false, true)) {
            assertEquals(Optional.empty(), VoterChanges.due(asking, leaving));
        }
    }
}
