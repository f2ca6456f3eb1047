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
        assertEquals(Optional.of(Input.RETIRE), VoterChanges.due(two, true));
        assertEquals(processes(1), wish(two, Input.RETIRE), "it removes them, too: without them it could not retire");
    }

    /** A voter returned as another process, and crashed again while it entered: two voters of four remain. */
    @Test
    void aChangeIsCompletedWhoseProposerHasDeparted() {
        SortedSet<ProcessId> voters = processes(0, 1, 2);
        Reconfiguration.Proposal proposal =
                new Reconfiguration.Proposal(new Reconfiguration.Ballot(1, ProcessId.of(3)), processes(0, 1, 2, 3));
        State one = process(1, voters, 2)
                .withDeparted(processes(0))
                .with(state -> state.heard(Sorted.with(Sorted.map(), proposal.ballot(), proposal.voters())));
        assertFalse(one.quorate());
        assertEquals(Optional.of(Input.REMOVE), VoterChanges.due(one, false));
        assertEquals(processes(1, 2), wish(one, Input.REMOVE));
        State alone = process(1, processes(1))
                .with(state -> state.heard(Sorted.with(Sorted.map(), proposal.ballot(), processes(1, 3))));
        assertEquals(Optional.of(Input.REMOVE), VoterChanges.due(alone, false));
        assertEquals(2, voters(alone).version(), "the voters are the same, and counted alone");
    }

    private static VoterAgreement.Voters voters(State p) {
        return new Reconfiguration(p.voters().members())
                .step(p, new Event.Input<>(Input.REMOVE))
                .next()
                .voters();
    }

    private static SortedSet<ProcessId> wish(State p, Input input) {
        return new Reconfiguration(p.voters().members())
                .step(p, new Event.Input<>(input))
                .next()
                .attempt()
                .orElseThrow()
                .wish();
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
