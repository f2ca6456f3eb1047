package symposium.election.changroberts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.election.changroberts.ChangRoberts.Rule.E0_INITIATE;
import static symposium.election.changroberts.ChangRoberts.Rule.E1_INITIATED_BEFORE;
import static symposium.election.changroberts.ChangRoberts.Rule.E2_GREATER;
import static symposium.election.changroberts.ChangRoberts.Rule.E3_SMALLER;
import static symposium.election.changroberts.ChangRoberts.Rule.E4_EXTINCT;
import static symposium.election.changroberts.ChangRoberts.Rule.E5_OWN;
import static symposium.election.changroberts.ChangRoberts.Rule.E6_TOLD;
import static symposium.election.changroberts.ChangRoberts.Rule.E7_RETURNED;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.election.Election;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.OnRing;
import symposium.election.changroberts.ChangRoberts.Candidate;
import symposium.election.changroberts.ChangRoberts.Elected;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** The chapter's section 5.2, case by case, at process 5 between 7 on its left and 3 on its right. */
@Tag("fast")
class ChangRobertsPaperTest extends OnRing {

    private static final ChangRoberts PROTOCOL = new ChangRoberts();

    private static ChangRoberts.State initial() {
        return PROTOCOL.initial(SELF, NEIGHBOURS);
    }

    private static Step<ChangRoberts.State, ChangRoberts.Message, Leader> upon(
            ChangRoberts.State state, ChangRoberts.Message message) {
        return PROTOCOL.step(state, new Event.Received<>(NEIGHBOURS.right(), message));
    }

    private static Step<ChangRoberts.State, ChangRoberts.Message, Leader> decided(ChangRoberts.State state) {
        return PROTOCOL.step(state, new Event.Input<>(Call.INITIATE));
    }

    private static List<?> sendL(ChangRoberts.Message message) {
        return List.of(new Effect.Send<>(NEIGHBOURS.left(), message));
    }

    /** "participant: boolean initialized F". */
    @Test
    void initiallyNoProcessTakesPart() {
        assertFalse(initial().participant());
        assertEquals(Optional.empty(), initial().coordinator());
    }

    /**
     * "The election starts with one process sending such a message and marking itself as taking part in the election".
     */
    @Test
    void anInitiatorSendsItsNumberToTheLeftAndTakesPart() {
        var step = decided(initial());
        assertEquals(E0_INITIATE, step.rule());
        assertTrue(step.next().participant());
        assertEquals(sendL(new Candidate(SELF)), step.effects());
    }

    @Test
    void aParticipantNeedNotInitiate() {
        var step = decided(initial().withParticipant(true));
        assertEquals(E1_INITIATED_BEFORE, step.rule());
        assertEquals(List.of(), step.effects());
        assertEquals(initial().withParticipant(true), step.next());
    }

    /** "case j > my_number then begin sendL (election, j); participant := T". */
    @Test
    void aGreaterNumberIsPassedOn() {
        for (ChangRoberts.State state : List.of(initial(), initial().withParticipant(true))) {
            var step = upon(state, new Candidate(GREAT));
            assertEquals(E2_GREATER, step.rule());
            assertTrue(step.next().participant());
            assertEquals(sendL(new Candidate(GREAT)), step.effects());
        }
    }

    /** "The unmarked process receiving the message will act as just described and mark itself as a participant." */
    @Test
    void aNonParticipantReplacesASmallerNumberByItsOwn() {
        var step = upon(initial(), new Candidate(SMALL));
        assertEquals(E3_SMALLER, step.rule());
        assertTrue(step.next().participant());
        assertEquals(sendL(new Candidate(SELF)), step.effects());
    }

    /** "P_i transmits no message on this occasion, so the received message is 'extinguished'". */
    @Test
    void aParticipantExtinguishesASmallerNumber() {
        var step = upon(initial().withParticipant(true), new Candidate(SMALL));
        assertEquals(E4_EXTINCT, step.rule());
        assertEquals(List.of(), step.effects());
    }

    /** "When a marked process receives its own identifier it knows that this must be the greatest". */
    @Test
    void aProcessThatReceivesItsOwnNumberIsElectedAndAnnouncesIt() {
        var step = upon(initial().withParticipant(true), new Candidate(SELF));
        assertEquals(E5_OWN, step.rule());
        assertEquals(sendL(new Elected(SELF)), step.effects());
    }

    /** "co-ordinator := j; participant := F; if j != my_number then sendL (elected, j)". */
    @Test
    void theNewsIsNotedAndPassedOn() {
        var step = upon(initial().withParticipant(true), new Elected(GREAT));
        assertEquals(E6_TOLD, step.rule());
        assertEquals(Optional.of(GREAT), step.next().coordinator());
        assertFalse(step.next().participant());
        assertEquals(
                List.of(
                        new Effect.Output<>(new Leader(GREAT)),
                        new Effect.Send<>(NEIGHBOURS.left(), new Elected(GREAT))),
                step.effects());
    }

    @Test
    void theNewsOfTheOwnElectionGoesNoFurther() {
        var step = upon(initial().withParticipant(true), new Elected(SELF));
        assertEquals(E7_RETURNED, step.rule());
        assertEquals(Optional.of(SELF), step.next().coordinator());
        assertFalse(step.next().participant());
        assertEquals(List.of(new Effect.Output<>(new Leader(SELF))), step.effects());
    }

    @Test
    void aChangeOfTheRingIsRefused() {
        Event<ChangRoberts.Message, Call> change =
                new Event.NeighboursChanged<>(NEIGHBOURS, java.util.Collections.emptySortedSet());
        assertEquals(
                Protocol.EVERY_EVENT_HAS_A_RULE,
                assertThrows(InvariantViolation.class, () -> PROTOCOL.step(initial(), change))
                        .invariant());
    }

    @Test
    void aUserRemembersOfWhichLeaderItWasToldBefore() {
        Voter told = Election.PROBLEM.told(Election.PROBLEM.initial(), new Leader(GREAT));
        assertEquals(told, Election.PROBLEM.told(told, new Leader(GREAT)));
        assertEquals(
                new Voter(false, Optional.of(SMALL), Optional.of(GREAT)),
                Election.PROBLEM.told(told, new Leader(SMALL)));
    }

    // --- "Timing" and "Number of messages of type 'election'", acted out by a ring of actors

    /** "The message has then to undergo n transfers before returning to P_max". */
    @Test
    void inTheMostFavourableSituationTheGreatestAloneInitiates() {
        var ring = ring(PROTOCOL, 1, 2, 3, 4, 5).initiating(5).untilItIsOver();
        assertEquals(5, ring.sent(new Candidate(SELF)));
        assertEquals(5, ring.sent(Candidate.class));
        assertEquals(5, ring.sent(new Elected(SELF)));
    }

    /**
     * "arranged in decreasing order and all initiate an election simultaneously; then the message issued by P_i
     * undergoes i transfers".
     */
    @Test
    void inTheLeastFavourableSituationTheMessageIssuedByPiUndergoesITransfers() {
        var ring = ring(PROTOCOL, 5, 4, 3, 2, 1).allInitiating().untilItIsOver();
        for (int i = 1; i <= 5; i++) {
            assertEquals(i, ring.sent(new Candidate(ProcessId.of(i))));
        }
        assertEquals(5 * 6 / 2, ring.sent(Candidate.class));
    }

    /**
     * "only the left-hand neighbour of P_max initiates the election": n - 1 transfers to P_max, and n of its own
     * number.
     */
    @Test
    void atTheOtherExtremeTheGreatestIsReachedLast() {
        var ring = ring(PROTOCOL, 5, 4, 3, 2, 1).initiating(4);
        for (int process : new int[] {3, 2, 1}) {
            ring.handingTo(process);
            assertEquals(0, ring.sent(new Candidate(SELF)));
        }
        ring.untilItIsOver();
        assertEquals(4, ring.sent(new Candidate(ProcessId.of(4))));
        assertEquals(5, ring.sent(new Candidate(SELF)));
        assertEquals(9, ring.sent(Candidate.class));
    }

    @Test
    void aLateInitiatorSendsNothingAndStillLearnsTheResult() {
        var ring = ring(PROTOCOL, 5, 4, 3, 2, 1).initiating(5).handingTo(4).initiating(4);
        assertEquals(0, ring.sent(new Candidate(ProcessId.of(4))));
        ring.untilItIsOver();
        assertEquals(5, ring.sent(Candidate.class));
        assertEquals(new Leader(SELF), ring.told().get(4));
    }

    /** "the received message is 'extinguished'". */
    @Test
    void aSmallerInitiatorIsExtinguishedByTheFirstGreaterOneThatTakesPart() {
        var ring = ring(PROTOCOL, 5, 4, 3, 2, 1).initiating(5, 1).untilItIsOver();
        assertEquals(1, ring.sent(new Candidate(ProcessId.of(1))));
        assertEquals(6, ring.sent(Candidate.class));
    }
}
