package symposium.election.peterson;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.actor.Stage;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.OnRing;
import symposium.election.peterson.Peterson.Elected;
import symposium.election.peterson.Peterson.Number;
import symposium.kernel.ProcessId;

/** Peterson's basic algorithm, of which the chapter speaks in section 5.5.2, line by line. */
@Tag("fast")
class PetersonPaperTest extends OnRing {

    private static final Number OWN = new Number(SELF);
    private static final Number SMALLER = new Number(SMALL);
    private static final Number GREATER = new Number(GREAT);

    private static Stage<Peterson.State, Peterson.Message, Call, Leader> active() {
        var process = process(new Peterson());
        process.asks(Call.INITIATE);
        process.tookStep("i.0").sends(LEFT, OWN).andNothingElse();
        return process;
    }

    private static Stage<Peterson.State, Peterson.Message, Call, Leader> relay() {
        var process = active();
        process.receives(RIGHT, SMALLER);
        process.tookStep("a.1").sends(LEFT, OWN).andNothingElse();
        process.receives(RIGHT, SMALLER);
        process.tookStep("a.3").andNothingElse();
        return process;
    }

    /** "if tid > ntid then send(tid) else send(ntid)", and "if ntid >= max(tid, nntid) then tid := ntid". */
    @Test
    void inAPhaseItSendsTheGreaterOfTwoAndTakesTheNumberOnItsRightIfThatIsTheGreatestOfThree() {
        var process = active();
        process.receives(RIGHT, GREATER);
        process.tookStep("a.1").sends(LEFT, GREATER).andNothingElse();
        process.receives(RIGHT, GREATER);
        process.tookStep("a.2").sends(LEFT, GREATER).andNothingElse();
    }

    /** "else go to relay". */
    @Test
    void otherwiseItBecomesARelay() {
        var process = relay();
        process.receives(RIGHT, GREATER);
        process.tookStep("r.0").sends(LEFT, GREATER).andNothingElse();
    }

    /** "relay: do forever receive(tid); if tid = initial value then announce elected". */
    @Test
    void aRelayThatSeesItsOwnNumberIsElectedAndStops() {
        var process = relay();
        process.receives(RIGHT, OWN);
        process.tookStep("r.1")
                .tells(new Leader(SELF))
                .sends(LEFT, new Elected(SELF))
                .andNothingElse();
        process.receives(RIGHT, OWN);
        process.tookStep("r.2").andNothingElse();
    }

    @Test
    void aProcessThatIsAsleepSendsItsNumberFirst() {
        var process = process(new Peterson());
        process.receives(RIGHT, GREATER);
        process.tookStep("a.0").sends(LEFT, OWN).sends(LEFT, GREATER).andNothingElse();
    }

    /**
     * 2n a phase at the most, n in the last; the leader is found where it stands, which spares the last message of two.
     */
    @Test
    void twoTakeFiveMessages() {
        var ring = ring(new Peterson(), 1, 0).allInitiating().untilItIsOver();
        assertEquals(5, ring.sent(Number.class));
        assertEquals(2, ring.sent(new Elected(ProcessId.of(1))));
    }
}
